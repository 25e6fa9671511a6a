// stockrail._kernel: the search for the best train run. Python falls back to its own where this is missing.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <tuple>

#include "search.hpp"

namespace nb = nanobind;

namespace {

using namespace stockrail;

// Raised with every change of a signature, so that Python never calls a kernel of another age.
constexpr int kAbiVersion = 2;

using LinkTuple = std::tuple<int, int, std::vector<int>>;
using BonusTuple = std::pair<std::vector<int>, std::vector<int>>;
// routes by train as links in order, the doubled stop, the total, a bound, whether it is proven, positions looked at
using Answer = std::tuple<std::vector<std::vector<int>>, std::optional<int>, int, int, bool, long long>;

template <int W>
std::vector<int> links_of(const Graph<W>& graph, const Route<W>& route) {
    std::vector<int> links;
    if (route.tail >= 0) {
        const auto& behind = graph.tails[route.tail].links;
        links.assign(behind.rbegin(), behind.rend());
    }
    for (int move : route.moves)
        links.insert(links.end(), graph.moves[move].links.begin(), graph.moves[move].links.end());
    if (route.last_tail >= 0) {
        const auto& beyond = graph.tails[route.last_tail].links;
        links.insert(links.end(), beyond.begin(), beyond.end());
    }
    return links;
}

template <int W>
Answer solve_in(const Problem& problem, long long budget) {
    Graph<W> graph(problem);
    Search<W> search(graph, budget);
    search.run();
    std::vector<std::vector<int>> routes;
    std::optional<int> doubled;
    for (const auto& route : search.best) {
        routes.push_back(route ? links_of(graph, *route) : std::vector<int>{});
        if (route && route->doubled >= 0) doubled = route->doubled;
    }
    return {routes, doubled, search.total, search.bound, search.complete, search.looked_at};
}

void check(const Problem& problem) {
    const auto stops = problem.values.size();
    for (const auto* flags : {&problem.counted, &problem.own, &problem.through})
        if (flags->size() != stops) throw std::invalid_argument("every stop needs all of its flags");
    if (problem.group.size() != stops) throw std::invalid_argument("every stop needs its group");
    for (int group : problem.group)
        if (group < 0 || group >= problem.groups) throw std::invalid_argument("no such group");
    const int count = static_cast<int>(stops);
    for (const auto& link : problem.links) {
        if (link.first < 0 || link.first >= count || link.last < 0 || link.last >= count)
            throw std::invalid_argument("a link to no stop");
        for (int bit : link.track)
            if (bit < 0 || bit >= problem.width) throw std::invalid_argument("no such track");
    }
    for (const auto& bonus : problem.bonuses)
        for (int stop : bonus.ends)
            if (stop < 0 || stop >= count) throw std::invalid_argument("a bonus for no stop");
    for (int reach : problem.trains)
        if (reach < 1) throw std::invalid_argument("a train that reaches nothing");
}

Answer solve(const std::vector<int>& values, const std::vector<bool>& counted, const std::vector<bool>& own,
             const std::vector<bool>& through, const std::vector<int>& group, const std::vector<LinkTuple>& links,
             const std::vector<int>& trains, bool doubles, const std::vector<BonusTuple>& bonuses, int width,
             long long budget) {
    Problem problem;
    problem.values = values;
    problem.counted.assign(counted.begin(), counted.end());
    problem.own.assign(own.begin(), own.end());
    problem.through.assign(through.begin(), through.end());
    problem.group = group;
    for (const auto& [first, last, track] : links) problem.links.push_back({first, last, track});
    problem.trains = trains;
    problem.doubles = doubles;
    for (const auto& [ends, table] : bonuses) problem.bonuses.push_back({ends, table});
    problem.width = width;
    for (int number : group) problem.groups = std::max(problem.groups, number + 1);
    check(problem);
    const int bits = problem.width + problem.groups;
    nb::gil_scoped_release free_for_others;
    if (bits <= 128) return solve_in<2>(problem, budget);
    if (bits <= 256) return solve_in<4>(problem, budget);
    if (bits <= 512) return solve_in<8>(problem, budget);
    if (bits <= 1024) return solve_in<16>(problem, budget);
    throw std::length_error("more track than the kernel is made for");
}

}  // namespace

NB_MODULE(_kernel, m) {
    m.def("abi_version", [] { return kAbiVersion; });
    m.def("solve", &solve, nb::arg("values"), nb::arg("counted"), nb::arg("own"), nb::arg("through"), nb::arg("group"),
          nb::arg("links"), nb::arg("trains"), nb::arg("doubles"), nb::arg("bonuses"), nb::arg("width"),
          nb::arg("budget") = 0);
}
