import Foundation
import GatehouseStore
import Testing

@testable import GatehouseCommands

/// `gatehouse events --follow`.
@Suite struct EventFollowerTests {
    /// Returns the positions that are printed of those that a poll reads, with position 5 as the settled one.
    private func printed(_ positions: Int64..., by follower: inout EventFollower) -> [Int64] {
        positions.filter { position in
            let event = AuditEvent(id: .init("\(position)"), at: Terminal.now, kind: .signedIn)
            return follower.isNew(PositionedEvent(position: position, event: event), settled: 5)
        }
    }

    @Test func skipsEventsBeforeItsStart() {
        var follower = EventFollower(filter: AuditFilter(), startedAt: Terminal.now)
        let first = printed(7, by: &follower)
        follower.finishPoll(settled: 5, end: 7, at: .zero)
        let second = printed(7, 8, by: &follower)
        #expect(first == [] && second == [8])
    }

    @Test func printsEarlierEventsWithSince() {
        var follower = EventFollower(filter: AuditFilter(since: Terminal.now - 3_600), startedAt: Terminal.now)
        let first = printed(3, 7, by: &follower)
        follower.finishPoll(settled: 5, end: 7, at: .zero)
        let second = printed(7, by: &follower)
        #expect(first == [3, 7] && second == [])
    }

    /// On PostgreSQL, a transaction that took position 6 may commit after the one that took 7.
    @Test func printsEventThatAppearsBehindOthers() {
        var follower = EventFollower(filter: AuditFilter(), startedAt: Terminal.now)
        follower.finishPoll(settled: 5, end: 5, at: .zero)
        let first = printed(7, by: &follower)
        follower.finishPoll(settled: 5, end: 7, at: .seconds(1))
        let second = printed(6, 7, by: &follower)
        let third = printed(6, 7, by: &follower)
        #expect(follower.position == 5)
        #expect(first == [7] && second == [6] && third == [])
    }

    @Test func readsSettledEventsNoMore() {
        var follower = EventFollower(filter: AuditFilter(), startedAt: Terminal.now)
        follower.finishPoll(settled: 5, end: 7, at: .zero)
        follower.finishPoll(settled: 5, end: 9, at: .seconds(60))
        follower.finishPoll(settled: 5, end: 11, at: .seconds(95))
        #expect(follower.position == 7)
        follower.finishPoll(settled: 7, end: 12, at: .seconds(150))
        #expect(follower.position == 9)
    }

    @Test func followsLogOfStore() async throws {
        let store = MemoryStore()
        func write(_ ids: AuditEvent.ID...) async throws {
            try await store.commit(ids.map { .audit(AuditEvent(id: $0, at: Terminal.now, kind: .signedIn)) })
        }
        try await write("before")
        var follower = EventFollower(filter: AuditFilter(kinds: [.signedIn]), startedAt: Terminal.now)
        var printed: [AuditEvent.ID] = []
        try await follower.poll(store, at: .zero) { printed.append($0.id) }
        #expect(printed == [])
        try await write("a", "b")
        for second in 1...3 { try await follower.poll(store, at: .seconds(second)) { printed.append($0.id) } }
        try await write("c")
        try await follower.poll(store, at: .seconds(100)) { printed.append($0.id) }
        try await follower.poll(store, at: .seconds(200)) { printed.append($0.id) }
        #expect(printed == ["a", "b", "c"])
    }
}
