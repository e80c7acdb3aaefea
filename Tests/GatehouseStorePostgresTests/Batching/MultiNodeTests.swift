import Foundation
import GatehouseStore
import GatehouseStoreConformance
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
                            .account(.insert(SampleRecords.account(.init("\(number)")))), SampleRecords.counter("key"),
                        ])
                        #expect(try await store.account(.init("\(number)")) != nil)
                    }
                }
                try await group.waitForAll()
            }
            for node in nodes {
                #expect(try await node.accounts(after: nil, limit: 1000).count == 200)
                #expect(try await node.counter("key", at: SampleRecords.now)?.count == 200)
            }
        }
    }

    @Test func seesCommitsOfOtherNode() async throws {
        try await withNodes { nodes throws in
            for number in 1...20 {
                let id = Account.ID("\(number)")
                try await nodes[0].commit([.account(.insert(SampleRecords.account(.init("\(number)"))))])
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
                createdAt: SampleRecords.now,
                expiresAt: SampleRecords.now + 9
            )
            try await nodes[0].commit([.flow(.insert(record))])
            var next = record
            next.revision = 2
            let advanced = next
            let changes: [@Sendable (Int) -> Change] = [
                { _ in .flow(.advance(advanced)) },
                {
                    .account(
                        .insert(SampleRecords.account(.init("\($0)"), names: [SampleRecords.email("one@example.com")]))
                    )
                },
                { .key(.insert(SampleRecords.key(.init("\($0)")))) },
                { _ in .flow(.restart(SampleRecords.flow("put"))) },
            ]
            for change in changes {
                #expect(await Contenders.successCount(of: 60, on: nodes) { [change($0)] } == 1)
            }
            #expect(try await nodes[0].keys().count == 1)
            #expect(try await nodes[1].accounts(after: nil, limit: 9).count == 1)
        }
    }

    @Test func assignsUserCodeToOneDevice() async throws {
        try await withNodes { nodes throws in
            try await nodes[0].commit([.client(.insert(SampleRecords.client()))])
            let count = await Contenders.successCount(of: 60, on: nodes) {
                [.device(.insert(SampleRecords.device(.init("\($0)"))))]
            }
            #expect(count == 1)
        }
    }

    @Test func enforcesLimitAcrossNodes() async throws {
        try await withNodes { nodes throws in
            let count = await Contenders.successCount(of: 120, on: nodes) { _ in
                [SampleRecords.counter("key", limit: 17)]
            }
            #expect(count == 17)
            #expect(try await nodes[0].counter("key", at: SampleRecords.now)?.count == 17)
        }
    }

    @Test func countsIncrementsInAnyOrder() async throws {
        try await withNodes { nodes throws in
            let keys = (0..<6).map { "key\($0)" }
            try await nodes[0].commit(keys.map { SampleRecords.counter($0) })
            let count = await Contenders.successCount(of: 400, on: nodes) { number in
                let rotated = keys[(number % 6)...] + keys[..<(number % 6)]
                return rotated.map { SampleRecords.counter($0) }
            }
            #expect(count == 400)
            for key in keys { #expect(try await nodes[0].counter(key, at: SampleRecords.now)?.count == 401) }
        }
    }

    @Test func completesDeadlockedCommits() async throws {
        try await withNodes { nodes throws in
            let accounts = (0..<2).map { SampleRecords.account(.init("\($0)")) }
            try await nodes[0].commit(accounts.map { .account(.insert($0)) })
            let count = await Contenders.successCount(of: 20, on: nodes) { number in
                let ordered = number % 2 == 0 ? accounts : accounts.reversed()
                return ordered.map { .account(.requireRevision($0.id, credentialsRevision: 1)) }
            }
            #expect(count == 20)
        }
    }

    @Test func leasesEachMessageOnce() async throws {
        try await withNodes { nodes throws in
            try await nodes[0].commit((1...100).map { .message(.enqueue(SampleRecords.mail(.init("\($0)")))) })
            let leased = try await withThrowingTaskGroup(of: [String].self) { group in
                for number in 0..<60 {
                    group.addTask {
                        let until = SampleRecords.now + 30
                        return try await nodes[number % 2].leaseDueMessages(
                            .message,
                            at: SampleRecords.now,
                            until: until,
                            limit: 7
                        )
                        .map(\.id.rawValue)
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(Set(leased).count == leased.count)
            let rest = try await nodes[0].leaseDueMessages(
                .message,
                at: SampleRecords.now,
                until: SampleRecords.now + 30,
                limit: 100
            )
            #expect(leased.count + rest.count == 100)
        }
    }

    @Test func rejectsSessionWhileAllSessionsEnd() async throws {
        try await withNodes { nodes throws in
            try await nodes[0].commit([.client(.insert(SampleRecords.client()))])
            for round in 0..<20 {
                let account = SampleRecords.account(.init("user \(round)"))
                try await nodes[0].commit([.account(.insert(account))])
                var changed = account
                changed.passwordHash = "new hash"
                changed.revision = 2
                let ending: [Change] = [
                    .account(.update(changed)),
                    .session(.endAll(account: account.id, reason: .credentialsChanged, at: SampleRecords.now)),
                ]
                async let end: Void = nodes[0].commit(ending)
                // As a redemption that read the account before: the second commit must see the first.
                async let start: Void? = try? nodes[1].commit([
                    .session(.insert(SampleRecords.session(.init("\(round)"), account: account.id))),
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
            try await nodes[0].commit((1...2500).map { .revokeToken(id: "\($0)", until: SampleRecords.now) })
            async let first = nodes[0].deleteExpired(before: SampleRecords.now + 1, grace: 0)
            async let second = nodes[1].deleteExpired(before: SampleRecords.now + 1, grace: 0)
            let rest = try await first + second
            #expect(try await rest + nodes[0].deleteExpired(before: SampleRecords.now + 1, grace: 0) == 2500)
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
}
