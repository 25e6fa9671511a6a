// Rules that follow from "no track twice" only for whole routes, and so are news to bounds that mix halves of routes.
//
// Of three ways that meet in one place a route which passes uses two, so that one route passes at most; but half a
// route by each pair of ways would use no way more than once. In general: of an odd set of track, at most half of it,
// rounded down, can be used in pairs.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace stockrail {

struct Cut {
    std::vector<int> track;  // a move counts as often as it uses two of these
    int capacity;
};

constexpr std::size_t kMostCuts = 400;

// The ways out of a stop, told by a bit that all links of one way share; none if a link may be used by everybody.
inline std::vector<int> ways_out(const std::vector<const std::vector<int>*>& links) {
    std::map<int, int> users;
    for (const auto* track : links)
        for (int bit : *track) ++users[bit];
    std::set<int> ways;
    for (const auto* track : links) {
        if (track->empty()) return {};
        ways.insert(*std::max_element(track->begin(), track->end(), [&](int a, int b) { return users[a] < users[b]; }));
    }
    return {ways.begin(), ways.end()};
}

// Triples of track where links run from each to each: junctions.
inline std::vector<Cut> junctions(const std::vector<const std::vector<int>*>& links) {
    std::set<std::set<int>> masks;
    for (const auto* track : links)
        if (track->size() > 1) masks.emplace(track->begin(), track->end());
    std::map<std::pair<int, int>, std::vector<const std::set<int>*>> pairs;
    for (const auto& mask : masks)
        for (int a : mask)
            for (int b : mask)
                if (a < b) pairs[{a, b}].push_back(&mask);
    auto joins = [&](int a, int b, int without) {
        auto found = pairs.find({std::min(a, b), std::max(a, b)});
        return found != pairs.end() && std::any_of(found->second.begin(), found->second.end(),
                                                   [&](const auto* mask) { return !mask->count(without); });
    };
    std::vector<Cut> cuts;
    for (const auto& [ends, known] : pairs)
        for (auto third = pairs.lower_bound({ends.second, 0}); third != pairs.end(); ++third) {
            const int a = ends.first, b = ends.second, c = third->first.second;
            if (third->first.first != b) break;
            if (joins(a, b, c) && joins(b, c, a) && joins(a, c, b) && cuts.size() < kMostCuts) cuts.push_back({{a, b, c}, 1});
        }
    return cuts;
}

}  // namespace stockrail
