import Foundation
import GatehouseStore
import GatehouseStorePostgres
import GatehouseStoreSQL
import GatehouseWire
import Testing

/// Two stores on one database, which are equivalent to two nodes.
@Suite(.needsPostgres) struct MultiNodeTests {
    @Test func keepsAllConcurrentCommits() async throws {
        try await withNodes { nodes throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let store = nodes[number % 2]
                        try await store.commit([
                            .account(.insert(Records.account("\(number)"))), Records.counter("key"),
                        ])
                        #expect(try await store.account(.init("\(number)")) != nil)
                    }
                }
                try await group.waitForAll()
            }
            for node in nodes {
                #expect(try await node.accounts(after: nil, limit: 1000).count == 200)
                #expect(try await node.counter("key", at: Records.now)?.count == 200)
            }
        }
    }

    @Test func seesCommitsOfOtherNode() async throws {
        try await withNodes { nodes throws in
            for number in 1...20 {
                let id = Account.ID("\(number)")
                try await nodes[0].commit([.account(.insert(Records.account("\(number)")))])
                #expect(try await nodes[1].account(id) != nil)
                try await nodes[1].commit([.account(.delete(id))])
                #expect(try await nodes[0].account(id) == nil)
            }
        }
    }

    @Test func consumesSingleUseRecordsOnce() async throws {
        try await withNodes { nodes throws in
            let record = FlowRecord(
                id: "transaction",
                state: Data(),
                createdAt: Records.now,
                expiresAt: Records.now + 9
            )
            try await nodes[0].commit([.flow(.insert(record))])
            var next = record
            next.revision = 2
            let advanced = next
            let changes: [@Sendable (Int) -> Change] = [
                { _ in .flow(.advance(advanced)) },
                { .account(.insert(Records.account("\($0)", email: "one@example.com"))) },
                { .key(.insert(Records.key("\($0)"))) },
                { _ in .flow(.restart(Records.flow("put"))) },
            ]
            for change in changes {
                #expect(await successCount(of: 60, on: nodes) { [change($0)] } == 1)
            }
            #expect(try await nodes[0].keys().count == 1)
            #expect(try await nodes[1].accounts(after: nil, limit: 9).count == 1)
        }
    }

    @Test func assignsUserCodeToOneDevice() async throws {
        try await withNodes { nodes throws in
            try await nodes[0].commit([.client(.insert(Records.client))])
            let count = await successCount(of: 60, on: nodes) { [.device(.insert(Records.device("\($0)")))] }
            #expect(count == 1)
        }
    }

    @Test func enforcesLimitAcrossNodes() async throws {
        try await withNodes { nodes throws in
            let count = await successCount(of: 120, on: nodes) { _ in [Records.counter("key", limit: 17)] }
            #expect(count == 17)
            #expect(try await nodes[0].counter("key", at: Records.now)?.count == 17)
        }
    }

    @Test func countsIncrementsInAnyOrder() async throws {
        try await withNodes { nodes throws in
            let keys = (0..<6).map { "key\($0)" }
            try await nodes[0].commit(keys.map { Records.counter($0) })
            let count = await successCount(of: 400, on: nodes) { number in
                let rotated = keys[(number % 6)...] + keys[..<(number % 6)]
                return rotated.map { Records.counter($0) }
            }
            #expect(count == 400)
            for key in keys { #expect(try await nodes[0].counter(key, at: Records.now)?.count == 401) }
        }
    }

    @Test func completesDeadlockedCommits() async throws {
        try await withNodes { nodes throws in
            let accounts = (0..<2).map { Records.account("\($0)") }
            try await nodes[0].commit(accounts.map { .account(.insert($0)) })
            let count = await successCount(of: 20, on: nodes) { number in
                let ordered = number % 2 == 0 ? accounts : accounts.reversed()
                return ordered.map { .account(.requireRevision($0.id, credentialsRevision: 1)) }
            }
            #expect(count == 20)
        }
    }

    @Test func leasesEachMessageOnce() async throws {
        try await withNodes { nodes throws in
            try await nodes[0].commit((1...100).map { .message(.enqueue(Records.mail("\($0)"))) })
            let leased = try await withThrowingTaskGroup(of: [String].self) { group in
                for number in 0..<60 {
                    group.addTask {
                        let until = Records.now + 30
                        return try await nodes[number % 2].leaseDueMessages(at: Records.now, until: until, limit: 7)
                            .map(\.id.rawValue)
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(Set(leased).count == leased.count)
            let rest = try await nodes[0].leaseDueMessages(at: Records.now, until: Records.now + 30, limit: 100)
            #expect(leased.count + rest.count == 100)
        }
    }

    @Test func rejectsSessionWhileAllSessionsEnd() async throws {
        try await withNodes { nodes throws in
            try await nodes[0].commit([.client(.insert(Records.client))])
            for round in 0..<20 {
                let account = Records.account("user \(round)")
                try await nodes[0].commit([.account(.insert(account))])
                var changed = account
                changed.passwordHash = "new hash"
                changed.revision = 2
                let ending: [Change] = [
                    .account(.update(changed)),
                    .session(.endAll(account: account.id, reason: .credentialsChanged, at: Records.now)),
                ]
                async let end: Void = nodes[0].commit(ending)
                // As a redemption that read the account before: the second commit must see the first.
                async let start: Void? = try? nodes[1].commit([
                    .session(.insert(Records.session(.init("\(round)"), of: account.id))),
                    .account(.requireRevision(account.id, credentialsRevision: 1)),
                ])
                try await end
                await start
                #expect(try await nodes[0].sessions(of: account.id) == [])
            }
        }
    }

    @Test func countsEachRowOnceInConcurrentCleanups() async throws {
        try await withNodes { nodes throws in
            try await nodes[0].commit((1...2500).map { .revokeToken(id: "\($0)", until: Records.now) })
            async let first = nodes[0].deleteExpired(before: Records.now + 1, grace: 0)
            async let second = nodes[1].deleteExpired(before: Records.now + 1, grace: 0)
            let rest = try await first + second
            #expect(try await rest + nodes[0].deleteExpired(before: Records.now + 1, grace: 0) == 2500)
        }
    }

    @Test func checksHealthOnBothNodesConcurrently() async throws {
        try await withNodes { nodes throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<40 { group.addTask { try await nodes[number % 2].checkHealth() } }
                try await group.waitForAll()
            }
        }
    }

    private func withNodes(_ body: ([PostgresStore]) async throws -> Void) async throws {
        try await TestDatabase.with { database throws in
            let nodes = [try await database.store(), try await database.store()]
            try await body(nodes)
            for node in nodes { await node.close() }
        }
    }

    /// Commits the changes of concurrent contenders, half of them on each node, and returns the number that succeeded.
    ///
    /// The others must conflict.
    private func successCount(
        of count: Int,
        on nodes: [PostgresStore],
        _ changes: @escaping @Sendable (Int) -> [Change]
    ) async -> Int {
        await withTaskGroup(of: Bool.self) { group in
            for contender in 0..<count {
                group.addTask {
                    do throws(StoreError) {
                        try await nodes[contender % 2].commit(changes(contender))
                        return true
                    } catch .conflict {
                        return false
                    } catch {
                        Issue.record(error)
                        return false
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }
}
