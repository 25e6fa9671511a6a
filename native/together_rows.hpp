// What each slot could do, as the rows of a trial; see routes/together/rows.py.
#pragma once

#include <deque>
#include <tuple>

#include "together_position.hpp"

namespace stockrail::together {

// Where a route has at most one stop more than its train counts, its entry has them all: a route that is met by another
// one leaves it the stop where they meet. Only the first to visit the home may have to leave one out. Other choices
// have an entry for each way to count.
class Rows {
public:
    Rows(Choices& given, const Market& market, Aim level) : choices(given), aim(level), twins(given.problem.twins()) {
        const Prices& worth = market.worth;
        for (int n = 0; n < static_cast<int>(worth.size()); ++n) {
            if (aim.unit < kRevenue || worth[n] >= kRevenue) relevant |= bit(n);
            if (worth[choices.problem.payee[n]] > 0) paying |= bit(n);
        }
        std::vector<Member> members;
        for (const Field& field : market.fields) members.push_back(looked_at(field));
        while (find_loose(members)) {
        }
        std::vector<char> done(members.size(), 0);
        for (std::size_t n = 0; n < members.size(); ++n) {
            if (done[n]) continue;
            std::vector<Member> alike{members[n]};
            for (std::size_t k = n + 1; k < members.size(); ++k)
                if (!done[k] && are_alike(members[n], members[k])) {
                    alike.push_back(members[k]);
                    done[k] = 1;
                }
            add(std::move(alike));
        }
    }

    // All ways to count so many of the chosen resources.
    static std::vector<Mask> ways_to_count(const Choice& choice, int limit) {
        std::vector<int> chosen;
        each(choice.chosen, [&](int n) { chosen.push_back(n); });
        const int size = static_cast<int>(chosen.size());
        if (size <= limit) return {choice.chosen | choice.certain};
        std::vector<Mask> found;
        std::vector<char> taken(size, 0);
        std::fill(taken.begin(), taken.begin() + limit, 1);
        do {
            Mask mask = choice.certain;
            for (int n = 0; n < size; ++n)
                if (taken[n]) mask |= bit(chosen[n]);
            found.push_back(mask);
        } while (std::prev_permutation(taken.begin(), taken.end()));
        return found;
    }

    std::vector<Row> all;
    Mask relevant = 0;  // resources that matter for what is aimed at
    Mask loose = 0;     // locations where somebody may be met who does not count them
    bool spares = false;  // whether an entry may have a stop more than its train counts

private:
    using Found = std::vector<Entry>;
    using Key = std::tuple<Mask, Mask, bool, Rating>;

    struct Member {
        const Field* field;
        int lacks;   // so many stops more than it counts at most
        bool tight;  // whether an entry has all stops of a route
        Mask touch;
    };

    Member looked_at(const Field& field) {
        Member member{&field, 0, true, 0};
        for (const Choice& choice : choices.of(field.slot.team)) {
            member.lacks = std::max(member.lacks, count(choice.chosen) - field.slot.limit);
            member.tight = member.tight && choice.way >= 0;
        }
        member.tight = member.tight && member.lacks <= 1;
        for (const Choice& choice : field.candidates) {
            const Mask all = choice.chosen | choice.certain;
            loose |= choice.touch & paying & ~as_spots(member.tight ? all : choice.certain, choice);
            member.touch |= choice.touch;
        }
        return member;
    }

    // Who can be met where it does not pay cannot be sure to find a stop left to another: each way to count is an entry.
    bool find_loose(std::vector<Member>& members) {
        bool changed = false;
        for (Member& member : members) {
            if (!member.tight || member.lacks < 1 || !(member.touch & loose)) continue;
            member.tight = false;
            changed = true;
            for (const Choice& choice : member.field->candidates)
                loose |= choice.touch & paying & ~as_spots(choice.certain, choice);
        }
        return changed;
    }

    // Of what a choice counts, with the spots that it touches where their locations are counted.
    Mask as_spots(Mask counted, const Choice& choice) const {
        if (!twins) return counted;
        Mask found = counted & ~twins;
        each(choice.touch & twins, [&](int n) {
            if (counted & bit(choices.problem.payee[n])) found |= bit(n);
        });
        return found;
    }

    static Key key(const Choice& choice) {
        return {choice.chosen | choice.certain, choice.touch, choice.home, choice.value};
    }

    // Whether two slots have the same routes, and count all of their stops wherever they are met.
    bool are_alike(const Member& one, const Member& other) {
        if (!one.tight || !other.tight) return false;
        const auto &some = choices.of(one.field->slot.team), &others = choices.of(other.field->slot.team);
        return some.size() == others.size() && sorted(some) == sorted(others);
    }

    static std::vector<Key> sorted(const std::vector<Choice>& some) {
        std::vector<Key> keys;
        for (const Choice& choice : some) keys.push_back(key(choice));
        std::sort(keys.begin(), keys.end());
        return keys;
    }

    void add(std::vector<Member> alike) {
        std::stable_sort(alike.begin(), alike.end(), [](const Member& a, const Member& b) { return a.lacks < b.lacks; });
        Crew& crew = crews.emplace_back();
        for (const Member& member : alike) {
            crew.slots.insert(crew.slots.end(), member.field->count, &member.field->slot);
            spares = spares || (member.tight && member.lacks > 0);
        }
        Found found;
        for (const Member& member : alike) collect(member, found);
        if (aim.unit > 1) thin(found);
        if (alike.size() > 1) hand_out(crew, found);
        Row row{&crew, static_cast<int>(crew.slots.size()), {}};
        std::deque<Entry>& pool = pools.emplace_back();
        for (Entry& entry : found) row.entries.push_back(&pool.emplace_back(std::move(entry)));
        if (!row.entries.empty()) all.push_back(std::move(row));
    }

    void collect(const Member& member, Found& found) const {
        const std::size_t before = found.size();
        for (const Choice& choice : member.field->candidates) {
            const bool known = std::any_of(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(before),
                                           [&](const Entry& entry) { return key(*entry.choice) == key(choice); });
            if (known) continue;
            if (member.tight)
                found.push_back({(choice.chosen | choice.certain) & relevant, &choice, {}});
            else
                for (Mask mask : ways_to_count(choice, member.field->slot.limit))
                    found.push_back({mask & relevant, &choice, {}});
        }
    }

    // Looks up what each slot of a crew calls its choices.
    void hand_out(const Crew& crew, Found& found) {
        std::map<const Slot*, std::map<Key, const Choice*>> known;
        for (const Slot* slot : crew.slots) {
            if (known.count(slot)) continue;
            for (const Choice& choice : choices.of(slot->team)) known[slot][key(choice)] = &choice;
        }
        for (Entry& entry : found)
            for (const Slot* slot : crew.slots) entry.by_slot.push_back(known[slot].at(key(*entry.choice)));
    }

    // Drops what another entry serves as well, in all that this trial aims at: it counts and touches no less.
    void thin(Found& found) const {
        auto bonus = [&](const Choice* choice) { return (choice->value + aim.cost) / kSubsidy; };
        std::stable_sort(found.begin(), found.end(), [&](const Entry& a, const Entry& b) {
            const int more = count(a.mask) + count(a.choice->touch), less = count(b.mask) + count(b.choice->touch);
            return more != less ? more > less : a.choice->value > b.choice->value;
        });
        Found kept;
        for (const Entry& entry : found) {
            const Choice* choice = entry.choice;
            const bool beaten = std::any_of(kept.begin(), kept.end(), [&](const Entry& other) {
                return other.choice->way >= 0 && !(entry.mask & ~other.mask) && !(choice->touch & ~other.choice->touch) &&
                       other.choice->home >= choice->home && bonus(other.choice) >= bonus(choice) &&
                       !((other.choice->certain ^ choice->certain) & twins);
            });
            if (!beaten) kept.push_back(entry);
        }
        found = std::move(kept);
    }

    Choices& choices;
    const Aim aim;
    const Mask twins;  // who comes to another stop of a location may make others count it twice
    Mask paying = 0;
    std::deque<Crew> crews;
    std::deque<std::deque<Entry>> pools;
};

}  // namespace stockrail::together
