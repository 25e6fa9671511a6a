// What can be chosen for the trains: routes, pairs of ends, and the ways to join trains into chains.
#pragma once

#include <memory>

#include "together_ways.hpp"

namespace stockrail::together {

using Team = std::vector<int>;  // kinds of the trains in a chain, rising; one train is a chain, too

struct Choice {
    Mask chosen, certain;
    Rating value;
    Mask touch;  // all spots in which it could meet another route
    bool home;
    int steps;
    int way;          // where it is settled, else -1
    int first, last;  // terminals, where it is not
};

struct Slot {
    Team team;
    int limit;
    bool operator==(const Slot& other) const { return team == other.team; }
};

struct Span {
    int steps;
    Mask touch;
    bool home;
};

class Choices {
public:
    Choices(const Problem& given, Pulse& beats) : problem(given), pulse(beats) {}

    // To be done before anything is asked.
    void find_ways() {
        for (int kind = 0; kind < static_cast<int>(problem.kinds.size()); ++kind)
            ways.push_back(std::make_unique<Ways>(problem, kind, pulse));
    }

    const std::vector<Choice>& of(const Team& team) {
        auto [found, fresh] = made.try_emplace(team);
        if (fresh) found->second = ways[team[0]]->office.ends_pay ? between_ends(team) : settled(*ways[team[0]]);
        return found->second;
    }

    // The pairs of terminals that a team can join. Chains that meet a joint again are not sorted out here.
    const std::map<std::pair<int, int>, Span>& spans(const Team& team) {
        auto [found, fresh] = known_spans.try_emplace(team);
        if (fresh) {
            auto all = team.size() == 1 ? single(team[0]) : joined(team);
            known_spans[team] = std::move(all);
        }
        return known_spans[team];
    }

    struct Onward {
        int first, last;
    };

    // The pairs that a train can join, by the spot of the first.
    const std::vector<Onward>& pairs_from(int kind, int spot) {
        auto [found, fresh] = known_pairs.try_emplace(kind);
        if (fresh) {
            found->second.resize(problem.worth.size() + 1);
            for (const auto& [pair, span] : spans({kind}))
                found->second[problem.spot_of(pair.first)].push_back({pair.first, pair.second});
        }
        return found->second[spot];
    }

    // How many hexes a team needs at least from a spot to a terminal.
    int least_steps(const Team& team, int spot, int last) {
        auto [found, fresh] = known_least.try_emplace(team);
        if (fresh)
            for (const auto& [pair, span] : spans(team)) {
                auto [entry, first_one] =
                    found->second.try_emplace({problem.spot_of(pair.first), pair.second}, span.steps);
                if (!first_one) entry->second = std::min(entry->second, span.steps);
            }
        auto entry = found->second.find({spot, last});
        return entry == found->second.end() ? kFar : entry->second;
    }

    const Problem& problem;
    Pulse& pulse;
    std::vector<std::unique_ptr<Ways>> ways;

private:
    std::vector<Choice> settled(const Ways& own) const {
        std::vector<Choice> found;
        found.reserve(own.ways.size());
        for (int n = 0; n < static_cast<int>(own.ways.size()); ++n) {
            const Way& way = own.ways[n];
            found.push_back({way.chosen, way.certain, -kTrain - way.steps, way.touch, way.home, way.steps, n, -1, -1});
        }
        return found;
    }

    std::vector<Choice> between_ends(const Team& team) {
        const Office& office = ways[team[0]]->office;
        std::vector<Choice> found;
        for (const auto& [pair, span] : spans(team)) {
            auto [first, last] = pair;
            if (first > last) continue;
            Mask certain = 0;
            for (int end : {first, last})
                if (office.pays[problem.at[end]] && problem.worth[problem.place(end)] > 0)
                    certain |= bit(problem.place(end)) | bit(problem.spot_of(end));
            // Sets that are rings are measured from the one stop where they begin and end.
            const int other = office.sets && problem.spot_of(first) == problem.spot_of(last) ? first : last;
            const Rating bonus = office.line.empty() ? 0 : office.line[first][other];
            const Rating value = bonus - static_cast<Rating>(team.size()) * kTrain - span.steps;
            found.push_back({0, certain, value, span.touch, span.home, span.steps, -1, first, last});
        }
        return found;
    }

    std::map<std::pair<int, int>, Span> single(int kind) const {
        std::map<std::pair<int, int>, Span> found;
        const int size = problem.terminals();
        for (const auto& [code, pair] : ways[kind]->by_ends) {
            const Span span{pair.steps, pair.touch, pair.home};
            found[{code / size, code % size}] = span;
            found[{code % size, code / size}] = span;
        }
        return found;
    }

    std::map<std::pair<int, int>, Span> joined(const Team& team) {
        const int size = problem.terminals();
        std::vector<Span> table(static_cast<std::size_t>(size) * size, Span{kFar, 0, false});
        for (std::size_t n = 0; n < team.size(); ++n) {
            if (n && team[n] == team[n - 1]) continue;
            Team rest = team;
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(n));
            const auto before = spans(rest);
            const auto& link = spans({team[n]});
            std::vector<std::vector<std::pair<int, Span>>> by_joint(problem.worth.size() + 1);
            for (const auto& [pair, span] : link) by_joint[problem.spot_of(pair.first)].push_back({pair.second, span});
            for (const auto& [pair, span] : before) {
                look(pulse);
                auto [first, joint] = pair;
                if (!problem.meets[problem.at[joint]] || problem.spot_of(joint) == problem.spot_of(first)) continue;
                for (const auto& [last, more] : by_joint[problem.spot_of(joint)]) {
                    Span& all = table[static_cast<std::size_t>(first) * size + last];
                    all = {std::min(all.steps, span.steps + more.steps), all.touch | span.touch | more.touch,
                           all.home || span.home || more.home};
                }
            }
        }
        std::map<std::pair<int, int>, Span> found;
        for (int first = 0; first < size; ++first)
            for (int last = 0; last < size; ++last)
                if (const Span& span = table[static_cast<std::size_t>(first) * size + last]; span.steps < kFar)
                    found[{first, last}] = span;
        return found;
    }

    std::map<Team, std::vector<Choice>> made;
    std::map<Team, std::map<std::pair<int, int>, Span>> known_spans;
    std::map<int, std::vector<std::vector<Onward>>> known_pairs;
    std::map<Team, std::map<std::pair<int, int>, int>> known_least;
};

// All ways to join trains or to let them run by themselves. A slot may stay empty in any of them.
class Formations {
public:
    explicit Formations(const Problem& given) : problem(given), all{{}} {
        std::map<int, std::map<int, int>> by_office;
        for (int kind : problem.trains) ++by_office[problem.kinds[kind].office][kind];
        for (const auto& [office, counts] : by_office) {
            std::vector<std::vector<Team>> options;
            if (problem.offices[office].joined)
                options = problem.offices[office].sets ? sets(counts) : teams(counts);
            else
                options = {singles(counts)};
            std::vector<std::vector<Slot>> longer;
            for (const auto& begun : all)
                for (const auto& option : options) {
                    longer.push_back(begun);
                    for (const Team& team : option)
                        longer.back().push_back({team, std::max(0, problem.kinds[team[0]].pays)});
                }
            all = std::move(longer);
        }
    }

    const Problem& problem;
    std::vector<std::vector<Slot>> all;

private:
    using Counts = std::map<int, int>;

    static std::vector<Team> singles(const Counts& counts) {
        std::vector<Team> found;
        for (auto [kind, times] : counts)
            for (int n = 0; n < times; ++n) found.push_back({kind});
        return found;
    }

    // Of trains that are joined in as many chains as there are. Those that may not run alone are in the first.
    std::vector<std::vector<Team>> sets(const Counts& counts) const {
        Counts free, bound;
        for (auto [kind, times] : counts) (problem.kinds[kind].alone ? free : bound)[kind] = times;
        std::vector<std::vector<Team>> found;
        add_chains(free, {}, found);
        for (const Counts& held : some_of(bound)) {
            if (held.empty()) continue;
            for (const Counts& joined : some_of(free)) {
                Counts all = held;
                all.insert(joined.begin(), joined.end());
                std::vector<std::vector<Team>> others;
                if (joined.empty())
                    others.push_back({});
                else
                    add_chains(less(free, joined), {}, others);
                for (const auto& rest : others) {
                    found.push_back({members(all)});
                    found.back().insert(found.back().end(), rest.begin(), rest.end());
                }
            }
        }
        return found;
    }

    // All ways to join some trains in chains, each no higher than the one before, and to leave the rest alone.
    static void add_chains(const Counts& counts, const std::vector<Team>& begun, std::vector<std::vector<Team>>& found) {
        found.push_back(begun);
        for (const Team& alone : singles(counts)) found.back().push_back(alone);
        for (const Counts& some : some_of(counts)) {
            const Team team = members(some);
            if (team.size() < 2 || (!begun.empty() && begun.back() < team)) continue;
            std::vector<Team> further = begun;
            further.push_back(team);
            add_chains(less(counts, some), further, found);
        }
    }

    static Team members(const Counts& counts) {
        Team team;
        for (auto [kind, times] : counts) team.insert(team.end(), times, kind);
        return team;
    }

    static Counts less(Counts counts, const Counts& taken) {
        for (auto [kind, times] : taken) counts[kind] -= times;
        return counts;
    }

    static std::vector<Counts> some_of(const Counts& counts) {
        std::vector<Counts> chosen{{}};
        for (auto [kind, times] : counts) {
            std::vector<Counts> longer;
            for (const Counts& begun : chosen)
                for (int n = 0; n <= times; ++n) {
                    longer.push_back(begun);
                    if (n) longer.back()[kind] = n;
                }
            chosen = std::move(longer);
        }
        return chosen;
    }

    // Of trains that must be joined with each other, except that some may run alone.
    std::vector<std::vector<Team>> teams(const Counts& counts) const {
        Counts free;
        for (auto [kind, times] : counts)
            if (problem.kinds[kind].alone) free[kind] = times;
        std::vector<std::vector<Team>> found;
        if (!free.empty()) found.push_back(singles(free));
        for (auto [kind, times] : counts)
            if (!free.count(kind)) found.push_back({{kind}});
        for (const Counts& team : some_of(counts)) {
            Team kinds;
            Counts rest = free;
            bool has_free = false;
            for (auto [kind, times] : team) {
                kinds.insert(kinds.end(), times, kind);
                if (!free.count(kind)) continue;
                has_free = true;
                rest[kind] -= times;
            }
            if (kinds.size() < 2) continue;
            std::vector<Team> formation{kinds};
            if (has_free)
                for (const Team& alone : singles(rest)) formation.push_back(alone);
            found.push_back(formation);
        }
        return found;
    }
};

}  // namespace stockrail::together
