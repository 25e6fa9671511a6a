// A problem as the search sees it: counted stops, and the moves between them over stops that do not count.
#pragma once

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "bits.hpp"
#include "cuts.hpp"

namespace stockrail {

constexpr int kScale = 32;  // money is counted in parts, so that prices can be finer
constexpr int kTail = -1;   // the head of a move that ends a route at a stop that does not count

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
    int doubles = 0;      // so many times more one counted stop of one route pays its value
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
    std::vector<int> things;  // what of all trains' things it uses: track and cuts
};

template <int W>
class Graph {
public:
    explicit Graph(const Problem& given) : problem(given), width(given.width + 1), doubling(given.width), size(width + given.group_count),
          values(scaled(given.values)), ending(scaled(given.ending)) {
        stops = static_cast<int>(problem.values.size());
        link_bits.resize(problem.links.size());
        adjacent.resize(stops);
        for (std::size_t n = 0; n < problem.links.size(); ++n) {
            const Link& link = problem.links[n];
            for (int bit : link.track) link_bits[n].set(bit);
            adjacent[link.first].push_back({link.last, static_cast<int>(n)});
            adjacent[link.last].push_back({link.first, static_cast<int>(n)});
        }
        for (int bit = 0; bit < width; ++bit) track.set(bit);
        for (int stop = 0; stop < stops; ++stop)
            if (problem.weight[stop]) nodes.push_back(stop);
        find_group_bits();
        find_cuts();
        find_moves();
        find_unit();
    }

    const Problem& problem;
    int width;     // bits of track, and one for the doubling, which like track is there once
    int doubling;  // that bit
    int size;      // with a bit for each group of stops
    std::vector<int> capacity;        // how often all trains together may use a thing: track once, then the cuts
    std::vector<int> pass_cut;        // by stop: the cut that counts the routes which pass it, or -1
    std::vector<int> values, ending;  // finer than they are, so that prices need not be whole
    int stops = 0;
    int unit = 1;  // all sums are multiples of it
    Bits<W> track;
    std::vector<Bits<W>> group_bits;             // by stop
    std::vector<std::vector<int>> group_list;
    std::vector<int> nodes;
    std::vector<Move<W>> moves;                  // to counted stops
    std::vector<Move<W>> tails;                  // to the end of a route
    std::vector<std::vector<int>> moves_from;    // by stop
    std::vector<std::vector<int>> tails_from;

private:
public:
    // What it brings to double a stop.
    int again(int stop) const { return problem.doubles * values[stop]; }

private:
    static std::vector<int> scaled(std::vector<int> sums) {
        for (int& sum : sums) sum *= kScale;
        return sums;
    }

    void find_group_bits() {
        group_bits.resize(stops);
        for (int stop = 0; stop < stops; ++stop)
            for (int group : problem.groups[stop]) group_bits[stop].set(width + group);
        group_list.resize(stops);
        for (int stop = 0; stop < stops; ++stop)
            group_bits[stop].each([&](int bit) { group_list[stop].push_back(bit); });
    }

    void find_cuts() {
        capacity.assign(width, 1);
        pass_cut.assign(stops, -1);
        std::vector<std::vector<const std::vector<int>*>> at(stops);
        std::vector<const std::vector<int>*> all;
        for (const Link& link : problem.links) {
            at[link.first].push_back(&link.track);
            at[link.last].push_back(&link.track);
            all.push_back(&link.track);
        }
        std::vector<Cut> cuts = junctions(all);
        for (int stop = 0; stop < stops; ++stop) {
            const auto ways = ways_out(at[stop]);
            const int odd = static_cast<int>(ways.size());
            if (odd < 3 || odd % 2 == 0 || !problem.through[stop]) continue;
            if (problem.weight[stop]) pass_cut[stop] = width + static_cast<int>(cuts.size());
            cuts.push_back({problem.weight[stop] ? std::vector<int>{} : ways, odd / 2});
        }
        for (const Cut& cut : cuts) {
            capacity.push_back(cut.capacity);
            cut_bits.emplace_back();
            for (int bit : cut.track) cut_bits.back().set(bit);
        }
    }

    void find_moves() {
        moves_from.resize(stops);
        tails_from.resize(stops);
        for (int node : nodes) {
            Move<W> way{node, kTail, {}, 0, {}, {}, {}};
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
            further.extra += values[other];
            if (problem.through[other]) stretch(other, home, further);
            further.extra += ending[other];
            keep(further, tails, tails_from);
        }
    }

    void keep(Move<W> move, std::vector<Move<W>>& list, std::vector<std::vector<int>>& by_stop) const {
        move.uses.each([&](int bit) {
            move.bits.push_back(bit);
            if (bit < width) move.things.push_back(bit);
        });
        for (std::size_t c = 0; c < cut_bits.size(); ++c)
            for (int pairs = move.uses.both(cut_bits[c]).count() / 2; pairs > 0; --pairs)
                move.things.push_back(width + static_cast<int>(c));
        by_stop[move.from].push_back(static_cast<int>(list.size()));
        list.push_back(std::move(move));
    }

    void find_unit() {
        int common = 0;
        for (int value : problem.values) common = std::gcd(common, value);
        for (int pays : problem.ending) common = std::gcd(common, pays);
        for (const Bonus& bonus : problem.bonuses)
            for (int pays : bonus.table) common = std::gcd(common, pays);
        unit = std::max(common, 1) * kScale;
    }

    std::vector<Bits<W>> link_bits, cut_bits;
    std::vector<std::vector<std::pair<int, int>>> adjacent;
};

}  // namespace stockrail
