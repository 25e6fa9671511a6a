// Tries all sets of candidates that a bound cannot rule out; see routes/together/trial.py.
#pragma once

#include "together_hanging.hpp"
#include "together_prices.hpp"

namespace stockrail::together {

struct Entry {
    Mask mask;  // resources that are counted
    const Choice* choice;
};

struct Row {
    const Slot* slot;
    int count;
    std::vector<const Entry*> entries;
};

struct Position {
    std::vector<Row> rows;
    Mask covered = 0;
    Rating value = 0;
    bool home = false;
    std::vector<Pick> plan;
    Rating cost = 0;  // of the trains and hexes in the plan
};

struct Outlook {
    Prices prices;
    Rating bound = 0;
    Rating by_prices = 0;  // the bound before other reasons made it smaller
    std::vector<std::vector<Rating>> earns;
    std::vector<Rating> best, best_home;
    std::vector<int> champion;

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

struct Spent {};   // all that the search may look at
struct Enough {};  // what a trial may look at

struct Limits {
    long long trial, search;
};

class Trial {
public:
    using Accept = std::function<void(const std::vector<Pick>&)>;

    Trial(const Prices& given, const Rating& best, Aim level, long long& counter, Limits most, Accept take)
        : worth(given), rating(best), aim(level), looked_at(counter), limits(most), accept(std::move(take)) {
        limits.trial += looked_at;
        for (int n = 0; n < static_cast<int>(worth.size()); ++n)
            if (aim.unit < kRevenue || worth[n] >= kRevenue) relevant |= bit(n);
        for (int n = 0; n < static_cast<int>(worth.size()); ++n)
            if (worth[n] < kRevenue) lesser |= bit(n);
    }

    // False if there was too much to look at.
    bool run(const Market& market) {
        Position position;
        for (const Field& field : market.fields) {
            std::vector<std::pair<Mask, const Choice*>> found;
            for (const Choice& choice : field.candidates) expand(choice, field.slot.limit, found);
            if (aim.unit > 1) thin(found);
            pools.emplace_back();
            auto& pool = pools.back();
            pool.reserve(found.size());
            Row row{&field.slot, field.count, {}};
            for (auto [mask, choice] : found) {
                pool.push_back({mask, choice});
                row.entries.push_back(&pool.back());
            }
            if (!row.entries.empty()) position.rows.push_back(std::move(row));
        }
        try {
            go(position, market.prices);
        } catch (const Enough&) {
            return false;
        }
        return true;
    }

private:
    using Group = std::vector<std::pair<int, const Entry*>>;

    // A choice once for each way to count its resources.
    static void expand(const Choice& choice, int limit, std::vector<std::pair<Mask, const Choice*>>& found) {
        std::vector<int> chosen;
        each(choice.chosen, [&](int n) { chosen.push_back(n); });
        const int size = static_cast<int>(chosen.size());
        if (size <= limit) {
            found.push_back({choice.chosen | choice.certain, &choice});
            return;
        }
        std::vector<char> taken(size, 0);
        std::fill(taken.begin(), taken.begin() + limit, 1);
        do {
            Mask mask = choice.certain;
            for (int n = 0; n < size; ++n)
                if (taken[n]) mask |= bit(chosen[n]);
            found.push_back({mask, &choice});
        } while (std::prev_permutation(taken.begin(), taken.end()));
    }

    // Drops what another entry serves as well, in all that this trial aims at: it counts and touches no less.
    void thin(std::vector<std::pair<Mask, const Choice*>>& found) const {
        auto bonus = [&](const Choice* choice) { return (choice->value + aim.cost) / kSubsidy; };
        for (auto& [mask, choice] : found) mask &= relevant;
        std::stable_sort(found.begin(), found.end(), [&](const auto& a, const auto& b) {
            const int more = count(a.first) + count(a.second->touch), less = count(b.first) + count(b.second->touch);
            return more != less ? more > less : a.second->value > b.second->value;
        });
        std::vector<std::pair<Mask, const Choice*>> kept;
        for (const auto& [mask, choice] : found) {
            const bool beaten = std::any_of(kept.begin(), kept.end(), [&, mask = mask, choice = choice](const auto& other) {
                return other.second->way >= 0 && !(mask & ~other.first) && !(choice->touch & ~other.second->touch) &&
                       other.second->home >= choice->home && bonus(other.second) >= bonus(choice);
            });
            if (!beaten) kept.push_back({mask, choice});
        }
        found = std::move(kept);
    }

    void go(const Position& given, const Prices& prices) {
        ++looked_at;
        if (limits.search && looked_at > limits.search) throw Spent{};
        if (looked_at > limits.trial) throw Enough{};
        if (given.value > rating) accept(given.plan);
        if (given.rows.empty()) return;
        known = aim.beside(rating);
        Outlook outlook = look_out(given, prices);
        if (outlook.bound <= known) return;
        Position position = ruled_out(given, outlook);
        Links links(position);
        if (position.rows.empty() || !links.possible) return;
        prune(position, links);
        if (!position.rows.empty()) part(position, outlook.prices);
    }

    Outlook look_out(const Position& position, const Prices& prices) const {
        Outlook now = outlook(position, prices);
        Outlook best = now;
        std::vector<double> last;
        double pace = 1;
        for (int round = 0; round < kRounds && best.bound > known; ++round) {
            std::vector<int> wanted(worth.size());
            for (std::size_t r = 0; r < position.rows.size(); ++r)
                if (now.champion[r] >= 0)
                    each(position.rows[r].entries[now.champion[r]]->mask,
                         [&](int n) { wanted[n] += position.rows[r].count; });
            Prices moved = now.prices;
            const double step = pace * static_cast<double>(now.bound - known);
            if (!move_prices(moved, worth, wanted, position.covered, step, last)) break;
            now = outlook(position, moved);
            if (now.bound < best.bound)
                best = now;
            else
                pace *= 0.7;
        }
        return best;
    }

    Outlook outlook(const Position& position, const Prices& prices) const {
        Outlook found;
        found.prices = prices;
        Prices gains(worth.size());
        for (std::size_t n = 0; n < worth.size(); ++n) gains[n] = worth[n] - prices[n];
        found.bound = position.value;
        Mask within = 0;
        for (const Row& row : position.rows) {
            std::vector<Rating> earns(row.entries.size());
            Rating best = 0, best_home = kNever;
            int champion = -1;
            for (std::size_t n = 0; n < row.entries.size(); ++n) {
                const Entry& entry = *row.entries[n];
                Rating rating = entry.choice->value;
                each(entry.mask & ~position.covered, [&](int k) { rating += gains[k]; });
                within |= entry.mask;
                earns[n] = rating;
                if (rating > best) best = rating, champion = static_cast<int>(n);
                if (entry.choice->home && rating > best_home) best_home = rating;
            }
            found.bound += row.count * best;
            found.earns.push_back(std::move(earns));
            found.best.push_back(best);
            found.best_home.push_back(best_home);
            found.champion.push_back(champion);
        }
        each(within & ~position.covered, [&](int n) { found.bound += prices[n]; });
        if (!position.home) found.bound -= found.detour(position.rows);
        found.by_prices = found.bound;
        if (aim.unit < kRevenue) found.bound = std::min(found.bound, ceiling(position, within));
        return found;
    }

    // What is proven already bounds the rest: no run has more revenue than the best one; after that, none has more
    // subsidy. Subsidy comes from hexes that the plan has or that somebody could still add.
    Rating ceiling(const Position& position, Mask within) const {
        if (aim.unit == 1) return (rating + kSubsidy - 1) / kSubsidy * kSubsidy - position.cost;
        if (lesser == 0) return -kNever;
        Rating all = 0, now = 0, more = 0;
        each((position.covered | within) & lesser, [&](int n) { all += worth[n]; });
        each(position.covered & lesser, [&](int n) { now += worth[n]; });
        for (const Row& row : position.rows) {
            Rating most = 0;
            for (const Entry* entry : row.entries) {
                Rating adds = 0;
                each(entry->mask & lesser & ~position.covered, [&](int n) { adds += worth[n]; });
                most = std::max(most, adds);
            }
            more += row.count * most;
        }
        return (rating + kSubsidy - 1) / kRevenue * kRevenue + std::min(all, now + more) - position.cost;
    }

    // Without the entries that cannot be part of a better run; the best come first.
    Position ruled_out(const Position& position, const Outlook& outlook) const {
        const Rating total = outlook.by_prices + (position.home ? 0 : outlook.detour(position.rows));
        Position left{{}, position.covered, position.value, position.home, position.plan, position.cost};
        for (int r = 0; r < static_cast<int>(position.rows.size()); ++r) {
            const Row& row = position.rows[r];
            const Rating base = total - outlook.best[r] - known;
            const Rating elsewhere = position.home ? 0 : outlook.detour(position.rows, r);
            std::vector<std::pair<Rating, int>> order;
            for (int n = 0; n < static_cast<int>(row.entries.size()); ++n)
                if (base + outlook.earns[r][n] - (row.entries[n]->choice->home ? 0 : elsewhere) > 0)
                    order.push_back({-outlook.earns[r][n], n});
            if (order.empty()) continue;
            std::sort(order.begin(), order.end());
            Row kept{row.slot, row.count, {}};
            for (auto [loss, n] : order) kept.entries.push_back(row.entries[n]);
            left.rows.push_back(std::move(kept));
        }
        return left;
    }

    // Without the entries that nothing can connect with the home.
    static void prune(Position& position, const Links& links) {
        std::vector<Row> rows;
        for (std::size_t r = 0; r < position.rows.size(); ++r) {
            Row kept{position.rows[r].slot, position.rows[r].count, {}};
            for (std::size_t n = 0; n < position.rows[r].entries.size(); ++n)
                if (links.reached[r][n]) kept.entries.push_back(position.rows[r].entries[n]);
            if (!kept.entries.empty()) rows.push_back(std::move(kept));
        }
        position.rows = std::move(rows);
    }

    // Goes on with each entry of those where the fewest are left; last without all of them.
    void part(Position& position, const Prices& prices) {
        Group group = slim_row(position);
        for (Group other : {rare_resource(position), connecting(position, prices)})
            if (!other.empty() && other.size() < group.size()) group = std::move(other);
        for (auto [r, entry] : group) {
            go(filled(position, r, entry), prices);
            known = aim.beside(rating);
            auto& entries = position.rows[r].entries;
            entries.erase(std::find(entries.begin(), entries.end(), entry));
        }
        drop_empty(position.rows);
        go(position, prices);
    }

    static void drop_empty(std::vector<Row>& rows) {
        rows.erase(std::remove_if(rows.begin(), rows.end(), [](const Row& row) { return row.entries.empty(); }),
                   rows.end());
    }

    // One slot of a row does what the entry says. The other slots that are alike may do the same.
    Position filled(const Position& position, int r, const Entry* entry) const {
        Position next = position;
        Row& row = next.rows[r];
        next.plan.push_back({row.slot, entry->choice});
        const std::size_t row_trains = row.slot->team.size();
        if (--row.count == 0) next.rows.erase(next.rows.begin() + r);
        drop_empty(next.rows);
        each(entry->mask & ~position.covered, [&](int n) { next.value += worth[n]; });
        next.value += entry->choice->value;
        next.covered |= entry->mask;
        next.cost += static_cast<Rating>(entry->choice->steps) + kTrain * static_cast<Rating>(row_trains);
        next.home |= entry->choice->home;
        return next;
    }

    static Group slim_row(const Position& position) {
        int slim = 0;
        for (int r = 1; r < static_cast<int>(position.rows.size()); ++r)
            if (position.rows[r].entries.size() < position.rows[slim].entries.size()) slim = r;
        Group group;
        for (const Entry* entry : position.rows[slim].entries) group.push_back({slim, entry});
        return group;
    }

    // Who could count the resource that the fewest can.
    Group rare_resource(const Position& position) const {
        std::vector<int> users(worth.size());
        for (const Row& row : position.rows)
            for (const Entry* entry : row.entries)
                each(entry->mask & ~position.covered, [&](int n) { ++users[n]; });
        int rare = -1;
        for (int n = 0; n < static_cast<int>(users.size()); ++n)
            if (users[n] && (rare < 0 || users[n] < users[rare] || (users[n] == users[rare] && worth[n] > worth[rare])))
                rare = n;
        Group group;
        if (rare < 0) return group;
        for (int r = 0; r < static_cast<int>(position.rows.size()); ++r)
            for (const Entry* entry : position.rows[r].entries)
                if (entry->mask & bit(rare)) group.push_back({r, entry});
        return group;
    }

    // Who could visit the home, if nobody does; who could lead on, if what is near is not enough.
    Group connecting(const Position& position, const Prices& prices) const {
        const Links links(position);
        Group near;
        Mask far = 0;
        Position nearby{{}, position.covered, position.value, position.home, position.plan, position.cost};
        for (int r = 0; r < static_cast<int>(position.rows.size()); ++r) {
            nearby.rows.push_back({position.rows[r].slot, position.rows[r].count, {}});
            for (const Entry* entry : position.rows[r].entries) {
                if (!links.is_near(entry)) {
                    far |= entry->choice->touch;
                    continue;
                }
                near.push_back({r, entry});
                nearby.rows.back().entries.push_back(entry);
            }
        }
        if (!position.home) return near;
        drop_empty(nearby.rows);
        if (!nearby.rows.empty() && outlook(nearby, prices).bound > known) return {};
        near.erase(std::remove_if(near.begin(), near.end(),
                                  [&](const auto& pair) { return !(pair.second->choice->touch & far); }),
                   near.end());
        return near;
    }

    static constexpr int kRounds = 6;  // for how many rounds prices are tuned at a position

    const Prices& worth;
    const Rating& rating;
    const Aim aim;
    Mask relevant = 0;  // resources that matter for what is aimed at
    Mask lesser = 0;    // resources that bring no revenue
    Rating known = 0;  // what is rated so or lower is of no interest
    long long& looked_at;
    Limits limits;
    Accept accept;
    std::vector<std::vector<Entry>> pools;
};

}  // namespace stockrail::together
