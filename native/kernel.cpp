// stockrail._kernel: the hot loops of the engine. Python falls back to its own where this is missing.
#include <nanobind/nanobind.h>

namespace {

// Raised with every change of a signature, so that Python never calls a kernel of another age.
constexpr int kAbiVersion = 1;

}  // namespace

NB_MODULE(_kernel, m) {
    m.def("abi_version", [] { return kAbiVersion; });
}
