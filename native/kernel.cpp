// stockrail._kernel: the search for the best train run. Python falls back to its own where this is missing.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <tuple>
#include <type_traits>

#include "attention.hpp"
#include "search.hpp"
#include "together_binding.hpp"

namespace nb = nanobind;

namespace {

using namespace stockrail;

// Raised with every change of a signature, so that Python never calls a kernel of another age.
constexpr int kAbiVersion = 6;

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

using RunTuple = std::tuple<std::vector<std::vector<int>>, std::optional<int>, int>;

// The links of each train's route, the doubled stop, and what they earn.
template <int W>
RunTuple written(const Graph<W>& graph, const Plan<W>& plan) {
    std::vector<std::vector<int>> routes;
    std::optional<int> doubled;
    int total = 0;
    for (const auto& route : plan) {
        routes.push_back(route ? links_of(graph, *route) : std::vector<int>{});
        if (!route) continue;
        total += route->value;
        if (route->doubled >= 0) doubled = route->doubled;
    }
    return {routes, doubled, total / kScale};
}

template <int W>
Answer answer_of(const Graph<W>& graph, const Search<W>& search, long long looked_at) {
    auto [routes, doubled, total] = written(graph, search.best);
    const int bound = search.known_bound() / graph.unit * graph.unit / kScale;
    return {routes, doubled, total, bound, search.is_complete(), looked_at};
}

template <int W>
Answer solve_in(const Problem& problem, long long budget, const Watcher& watcher) {
    Graph<W> graph(problem);
    const Search<W>* watched = nullptr;
    Pulse pulse(budget, attentive([&] {
        return !watcher || !watched || nb::cast<bool>((*watcher)(answer_of(graph, *watched, pulse.looked_at)));
    }));
    Search<W> search(graph, pulse);
    watched = &search;
    search.run();
    return answer_of(graph, search, pulse.looked_at);
}

template <int W>
std::vector<RunTuple> collect_in(const Problem& problem, int floor, int at_most) {
    Graph<W> graph(problem);
    Pulse pulse(0, attentive([] { return true; }));
    Search<W> search(graph, pulse);
    std::vector<RunTuple> runs;
    for (const auto& plan : search.collect(floor, at_most)) runs.push_back(written(graph, plan));
    return runs;
}

void check(const Problem& problem) {
    const auto stops = problem.values.size();
    for (const auto* numbers : {&problem.weight, &problem.ending})
        if (numbers->size() != stops) throw std::invalid_argument("every stop needs all of its numbers");
    for (const auto* flags : {&problem.own, &problem.through})
        if (flags->size() != stops) throw std::invalid_argument("every stop needs all of its flags");
    if (problem.groups.size() != stops) throw std::invalid_argument("every stop needs its groups");
    const int count = static_cast<int>(stops);
    for (int stop = 0; stop < count; ++stop) {
        if (problem.weight[stop] < (problem.own[stop] ? 1 : 0))
            throw std::invalid_argument("no stop weighs less than nothing, and one with a token must count");
        if (problem.groups[stop].empty()) throw std::invalid_argument("every stop needs a group");
        for (int group : problem.groups[stop])
            if (group < 0) throw std::invalid_argument("no such group");
    }
    for (const auto& link : problem.links) {
        if (link.first < 0 || link.first >= count || link.last < 0 || link.last >= count)
            throw std::invalid_argument("a link to no stop");
        for (int bit : link.track)
            if (bit < 0 || bit >= problem.width) throw std::invalid_argument("no such track");
    }
    for (const auto& bonus : problem.bonuses)
        for (int stop : bonus.ends)
            if (stop < 0 || stop >= count) throw std::invalid_argument("a bonus for no stop");
    if (problem.doubles < 0) throw std::invalid_argument("no stop pays less for being doubled");
    for (int reach : problem.trains)
        if (reach < 1) throw std::invalid_argument("a train that reaches nothing");
}

Problem problem_of(const std::vector<int>& values, const std::vector<int>& weight, const std::vector<int>& ending,
                   const std::vector<bool>& own, const std::vector<bool>& through,
                   const std::vector<std::vector<int>>& groups, const std::vector<LinkTuple>& links, const std::vector<int>& trains, int doubles,
                   const std::vector<BonusTuple>& bonuses, int width) {
    Problem problem;
    problem.values = values;
    problem.weight = weight;
    problem.ending = ending;
    problem.own.assign(own.begin(), own.end());
    problem.through.assign(through.begin(), through.end());
    problem.groups = groups;
    for (const auto& [first, last, track] : links) problem.links.push_back({first, last, track});
    problem.trains = trains;
    problem.doubles = doubles;
    for (const auto& [ends, table] : bonuses) problem.bonuses.push_back({ends, table});
    problem.width = width;
    for (const auto& some : groups)
        for (int group : some) problem.group_count = std::max(problem.group_count, group + 1);
    check(problem);
    return problem;
}

// Calls the search that is wide enough for the problem; other threads go on meanwhile.
template <typename Call>
auto as_wide_as(const Problem& problem, Call call) {
    const int bits = problem.width + 1 + problem.group_count;
    if (bits > 1024) throw std::length_error("more track than the kernel is made for");
    nb::gil_scoped_release free_for_others;
    if (bits <= 128) return call(std::integral_constant<int, 2>{});
    if (bits <= 256) return call(std::integral_constant<int, 4>{});
    if (bits <= 512) return call(std::integral_constant<int, 8>{});
    return call(std::integral_constant<int, 16>{});
}

Answer solve(const Problem& problem, long long budget, const Watcher& watcher) {
    return as_wide_as(problem, [&](auto words) { return solve_in<words.value>(problem, budget, watcher); });
}

std::vector<RunTuple> collect(const Problem& problem, int floor, int at_most) {
    if (at_most < 1) throw std::invalid_argument("collect at least one run");
    return as_wide_as(problem, [&](auto words) { return collect_in<words.value>(problem, floor, at_most); });
}

}  // namespace

NB_MODULE(_kernel, m) {
    m.def("abi_version", [] { return kAbiVersion; });
    nb::class_<Problem>(m, "Problem");
    m.def("problem", &problem_of, nb::arg("values"), nb::arg("weight"), nb::arg("ending"), nb::arg("own"),
          nb::arg("through"), nb::arg("groups"), nb::arg("links"), nb::arg("trains"), nb::arg("doubles"), nb::arg("bonuses"),
          nb::arg("width"));
    m.def("solve", &solve, nb::arg("problem"), nb::arg("budget") = 0, nb::arg("watcher") = nb::none());
    m.def("collect", &collect, nb::arg("problem"), nb::arg("floor"), nb::arg("at_most"));
    together::register_with(m);
}
