// What Python calls of the search for trains that run together.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <tuple>

#include "attention.hpp"
#include "together_search.hpp"

namespace stockrail::together {

// Raised with every change of a signature, so that Python never calls a kernel of another age.
constexpr int kVersion = 3;

constexpr long long kPatience = 250;  // so many positions are a few milliseconds

using Flags = std::vector<bool>;
using BitLists = std::vector<std::vector<int>>;
using Pairs = std::vector<std::pair<int, int>>;
using OfficeTuple = std::tuple<std::vector<int>, Flags, Flags, Flags, int, std::vector<std::vector<Rating>>>;
using KindTuple = std::tuple<int, int, int, bool>;
// by stop: location, spot, marks, flags (through, ends, own, meets, home)
using StopTuple = std::tuple<int, int, std::vector<int>, Flags>;
// by link: both stops, both terminals, shared track, hexes
using LinkTuple = std::tuple<std::pair<int, int>, std::pair<int, int>, std::vector<int>, std::vector<int>>;
// routes by train as links in order, the rating, a bound, positions looked at
using Answer = std::tuple<std::vector<std::vector<int>>, Rating, Rating, long long>;

inline Mask mask_of(const std::vector<int>& numbers) {
    Mask mask = 0;
    for (int n : numbers) {
        if (n < 0 || n >= kWidest) throw std::length_error("more than the kernel is made for");
        mask |= bit(n);
    }
    return mask;
}

inline void in_range(int n, std::size_t size) {
    if (n < 0 || static_cast<std::size_t>(n) >= size) throw std::invalid_argument("a number that names nothing");
}

inline void add_stops(Problem& problem, const std::vector<StopTuple>& stops) {
    for (const auto& [location, spot, marks, flags] : stops) {
        if (flags.size() != 5) throw std::invalid_argument("every stop needs all of its flags");
        in_range(location, problem.worth.size());
        in_range(spot, problem.worth.size());
        problem.location.push_back(location);
        problem.spot.push_back(spot);
        problem.marks.push_back(mask_of(marks));
        problem.through.push_back(flags[0]);
        problem.ends.push_back(flags[1]);
        problem.own.push_back(flags[2]);
        problem.meets.push_back(flags[3]);
        problem.home.push_back(flags[4]);
    }
}

inline void add_links(Problem& problem, const std::vector<LinkTuple>& links) {
    for (const auto& [stops, ends, shared, hexes] : links) {
        for (int stop : {stops.first, stops.second}) in_range(stop, problem.location.size());
        for (int end : {ends.first, ends.second}) in_range(end, problem.at.size());
        problem.links.push_back(stops);
        problem.terminal.push_back(ends);
        problem.shared.push_back(mask_of(shared));
        problem.hexes.push_back(hexes);
        problem.steps.push_back(static_cast<int>(hexes.size()) - 1);
    }
}

inline void add_offices(Problem& problem, const std::vector<OfficeTuple>& offices) {
    for (const auto& [weights, open, pays, flags, subsidised, line] : offices) {
        if (weights.size() != problem.location.size() || open.size() != weights.size() ||
            pays.size() != weights.size() || flags.size() != 5)
            throw std::invalid_argument("every service needs to know every stop");
        if (!line.empty() && line.size() != problem.at.size()) throw std::invalid_argument("a line for each end");
        problem.offices.push_back({weights, {open.begin(), open.end()}, {pays.begin(), pays.end()}, flags[0], flags[1],
                                   flags[2], flags[3], flags[4], subsidised, line});
        if (subsidised < 0) continue;
        for (const auto& hexes : problem.hexes)
            for (int hex : hexes) in_range(subsidised + hex, problem.worth.size());
    }
}

inline Answer solve(const std::vector<Rating>& worth, const std::vector<int>& payee, const std::vector<StopTuple>& stops,
                    const std::vector<LinkTuple>& links, const std::vector<int>& at, const std::vector<int>& kind_marks,
                    const std::vector<OfficeTuple>& offices, const std::vector<KindTuple>& kinds,
                    const std::vector<int>& trains, long long budget, const Watcher& watcher) {
    if (worth.size() > kWidest) throw std::length_error("more than the kernel is made for");
    Problem problem;
    problem.worth = worth;
    if (payee.size() != worth.size()) throw std::invalid_argument("somebody is paid for everything");
    for (int n : payee) in_range(n, worth.size());
    problem.payee = payee;
    add_stops(problem, stops);
    for (int stop : at) in_range(stop, stops.size());
    problem.at = at;
    add_links(problem, links);
    problem.kind_marks = mask_of(kind_marks);
    add_offices(problem, offices);
    for (auto [office, reach, pays, alone] : kinds) {
        in_range(office, offices.size());
        problem.kinds.push_back({office, reach, pays, alone});
    }
    for (int kind : trains) in_range(kind, kinds.size());
    problem.trains = trains;
    nanobind::gil_scoped_release free_for_others;
    const Search* watched = nullptr;
    auto answer = [&]() -> Answer { return {watched->routes, watched->rating, watched->bound(), watched->pulse.looked_at}; };
    Pulse pulse(
        budget, attentive([&] { return !watcher || !watched || nanobind::cast<bool>((*watcher)(answer())); }), kPatience);
    Search search(problem, pulse);
    watched = &search;
    search.run();
    return answer();
}

inline void register_with(nanobind::module_& m) {
    namespace nb = nanobind;
    m.def("together_version", [] { return kVersion; });
    m.def("solve_together", &solve, nb::arg("worth"), nb::arg("payee"), nb::arg("stops"), nb::arg("links"), nb::arg("at"),
          nb::arg("kind_marks"), nb::arg("offices"), nb::arg("kinds"), nb::arg("trains"), nb::arg("budget") = 0,
          nb::arg("watcher") = nb::none());
}

}  // namespace stockrail::together
