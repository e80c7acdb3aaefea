import Foundation
import GatehouseStore
import Testing

/// The contract of deleting expired records.
enum CleanupContract {
    private static let grace: TimeInterval = 100

    static let tests: [StoreContractTest] = [
        StoreContractTest("Deletes flows, counters and revoked tokens that expired before the cleanup") {
            store throws in
            try await store.commit([
                .flow(.insert(SampleRecords.flow("past", expiresAt: SampleRecords.now - 0.001))),
                .flow(.insert(SampleRecords.flow("present", expiresAt: SampleRecords.now))),
                .counter(
                    .increment(key: "past", limit: 9, at: SampleRecords.now - 9, expiresAt: SampleRecords.now - 0.001)
                ),
                .counter(.increment(key: "present", limit: 9, at: SampleRecords.now - 9, expiresAt: SampleRecords.now)),
                .revokeToken(id: "past", until: SampleRecords.now - 0.001),
                .revokeToken(id: "present", until: SampleRecords.now),
            ])
            #expect(try await store.deleteExpired(before: SampleRecords.now, grace: grace) == 3)
            #expect(try await store.flow("past") == nil)
            #expect(try await store.flow("present") != nil)
            #expect(try await store.counter("past", at: SampleRecords.now - 9) == nil)
            #expect(try await store.counter("present", at: SampleRecords.now - 9) != nil)
            #expect(try await store.isTokenRevoked(id: "past") == false)
            #expect(try await store.isTokenRevoked(id: "present") == true)
        },
        StoreContractTest("Keeps a finished flow until it expires") { store throws in
            var record = SampleRecords.flow(expiresAt: SampleRecords.now + 1)
            record.finishedAt = SampleRecords.now - 60
            try await store.commit([.flow(.insert(record))])
            #expect(try await store.deleteExpired(before: SampleRecords.now, grace: 0) == 0)
        },
        StoreContractTest("Keeps codes for the grace period after expiration, redeemed or not") { store throws in
            try await store.seed()
            let edge = SampleRecords.now - grace
            try await store.commit([
                .code(.insert(SampleRecords.code("past", expiresAt: edge - 0.001))),
                .code(.insert(SampleRecords.code("present", expiresAt: edge))),
                .code(.insert(SampleRecords.code("redeemed", expiresAt: edge))),
                .code(.redeem("redeemed", session: "session", at: edge - 30)),
            ])
            #expect(try await store.deleteExpired(before: SampleRecords.now, grace: grace) == 1)
            #expect(try await store.code("past") == nil)
            #expect(try await store.code("present") != nil)
            #expect(try await store.code("redeemed") != nil)
        },
        StoreContractTest("Keeps sessions for the grace period after their end, or the day of their expiration") {
            store throws in
            try await store.seed()
            let edge = SampleRecords.now - grace
            try await store.commit([
                .session(.insert(SampleRecords.session("alive"))),
                .session(.insert(SampleRecords.session("expired", expiresAt: startOfDay(edge) - 0.001))),
                .session(.insert(SampleRecords.session("expired late", expiresAt: startOfDay(edge)))),
                .session(.insert(SampleRecords.session("ended"))),
                .session(.end("ended", reason: .signedOut, at: edge - 0.001)),
                .session(.insert(SampleRecords.session("ended late"))),
                .session(.end("ended late", reason: .signedOut, at: edge)),
            ])
            #expect(try await store.deleteExpired(before: SampleRecords.now, grace: grace) == 2)
            for id in [Session.ID("alive"), "expired late", "ended late"] {
                #expect(try await store.session(id) != nil)
            }
            for id in [Session.ID("expired"), "ended"] { #expect(try await store.session(id) == nil) }
        },
        StoreContractTest("Keeps browser sessions for the grace period after their end or expiration") { store throws in
            try await store.seed()
            let edge = SampleRecords.now - grace
            try await store.commit([
                .browserSession(.insert(SampleRecords.browserSession("alive"))),
                .browserSession(.insert(SampleRecords.browserSession("expired", expiresAt: edge - 0.001))),
                .browserSession(.insert(SampleRecords.browserSession("ended"))),
                .browserSession(.end("ended", at: edge - 0.001)),
                .browserSession(.insert(SampleRecords.browserSession("ended late"))),
                .browserSession(.end("ended late", at: edge)),
            ])
            #expect(try await store.deleteExpired(before: SampleRecords.now, grace: grace) == 2)
            #expect(try await store.browserSession("alive") != nil)
            #expect(try await store.browserSession("ended late") != nil)
        },
        StoreContractTest("Keeps device authorizations for the grace period after expiration") { store throws in
            try await store.seed()
            let start = SampleRecords.now - grace - 600
            try await store.commit([
                .device(.insert(SampleRecords.device("past", userCode: "A", at: start - 0.001))),
                .device(.insert(SampleRecords.device("present", userCode: "B", at: start))),
            ])
            #expect(try await store.deleteExpired(before: SampleRecords.now, grace: grace) == 1)
            #expect(try await store.device("present") != nil)
        },
        StoreContractTest("Keeps pending device authorizations for an hour at most") { store throws in
            try await store.seed()
            let grace = DeviceAuthorization.undecidedGrace * 2
            let edge = SampleRecords.now - DeviceAuthorization.undecidedGrace - 600
            try await store.commit([
                .device(.insert(SampleRecords.device("past", userCode: "A", at: edge - 0.001))),
                .device(.insert(SampleRecords.device("present", userCode: "B", at: edge))),
                .device(.insert(SampleRecords.device("denied", userCode: "C", at: edge - 60))),
                .device(.decide("denied", .denied)),
            ])
            #expect(try await store.deleteExpired(before: SampleRecords.now, grace: grace) == 1)
            #expect(try await store.device("past") == nil)
            #expect(try await store.device("present") != nil)
            #expect(try await store.device("denied") != nil)
        },
        StoreContractTest("Deletes any number of expired records") { store throws in
            try await store.commit((1...2500).map { .revokeToken(id: "\($0)", until: SampleRecords.now) })
            #expect(try await store.deleteExpired(before: SampleRecords.now + 1, grace: 0) == 2500)
            #expect(try await store.deleteExpired(before: SampleRecords.now + 1, grace: 0) == 0)
        },
        StoreContractTest("Stores the date of the last cleanup, even if it is earlier than before") { store throws in
            #expect(try await store.lastCleanup() == nil)
            for date in [SampleRecords.now, SampleRecords.now + 60, SampleRecords.now - 60] {
                try await store.recordCleanup(at: date)
                #expect(try await store.lastCleanup() == date)
            }
        },
        StoreContractTest("Forecasts the numbers of expired records and the totals") { store throws in
            try await store.seed()
            let edge = SampleRecords.now - grace
            try await store.commit([
                .session(.insert(SampleRecords.session("alive"))),
                .session(.insert(SampleRecords.session("expired", expiresAt: startOfDay(edge) - 0.001))),
                .session(.insert(SampleRecords.session("expired late", expiresAt: startOfDay(edge)))),
                .session(.insert(SampleRecords.session("ended", expiresAt: startOfDay(edge) - 0.001))),
                .session(.end("ended", reason: .signedOut, at: startOfDay(edge) - 60)),
                .browserSession(.insert(SampleRecords.browserSession("alive"))),
                .browserSession(.insert(SampleRecords.browserSession("expired", expiresAt: edge - 0.001))),
                .audit(AuditEvent(id: "old", at: SampleRecords.now - 40 * 86_400, kind: .signedIn)),
                .audit(AuditEvent(id: "new", at: SampleRecords.now, kind: .signedIn)),
            ])
            let forecast = try await store.forecast(before: SampleRecords.now, grace: grace, events: SampleRecords.now)
            let sessions = try await store.sessions(of: SampleRecords.account().id)
            let offline = sessions.filter(\.isOffline)
            #expect(forecast.sessions.total == offline.count)
            #expect(forecast.sessions.expired == offline.count { $0.expiresAt < startOfDay(edge) })
            #expect(forecast.browserSessions.expired == 1)
            #expect(forecast.events == .init(expired: 1, total: 2))
            #expect(
                try await store.forecast(before: SampleRecords.now, grace: grace, events: nil).events
                    == .init(expired: 0, total: 0)
            )
        },
        StoreContractTest("Keeps accounts, clients, consents, keys, messages and the audit log in a cleanup") {
            store throws in
            try await store.seed()
            try await store.commit([
                .consent(.put(SampleRecords.consent())),
                .key(.insert(SampleRecords.key("key"))),
                .key(.retire("key", at: SampleRecords.now, expiresAt: SampleRecords.now)),
                .message(.enqueue(SampleRecords.mail("mail"))),
                .audit(AuditEvent(id: "event", at: SampleRecords.now, kind: .signedIn)),
            ])
            #expect(try await store.deleteExpired(before: SampleRecords.now + 1_000_000, grace: 0) == 0)
        },
        StoreContractTest("Deletes clients that no operator vouches for, that are old and not used") { store throws in
            try await store.seed()
            let edge = SampleRecords.now - 1000
            for id: Client.ID in ["unused", "consented", "signed in", "code", "device", "pushed"] {
                try await store.commit([.client(.insert(dynamicClient(id, at: edge - 0.001)))])
            }
            var partner = dynamicClient("partner", at: edge - 0.001)
            partner.origin?.isVerified = true
            partner.origin?.contacts = [#""isVerified":false"#]
            try await store.commit([
                .client(.insert(partner)),
                .client(.insert(dynamicClient("new", at: edge))),
                .client(.insert(SampleRecords.client("operated", at: edge - 0.001))),
                .consent(.put(SampleRecords.consent("user", "consented"))),
                .session(.insert(SampleRecords.session(client: "signed in"))),
                .code(.insert(SampleRecords.code(client: "code"))),
                .device(.insert(SampleRecords.device(client: "device"))),
                .pushedRequest(.insert(SampleRecords.pushedRequest(client: "pushed"))),
            ])
            let before = try await store.clients(after: nil, limit: 99).map(\.id)
            #expect(try await store.sweep(.unusedClients, before: edge) == 1)
            #expect(try await store.clients(after: nil, limit: 99).map(\.id) == before.filter { $0 != "unused" })
            #expect(try await store.sweep(.unusedClients, before: edge) == 0)
        },
        StoreContractTest("Grants a lease to one holder until it expires or is released") { store throws in
            let now = SampleRecords.now
            #expect(try await store.acquireLease("work", holder: "a", at: now, until: now + 30))
            #expect(try await store.acquireLease("work", holder: "b", at: now + 29.999, until: now + 60) == false)
            #expect(try await store.acquireLease("other work", holder: "b", at: now, until: now + 30))
            #expect(try await store.acquireLease("work", holder: "a", at: now + 20, until: now + 50))
            #expect(try await store.acquireLease("work", holder: "b", at: now + 30, until: now + 60) == false)
            #expect(try await store.acquireLease("work", holder: "b", at: now + 50, until: now + 80))
            #expect(try await store.acquireLease("work", holder: "b", at: now + 51, until: now + 51))
            #expect(try await store.acquireLease("work", holder: "a", at: now + 51, until: now + 81))
        },
        StoreContractTest("Ignores a lease of a clock that was ahead") { store throws in
            let now = SampleRecords.now
            #expect(try await store.acquireLease("work", holder: "a", at: now + 86_400, until: now + 86_430))
            #expect(try await store.acquireLease("work", holder: "b", at: now + 86_429, until: now + 86_459) == false)
            #expect(try await store.acquireLease("work", holder: "b", at: now, until: now + 30))
        },
    ]

    /// Returns the beginning of a day (UTC), before which sessions are deleted.
    private static func startOfDay(_ date: Date) -> Date { Date(milliseconds: date.day * 86_400_000) }

    private static func dynamicClient(_ id: Client.ID, at date: Date) -> Client {
        var client = SampleRecords.client(id, at: date)
        client.origin = ClientOrigin(kind: .registration)
        return client
    }
}
