// Tries all sets of candidates that a bound cannot rule out; see routes/together/trial.py.
#pragma once

#include "together_rows.hpp"

namespace stockrail::together {

struct Enough {};  // what a trial may look at

class Trial {
public:
    using Accept = std::function<void(const std::vector<Pick>&)>;

    Trial(Choices& given, const Rating& best, Aim level, long long most, Accept take)
        : choices(given), worth(given.problem.worth), rating(best), aim(level), limit(most),
          accept(std::move(take)) {
        for (int n = 0; n < static_cast<int>(worth.size()); ++n)
            if (worth[n] < kRevenue) lesser |= bit(n);
    }

    // False if there was too much to look at.
    bool run(const Market& market) {
        Rows rows(choices, market, aim);
        loose = rows.loose;
        relevant = rows.relevant;
        home_first = rows.spares;
        Position position;
        position.rows = rows.all;
        try {
            go(position, market.prices);
        } catch (const Enough&) {
            return false;
        }
        return true;
    }

    Rating bound = -kNever;  // no run of interest is rated higher

private:
    using Group = std::vector<std::pair<int, const Entry*>>;

    void go(const Position& given, const Prices& prices) {
        look(choices.pulse);
        if (++tried > limit) throw Enough{};
        if (given.value > rating) accept(given.plan);
        if (given.rows.empty()) return;
        known = aim.beside(rating);
        Outlook outlook = look_out(given, prices);
        if (tried == 1) bound = std::max(outlook.bound, known);
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
        std::vector<int> wanted(worth.size());
        Prices moved;
        double pace = 1;
        const int rounds = position.plan.empty() ? kFirstRounds : kRounds;
        for (int round = 0; round < rounds && best.bound > known; ++round) {
            std::fill(wanted.begin(), wanted.end(), 0);
            for (std::size_t r = 0; r < position.rows.size(); ++r)
                if (now.champion[r] >= 0) want(position, position.rows[r], now, static_cast<int>(r), wanted);
            moved = now.prices;
            const double step = pace * static_cast<double>(now.bound - known);
            if (!move_prices(moved, worth, wanted, now.open, step, last)) break;
            look_under(position, moved, now);
            if (now.bound < best.bound)
                best = now;
            else
                pace *= 0.85;
        }
        return best;
    }

    // What the best entry of a row counts, except for the stop where it is met.
    void want(const Position& position, const Row& row, const Outlook& now, int r, std::vector<int>& wanted) const {
        const Entry& entry = *row.entries[now.champion[r]];
        each(entry.mask, [&](int n) { wanted[n] += row.count; });
        const int joint = joint_of(position, entry, now.prices);
        if (joint >= 0) wanted[joint] -= row.count;
    }

    // Every route but the first is met by one before it, in a stop that the one before it counts. It is one that brings
    // least, or none (-1) where the plan may be met or somebody who does not count it.
    int joint_of(const Position& position, const Entry& entry, const Prices& prices) const {
        const Mask touch = entry.choice->touch;
        if (touch & (position.met | loose)) return -1;
        int joint = -1;
        each(touch, [&](int spot) {
            const int n = choices.problem.payee[spot];
            if (joint < 0 || worth[n] - prices[n] < worth[joint] - prices[joint]) joint = n;
        });
        return joint;
    }

    Outlook outlook(const Position& position, const Prices& prices) const {
        Outlook found;
        look_under(position, prices, found);
        return found;
    }

    void look_under(const Position& position, const Prices& prices, Outlook& found) const {
        found.clear();
        found.prices = prices;
        gains.resize(worth.size());
        for (std::size_t n = 0; n < worth.size(); ++n) gains[n] = worth[n] - prices[n];
        found.bound = position.value;
        Mask within = 0;
        for (const Row& row : position.rows) {
            rate(position, row, found);
            for (const Entry* entry : row.entries) within |= entry->mask;
            found.bound += row.count * found.best.back();
        }
        found.open = within & ~position.covered;
        each(found.open, [&](int n) { found.bound += prices[n]; });
        if (!position.home) found.bound -= found.detour(position.rows);
        found.by_prices = found.bound;
        if (aim.unit < kRevenue) found.bound = std::min(found.bound, ceiling(position, within));
    }

    void rate(const Position& position, const Row& row, Outlook& found) const {
        const std::vector<int>& payee = choices.problem.payee;
        const std::size_t first = found.earns.size();
        found.first.push_back(first);
        found.earns.resize(first + row.entries.size());
        if (!position.home) found.as_first.resize(first + row.entries.size(), kNever);
        Rating best = 0, best_home = kNever;
        int champion = -1;
        for (std::size_t n = 0; n < row.entries.size(); ++n) {
            const Entry& entry = *row.entries[n];
            Rating rating = entry.choice->value;
            each(entry.mask & ~position.covered, [&](int k) { rating += gains[k]; });
            if (!position.home && entry.choice->home) best_home = std::max(best_home, found.as_first[first + n] = rating);
            const Mask touch = entry.choice->touch;
            if (!(touch & (position.met | loose))) {
                Rating least = -kNever;
                each(touch, [&](int k) { least = std::min(least, gains[payee[k]]); });
                if (touch) rating -= least;
            }
            found.earns[first + n] = rating;
            if (rating > best) best = rating, champion = static_cast<int>(n);
        }
        found.best.push_back(best);
        found.best_home.push_back(best_home);
        found.champion.push_back(champion);
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
        Position left = position.bare();
        left.rows.reserve(position.rows.size());
        std::vector<std::pair<Rating, int>> order;
        for (int r = 0; r < static_cast<int>(position.rows.size()); ++r) {
            const Row& row = position.rows[r];
            const Rating base = total - outlook.best[r] - known;
            const Rating elsewhere = position.home ? 0 : outlook.detour(position.rows, r);
            const std::size_t first = outlook.first[r];
            order.clear();
            for (int n = 0; n < static_cast<int>(row.entries.size()); ++n) {
                Rating earns = outlook.earns[first + n] - elsewhere;
                if (!position.home) earns = std::max(earns, outlook.as_first[first + n]);
                if (base + earns > 0) order.push_back({-earns, n});
            }
            if (order.empty()) continue;
            std::sort(order.begin(), order.end());
            Row kept{row.crew, row.count, {}};
            kept.entries.reserve(order.size());
            for (auto [loss, n] : order) kept.entries.push_back(row.entries[n]);
            left.rows.push_back(std::move(kept));
        }
        return left;
    }

    // Without the entries that nothing can connect with the home.
    static void prune(Position& position, const Links& links) {
        for (std::size_t r = 0; r < position.rows.size(); ++r) {
            auto& entries = position.rows[r].entries;
            std::size_t kept = 0;
            for (std::size_t n = 0; n < entries.size(); ++n)
                if (links.reached[r][n]) entries[kept++] = entries[n];
            entries.resize(kept);
        }
        drop_empty(position.rows);
    }

    // Goes on with each entry of those where the fewest are left; last without all of them.
    void part(Position& position, const Prices& prices) {
        Group group = connecting(position, prices);
        if (position.home || !home_first)
            for (Group other : {slim_row(position), rare_resource(position)})
                if (!other.empty() && (group.empty() || other.size() < group.size())) group = std::move(other);
        for (auto [r, entry] : group) {
            for (Mask mask : counted_by(position, position.rows[r], *entry)) {
                go(filled(position, r, *entry, mask), prices);
                known = aim.beside(rating);
            }
            auto& entries = position.rows[r].entries;
            entries.erase(std::find(entries.begin(), entries.end(), entry));
        }
        drop_empty(position.rows);
        go(position, prices);
    }

    // What an entry counts in the plan: all, unless it comes to the home first and has to leave something out.
    std::vector<Mask> counted_by(const Position& position, const Row& row, const Entry& entry) const {
        const Pick pick = pick_of(row, entry);
        if (position.home || count(pick.choice->chosen & entry.mask) <= pick.slot->limit) return {entry.mask};
        std::vector<Mask> found = Rows::ways_to_count(*pick.choice, pick.slot->limit);
        for (Mask& mask : found) mask &= relevant;
        return found;
    }

    static Pick pick_of(const Row& row, const Entry& entry) {
        const std::size_t n = row.next();
        return {row.crew->slots[n], entry.by_slot.empty() ? entry.choice : entry.by_slot[n]};
    }

    static void drop_empty(std::vector<Row>& rows) {
        rows.erase(std::remove_if(rows.begin(), rows.end(), [](const Row& row) { return row.entries.empty(); }),
                   rows.end());
    }

    // One slot of a row does what the entry says. The other slots that are alike may do the same.
    Position filled(const Position& position, int r, const Entry& entry, Mask mask) const {
        Position next = position;
        Row& row = next.rows[r];
        next.plan.push_back(pick_of(row, entry));
        const auto trains = static_cast<Rating>(next.plan.back().slot->team.size());
        if (--row.count == 0) next.rows.erase(next.rows.begin() + r);
        drop_empty(next.rows);
        each(mask & ~position.covered, [&](int n) { next.value += worth[n]; });
        next.value += entry.choice->value;
        next.covered |= mask;
        next.met |= entry.choice->touch;
        next.cost += static_cast<Rating>(entry.choice->steps) + kTrain * trains;
        next.home |= entry.choice->home;
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
        Position nearby = position.bare();
        for (int r = 0; r < static_cast<int>(position.rows.size()); ++r) {
            nearby.rows.push_back({position.rows[r].crew, position.rows[r].count, {}});
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
    static constexpr int kFirstRounds = 60;  // before anybody runs

    Choices& choices;
    const Prices& worth;
    const Rating& rating;
    const Aim aim;
    Mask relevant = 0;  // resources that matter for what is aimed at
    Mask loose = 0;     // locations where somebody may be met who does not count them
    Mask lesser = 0;    // resources that bring no revenue
    Rating known = 0;  // what is rated so or lower is of no interest
    bool home_first = false;  // whether what the first to visit the home counts matters for all others
    long long tried = 0, limit;  // positions
    Accept accept;
    mutable Prices gains;  // worth less price, for one look
};

}  // namespace stockrail::together
