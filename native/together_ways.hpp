// All that one train can do: its routes, put together where they come to the same.
#pragma once

#include <algorithm>
#include <unordered_map>

#include "together_problem.hpp"

namespace stockrail::together {

struct Way {
    Mask chosen, certain;  // resources to choose from, and those that pay in any case
    Mask touch;            // spots where another route can meet it
    Mask marks;            // what it may come to once only, besides locations
    int ends;              // terminals at both ends as one number, or -1 where all stops pay
    bool home;
    int steps;
    std::vector<int> links;
};

class Ways {
public:
    Ways(const Problem& given, int number, Pulse& beats)
        : problem(given), kind(given.kinds[number]), office(given.offices[kind.office]), pulse(beats) {
        neighbours();
        distances();
        for (int stop = 0; stop < problem.stops(); ++stop) {
            if (!problem.ends[stop] || !office.open[stop]) continue;
            Walk walk;
            walk.first = walk.at = stop;
            walk.left = kind.reach - (office.by_hexes ? 0 : office.weights[stop]);
            if (walk.left < 0) continue;
            arrive(walk, stop);
            step(walk);
        }
        index.clear();
        if (office.ends_pay) sort_by_ends();
    }

    // The ways between two terminals that are shorter or touch more than any other, the shortest first. They are
    // written from the lower terminal to the higher.
    const std::vector<int>& between(int first, int last) {
        auto& found = by_ends[code(std::min(first, last), std::max(first, last))];
        if (!found.thinned) thin(found);
        return found.ways;
    }

    int code(int first, int last) const { return first * problem.terminals() + last; }

    const Problem& problem;
    const Kind& kind;
    const Office& office;
    std::vector<Way> ways;

    struct Pair {
        std::vector<int> ways;
        int steps = kFar;
        Mask touch = 0;
        bool home = false, thinned = false;
    };
    std::map<int, Pair> by_ends;

private:
    struct Walk {
        int first, at, left, steps = 0;
        Mask visited = 0, marks = 0, track = 0, touch = 0, chosen = 0, certain = 0;
        bool home = false, token = false;
    };

    struct Key {
        Mask chosen, certain, touch, marks;
        int ends;
        bool home;
        bool operator==(const Key& o) const {
            return chosen == o.chosen && certain == o.certain && touch == o.touch && marks == o.marks &&
                   ends == o.ends && home == o.home;
        }
    };
    struct Hash {
        std::size_t operator()(const Key& key) const {
            std::uint64_t mixed = static_cast<std::uint64_t>(key.ends) * 2 + key.home;
            for (Mask mask : {key.chosen, key.certain, key.touch, key.marks})
                for (auto word : {static_cast<std::uint64_t>(mask), static_cast<std::uint64_t>(mask >> 64)})
                    mixed = (mixed ^ word) * 0x9E3779B97F4A7C15u, mixed ^= mixed >> 29;
            return static_cast<std::size_t>(mixed);
        }
    };

    int cost(int stop, int link) const { return office.by_hexes ? problem.steps[link] : office.weights[stop]; }

    void neighbours() {
        near.resize(problem.stops());
        hex_masks.resize(problem.links.size());
        for (int link = 0; link < static_cast<int>(problem.links.size()); ++link) {
            auto [first, last] = problem.links[link];
            near[first].push_back({last, link});
            near[last].push_back({first, link});
            if (office.subsidised >= 0)
                for (int hex : problem.hexes[link]) hex_masks[link] |= bit(office.subsidised + hex);
        }
    }

    // How much of the reach it takes at least to come to an own token.
    void distances() {
        for (char own : problem.own) to_token.push_back(own ? 0 : kFar);
        for (bool changed = true; changed;) {
            changed = false;
            for (int stop = 0; stop < problem.stops(); ++stop)
                for (auto [other, link] : near[stop])
                    if (office.open[other] && to_token[other] + cost(other, link) < to_token[stop]) {
                        to_token[stop] = to_token[other] + cost(other, link);
                        changed = true;
                    }
        }
    }

    void arrive(Walk& walk, int stop) const {
        const int location = problem.location[stop];
        walk.visited |= bit(location);
        walk.marks |= problem.marks[stop];
        if (problem.meets[stop]) walk.touch |= bit(problem.spot[stop]);
        walk.home |= problem.home[stop] != 0;
        walk.token |= problem.own[stop] != 0;
        if (office.ends_pay || !office.pays[stop] || problem.worth[location] <= 0) return;
        (kind.pays >= 0 && office.weights[stop] > 0 ? walk.chosen : walk.certain) |= bit(location);
        if (problem.spot[stop] != location) walk.certain |= bit(problem.spot[stop]);
    }

    void step(const Walk& walk) {
        look(pulse);
        if (!path.empty()) {
            if (walk.token && problem.ends[walk.at] && walk.first < walk.at) keep(walk);
            if (!problem.through[walk.at]) return;
        }
        for (auto [other, link] : near[walk.at]) {
            const int left = walk.left - cost(other, link);
            if (left < 0 || !office.open[other] || (walk.visited & bit(problem.location[other])) ||
                (walk.marks & problem.marks[other]) || (walk.track & problem.shared[link]))
                continue;
            if (!walk.token && to_token[other] > left) continue;
            Walk onward = walk;
            onward.at = other;
            onward.left = left;
            onward.track |= problem.shared[link];
            onward.certain |= hex_masks[link];
            onward.steps += problem.steps[link];
            arrive(onward, other);
            path.push_back(link);
            step(onward);
            path.pop_back();
        }
    }

    int terminal(int stop, int link) const {
        return problem.links[link].first == stop ? problem.terminal[link].first : problem.terminal[link].second;
    }

    void keep(const Walk& walk) {
        Way way{walk.chosen, walk.certain, walk.touch, 0, -1, walk.home, walk.steps, {}};
        bool turned = false;
        if (office.ends_pay) {
            int first = terminal(walk.first, path.front()), last = terminal(walk.at, path.back());
            turned = first > last;
            if (turned) std::swap(first, last);
            way.ends = code(first, last);
            way.certain = 0;
            way.marks = office.as_one ? walk.marks & problem.kind_marks : Mask{0};
        }
        auto [found, fresh] =
            index.try_emplace(Key{way.chosen, way.certain, way.touch, way.marks, way.ends, way.home},
                              static_cast<int>(ways.size()));
        if (!fresh && ways[found->second].steps <= way.steps) return;
        way.links = path;
        if (turned) std::reverse(way.links.begin(), way.links.end());
        if (fresh)
            ways.push_back(std::move(way));
        else
            ways[found->second] = std::move(way);
    }

    void sort_by_ends() {
        for (int n = 0; n < static_cast<int>(ways.size()); ++n) {
            Pair& pair = by_ends[ways[n].ends];
            pair.ways.push_back(n);
            pair.steps = std::min(pair.steps, ways[n].steps);
            pair.touch |= ways[n].touch;
            pair.home |= ways[n].home;
        }
    }

    void thin(Pair& pair) {
        std::sort(pair.ways.begin(), pair.ways.end(), [&](int a, int b) {
            return std::make_pair(ways[a].steps, -count(ways[a].touch)) <
                       std::make_pair(ways[b].steps, -count(ways[b].touch)) ||
                   (ways[a].steps == ways[b].steps && count(ways[a].touch) == count(ways[b].touch) && a < b);
        });
        std::vector<int> kept;
        for (int n : pair.ways) {
            const Way& way = ways[n];
            bool beaten = std::any_of(kept.begin(), kept.end(), [&](int k) {
                const Way& other = ways[k];
                return !(way.touch & ~other.touch) && other.home >= way.home && !(other.marks & ~way.marks);
            });
            if (!beaten) kept.push_back(n);
        }
        pair.ways = std::move(kept);
        pair.thinned = true;
    }

    Pulse& pulse;
    std::vector<std::vector<std::pair<int, int>>> near;
    std::vector<Mask> hex_masks;
    std::vector<int> to_token;
    std::vector<int> path;
    std::unordered_map<Key, int, Hash> index;
};

}  // namespace stockrail::together
