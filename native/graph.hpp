// A problem as the search sees it: counted stops, and the moves between them over stops that do not count.
#pragma once

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "bits.hpp"

namespace stockrail {

constexpr int kTail = -1;  // the head of a move that ends a route at a stop that does not count

struct Link {
    int first, last;
    std::vector<int> track;  // bits of track that may be used once only
};

struct Bonus {
    std::vector<int> ends;   // the stops at both of which a route must end
    std::vector<int> table;  // what it pays, by own stations on the route
};

struct Problem {
    std::vector<int> values, weight, ending, trains;
    std::vector<char> own, through;
    std::vector<std::vector<int>> groups;  // by stop; a route visits one stop of a group at most
    std::vector<Link> links;
    std::vector<Bonus> bonuses;
    bool doubles = false;
    int width = 0;        // bits of track
    int group_count = 0;
};

template <int W>
struct Move {
    int from, head;          // head is kTail where the route ends on the way
    Bits<W> uses;            // track, and above it the groups of all stops that it comes to
    int extra;               // what the stops on the way pay
    std::vector<int> links;
    std::vector<int> bits;   // the same as uses, one by one
};

template <int W>
class Graph {
public:
    explicit Graph(const Problem& given) : problem(given), size(given.width + given.group_count) {
        stops = static_cast<int>(problem.values.size());
        link_bits.resize(problem.links.size());
        adjacent.resize(stops);
        for (std::size_t n = 0; n < problem.links.size(); ++n) {
            const Link& link = problem.links[n];
            for (int bit : link.track) link_bits[n].set(bit);
            adjacent[link.first].push_back({link.last, static_cast<int>(n)});
            adjacent[link.last].push_back({link.first, static_cast<int>(n)});
        }
        for (int bit = 0; bit < problem.width; ++bit) track.set(bit);
        for (int stop = 0; stop < stops; ++stop)
            if (problem.weight[stop]) nodes.push_back(stop);
        find_group_bits();
        find_moves();
        find_followers();
        find_unit();
    }

    const Problem& problem;
    int size;
    int stops = 0;
    int unit = 1;  // all sums are multiples of it
    Bits<W> track;
    std::vector<Bits<W>> group_bits;             // by stop
    std::vector<int> nodes;
    std::vector<Move<W>> moves;                  // to counted stops
    std::vector<Move<W>> tails;                  // to the end of a route
    std::vector<std::vector<int>> moves_from;    // by stop
    std::vector<std::vector<int>> tails_from;
    std::vector<std::vector<int>> next_moves;    // by move: the moves that may follow it
    std::vector<std::vector<int>> next_tails;

private:
    void find_group_bits() {
        group_bits.resize(stops);
        for (int stop = 0; stop < stops; ++stop)
            for (int group : problem.groups[stop]) group_bits[stop].set(problem.width + group);
    }

    void find_moves() {
        moves_from.resize(stops);
        tails_from.resize(stops);
        for (int node : nodes) {
            Move<W> way{node, kTail, {}, 0, {}, {}};
            stretch(node, group_bits[node], way);
        }
    }

    void stretch(int at, const Bits<W>& home, const Move<W>& way) {
        for (auto [other, link] : adjacent[at]) {
            Bits<W> adds = link_bits[link] | group_bits[other];
            if (adds.meets(way.uses | home)) continue;
            Move<W> further = way;
            further.uses |= adds;
            further.links.push_back(link);
            if (problem.weight[other]) {
                further.head = other;
                keep(further, moves, moves_from);
                continue;
            }
            further.extra += problem.values[other];
            if (problem.through[other]) stretch(other, home, further);
            further.extra += problem.ending[other];
            keep(further, tails, tails_from);
        }
    }

    static void keep(Move<W> move, std::vector<Move<W>>& list, std::vector<std::vector<int>>& by_stop) {
        move.uses.each([&](int bit) { move.bits.push_back(bit); });
        by_stop[move.from].push_back(static_cast<int>(list.size()));
        list.push_back(std::move(move));
    }

    void find_followers() {
        next_moves.resize(moves.size());
        next_tails.resize(moves.size());
        for (std::size_t m = 0; m < moves.size(); ++m) {
            const Move<W>& move = moves[m];
            if (!problem.through[move.head]) continue;
            Bits<W> behind = move.uses | group_bits[move.from];
            for (int next : moves_from[move.head])
                if (!moves[next].uses.meets(behind)) next_moves[m].push_back(next);
            for (int next : tails_from[move.head])
                if (!tails[next].uses.meets(behind)) next_tails[m].push_back(next);
        }
    }

    void find_unit() {
        int common = 0;
        for (int value : problem.values) common = std::gcd(common, value);
        for (int pays : problem.ending) common = std::gcd(common, pays);
        for (const Bonus& bonus : problem.bonuses)
            for (int pays : bonus.table) common = std::gcd(common, pays);
        unit = std::max(common, 1);
    }

    std::vector<Bits<W>> link_bits;
    std::vector<std::vector<std::pair<int, int>>> adjacent;
};

}  // namespace stockrail
