// Trains that are joined wherever they end at the same stop; see routes/together/sets.py.
#pragma once

#include <map>
#include <set>

#include "together_problem.hpp"

namespace stockrail::together {

// Routes that shall be a set. Of one without ends, `ring` is the stop that it shall pay.
struct JoinedTeam {
    std::vector<int> routes;
    bool is_ring = false;
    int ring = 0;
};

// Whether teams of routes are the sets which these routes make, in whatever order and direction they are written.
class Sets {
public:
    Sets(std::vector<std::pair<int, int>> both, std::vector<char> held, Pulse& beats)
        : ends(std::move(both)), bound(std::move(held)), pulse(beats) {}

    bool fit(const std::vector<JoinedTeam>& teams) {
        std::map<int, int> times;
        for (auto [first, last] : ends) ++times[first], ++times[last];
        for (auto [stop, count] : times)
            if (count > 2) return fit_in_some_order(teams);
        std::map<int, std::size_t> owner;
        for (std::size_t k = 0; k < teams.size(); ++k) {
            for (int n : teams[k].routes)
                for (int stop : {ends[n].first, ends[n].second})
                    if (owner.try_emplace(stop, k).first->second != k) return false;
            if (teams[k].is_ring && starts(teams[k]).empty()) return false;
        }
        return true;
    }

private:
    using Rest = std::vector<int>;  // routes, in the order in which they are taken

    struct Start {
        int route;
        bool turned;
    };

    std::vector<Start> starts(const JoinedTeam& team) const {
        const bool held = std::any_of(team.routes.begin(), team.routes.end(), [&](int n) { return bound[n]; });
        std::vector<Start> found;
        for (int route : team.routes)
            for (bool turned : {false, true}) {
                const int begins = turned ? ends[route].second : ends[route].first;
                if ((!held || bound[route]) && (!team.is_ring || begins == team.ring)) found.push_back({route, turned});
            }
        return found;
    }

    bool fit_in_some_order(const std::vector<JoinedTeam>& teams) {
        if (teams.empty()) return true;
        for (std::size_t k = 0; k < teams.size(); ++k) {
            std::vector<JoinedTeam> others = teams;
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
            bool held = false;  // the first set has all trains that may not run alone
            for (const JoinedTeam& other : others)
                for (int n : other.routes) held = held || bound[n];
            if (!held && grows(teams[k], others) && fit_in_some_order(others)) return true;
        }
        return false;
    }

    bool grows(const JoinedTeam& team, const std::vector<JoinedTeam>& others) {
        Rest order = team.routes;
        for (const JoinedTeam& other : others) order.insert(order.end(), other.routes.begin(), other.routes.end());
        for (auto [start, turned] : starts(team)) {
            Rest rest = without(order, {start});
            auto [first, last] = ends[start];
            if (turned) std::swap(first, last);
            Rest grown = following(first, rest);
            const Rest after = following(last, without(rest, grown));
            grown.insert(grown.end(), after.begin(), after.end());
            grown.push_back(start);
            if (std::set<int>(grown.begin(), grown.end()) == std::set<int>(team.routes.begin(), team.routes.end()))
                return true;
        }
        return false;
    }

    // The branch that goes on from a stop: the first with a train that may not run alone, else the longest.
    Rest following(int at, const Rest& rest) {
        if (auto found = known.find({at, rest}); found != known.end()) return found->second;
        look(pulse);
        Rest best;
        for (int n : rest) {
            if (ends[n].first != at && ends[n].second != at) continue;
            Rest branch = following(ends[n].first == at ? ends[n].second : ends[n].first, without(rest, {n}));
            branch.insert(branch.begin(), n);
            const bool binds = std::any_of(branch.begin(), branch.end(), [&](int k) { return bound[k]; });
            if (binds || branch.size() > best.size()) best = std::move(branch);
            if (binds) break;
        }
        return known[{at, rest}] = best;
    }

    static Rest without(const Rest& rest, const Rest& gone) {
        Rest left;
        for (int n : rest)
            if (std::find(gone.begin(), gone.end(), n) == gone.end()) left.push_back(n);
        return left;
    }

    std::vector<std::pair<int, int>> ends;
    std::vector<char> bound;  // by route: whether its train may not run alone
    Pulse& pulse;
    std::map<std::pair<int, Rest>, Rest> known;
};

}  // namespace stockrail::together
