// How a search stays open to Python while it runs: signals, and whoever watches it.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <chrono>
#include <optional>

namespace stockrail {

using Watcher = std::optional<nanobind::callable>;

// Now and then lets Python handle its signals (Ctrl-C raises from here) and does `more`, which tells whether to go on.
template <typename More>
auto attentive(More more) {
    return [more, last = std::chrono::steady_clock::now()]() mutable {
        const auto now = std::chrono::steady_clock::now();
        if (now - last < std::chrono::milliseconds(50)) return true;
        last = now;
        nanobind::gil_scoped_acquire python;
        if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
        return more();
    };
}

}  // namespace stockrail
