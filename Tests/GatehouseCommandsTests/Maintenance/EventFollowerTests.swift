import Foundation
import GatehouseConcurrency
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

    /// A standby that lacked the last events assigns their positions again.
    @Test func printsOtherEventAtSamePosition() {
        var follower = EventFollower(filter: AuditFilter(), startedAt: Terminal.now)
        follower.finishPoll(settled: 5, end: 5, at: .zero)
        let printed = ["lost", "lost", "other"].map { id in
            let event = AuditEvent(id: .init(id), at: Terminal.now, kind: .signedIn)
            return follower.isNew(PositionedEvent(position: 6, event: event), settled: 5)
        }
        #expect(printed == [true, false, true])
    }

    @Test func readsPositionsAgainThatWereLost() {
        var follower = EventFollower(filter: AuditFilter(), startedAt: Terminal.now)
        follower.finishPoll(settled: 5, end: 20, at: .zero)
        follower.finishPoll(settled: 5, end: 15, at: .seconds(1))
        follower.finishPoll(settled: 5, end: 15, at: .seconds(90))
        #expect(follower.position == 5)
        follower.finishPoll(settled: 5, end: 16, at: .seconds(91))
        #expect(follower.position == 15)
        follower.finishPoll(settled: 15, end: 12, at: .seconds(92))
        #expect(follower.position == 12)
    }

    @Test func triesAgainWhenDatabaseIsLost() async throws {
        let log = LosableLog()
        try await log.write("before")
        let outcome = try await follow(log, polls: 11) { poll in
            switch poll {
            case 1: try await log.write("a")
            case 2: log.failure = .unavailable("Lost.")
            case 9:
                log.failure = nil
                try await log.write("b")
            default: break
            }
        }
        #expect(outcome.printed == ["a", "b"])
        #expect(outcome.pauses == [1, 1, 2, 4, 8, 16, 30, 30, 30, 1, 1].map { Duration.seconds($0) })
        #expect(outcome.warnings.count == 7)
        #expect(outcome.warnings.first == "Lost. Trying again in 2 seconds.")
    }

    @Test(arguments: [(0, StoreError.unavailable("Lost.")), (2, .damaged("Damaged."))])
    func endsWithoutAnyReadAndForOtherFailures(after polls: Int, failure: StoreError) async throws {
        let log = LosableLog()
        if polls == 0 { log.failure = failure }
        await #expect(throws: failure) {
            try await follow(log, polls: 9) { if $0 == polls { log.failure = failure } }
        }
    }

    /// Follows a log for a number of polls, and calls a closure after each.
    private func follow(
        _ log: LosableLog,
        polls: Int,
        _ afterPoll: @escaping @Sendable (Int) async throws -> Void
    ) async throws -> (printed: [AuditEvent.ID], pauses: [Duration], warnings: [String]) {
        let pauses = Mutex<[Duration]>([])
        let warnings = Mutex<[String]>([])
        let following = EventFollowing(
            uptime: { .zero },
            wait: { pause in
                let count = pauses.withLock { pauses in
                    pauses.append(pause)
                    return pauses.count
                }
                guard count < polls else { throw CancellationError() }
                try await afterPoll(count)
            },
            warn: { warning in warnings.withLock { $0.append(warning) } }
        )
        var follower = EventFollower(filter: AuditFilter(), startedAt: Terminal.now)
        var printed: [AuditEvent.ID] = []
        try await follower.follow(log, in: following) { printed.append($0.id) }
        return (printed, pauses.withLock(\.self), warnings.withLock(\.self))
    }
}

/// An audit log that fails on request.
private final class LosableLog: AuditReader {
    private let store = MemoryStore()
    private let error = Mutex<StoreError?>(nil)

    /// The failure of all reads; `nil` for none.
    var failure: StoreError? {
        get { error.withLock { $0 } }
        set { error.withLock { $0 = newValue } }
    }

    func write(_ id: AuditEvent.ID) async throws {
        try await store.commit([.audit(AuditEvent(id: id, at: Terminal.now, kind: .signedIn))])
    }

    func events(
        matching filter: AuditFilter,
        before id: AuditEvent.ID?,
        limit: Int
    ) async throws(StoreError) -> [AuditEvent] {
        try await store.events(matching: filter, before: id, limit: limit)
    }

    func events(
        matching filter: AuditFilter,
        after position: Int64,
        limit: Int
    ) async throws(StoreError) -> [PositionedEvent] {
        if let failure { throw failure }
        return try await store.events(matching: filter, after: position, limit: limit)
    }

    func eventPosition(before date: Date?) async throws(StoreError) -> Int64 {
        try await store.eventPosition(before: date)
    }
}
