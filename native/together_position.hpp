// What is still open in a trial, and how its routes can come to hang together; see routes/together/position.py.
#pragma once

#include "together_hanging.hpp"
#include "together_prices.hpp"

namespace stockrail::together {

// Slots that can do the same. The least limited of them is filled first.
struct Crew {
    std::vector<const Slot*> slots;
};

struct Entry {
    Mask mask;  // resources that are counted, or may be
    const Choice* choice;
    std::vector<const Choice*> by_slot;  // the same, by the slots of the crew
};

struct Row {
    const Crew* crew;
    int count;  // of the slots that are empty as yet
    std::vector<const Entry*> entries;

    std::size_t next() const { return crew->slots.size() - static_cast<std::size_t>(count); }
};

struct Position {
    std::vector<Row> rows;
    Mask covered = 0;
    Mask met = 0;  // where the routes of the plan can be met
    Rating value = 0;
    bool home = false;
    std::vector<Pick> plan;
    Rating cost = 0;  // of the trains and hexes in the plan

    // The same plan, with nothing open.
    Position bare() const { return {{}, covered, met, value, home, plan, cost}; }
};

struct Outlook {
    Prices prices;
    Mask open = 0;  // resources that somebody may still count
    Rating bound = 0;
    Rating by_prices = 0;  // the bound before other reasons made it smaller
    std::vector<std::size_t> first;  // by row, the place of its first entry in both of these
    std::vector<Rating> earns;
    std::vector<Rating> as_first;  // while nobody visits the home, as the first who does
    std::vector<Rating> best, best_home;
    std::vector<int> champion;

    // Ready for other prices; the memory is kept.
    void clear() {
        first.clear();
        earns.clear();
        as_first.clear();
        best.clear();
        best_home.clear();
        champion.clear();
    }

    Rating detour(const std::vector<Row>& rows, int without = -1) const {
        Rating least = -kNever;
        for (int n = 0; n < static_cast<int>(rows.size()); ++n)
            if (n != without || rows[n].count > 1) least = std::min(least, best[n] - best_home[n]);
        return least;
    }
};

// Adds all that is connected, and leaves what is apart.
inline void grow(Mask& met, std::vector<Mask>& apart) {
    for (bool joined = true; joined;) {
        joined = false;
        std::size_t kept = 0;
        for (std::size_t n = 0; n < apart.size(); ++n) {
            if (apart[n] & met)
                met |= apart[n], joined = true;
            else
                apart[kept++] = apart[n];
        }
        apart.resize(kept);
    }
}

// How the routes of a position can come to hang together.
class Links {
public:
    explicit Links(const Position& given) : position(given) {
        std::vector<Mask> apart;
        for (const Pick& pick : position.plan) {
            if (pick.choice->home)
                near |= pick.choice->touch;
            else
                apart.push_back(pick.choice->touch);
        }
        grow(near, apart);
        int slots = 0;
        for (const Row& row : position.rows) {
            reached.emplace_back(row.entries.size());
            slots += row.count;
        }
        Mask met = near;
        for (int n = 0; n < slots; ++n) {
            const Mask before = met;
            met |= reach(met);
            grow(met, apart);
            if (met == before) break;
        }
        possible = apart.empty();
    }

    bool is_near(const Entry* entry) const {
        return (entry->choice->touch & near) || (entry->choice->home && !position.home);
    }

    Mask near = 0;
    bool possible;
    std::vector<std::vector<char>> reached;

private:
    Mask reach(Mask met) {
        Mask touched = 0;
        for (std::size_t r = 0; r < position.rows.size(); ++r)
            for (std::size_t n = 0; n < position.rows[r].entries.size(); ++n) {
                const Choice* choice = position.rows[r].entries[n]->choice;
                if (reached[r][n] || !((choice->touch & met) || (choice->home && !position.home))) continue;
                reached[r][n] = 1;
                touched |= choice->touch;
            }
        return touched;
    }

    const Position& position;
};

}  // namespace stockrail::together
