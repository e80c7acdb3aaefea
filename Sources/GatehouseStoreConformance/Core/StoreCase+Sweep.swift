import Foundation
import GatehouseStore
import Testing

extension StoreCase {
    private static let grace: TimeInterval = 100

    static let sweep: [StoreCase] = [
        StoreCase("A sweep deletes transactions, counters and revoked tokens that expired before its date") {
            store throws in
            try await store.commit([
                .transaction(.insert(Sample.transaction("past", expiresAt: Sample.now - 0.001))),
                .transaction(.insert(Sample.transaction("present", expiresAt: Sample.now))),
                .counter(.increment(key: "past", limit: 9, at: Sample.now - 9, expiresAt: Sample.now - 0.001)),
                .counter(.increment(key: "present", limit: 9, at: Sample.now - 9, expiresAt: Sample.now)),
                .revokeToken(id: "past", until: Sample.now - 0.001),
                .revokeToken(id: "present", until: Sample.now),
            ])
            #expect(try await store.sweep(before: Sample.now, grace: grace) == 3)
            #expect(try await store.transaction("past") == nil)
            #expect(try await store.transaction("present") != nil)
            #expect(try await store.counter("past", at: Sample.now - 9) == nil)
            #expect(try await store.counter("present", at: Sample.now - 9) != nil)
            #expect(try await store.isTokenRevoked(id: "past") == false)
            #expect(try await store.isTokenRevoked(id: "present") == true)
        },
        StoreCase("A sweep keeps a finished transaction until it expires") { store throws in
            var record = Sample.transaction(expiresAt: Sample.now + 1)
            record.finishedAt = Sample.now - 60
            try await store.commit([.transaction(.insert(record))])
            #expect(try await store.sweep(before: Sample.now, grace: 0) == 0)
        },
        StoreCase("A sweep keeps codes for the grace after they expire, redeemed or not") { store throws in
            try await store.seed()
            let edge = Sample.now - grace
            try await store.commit([
                .code(.insert(Sample.code("past", expiresAt: edge - 0.001))),
                .code(.insert(Sample.code("present", expiresAt: edge))),
                .code(.insert(Sample.code("redeemed", expiresAt: edge))),
                .code(.redeem("redeemed", session: "session", at: edge - 30)),
            ])
            #expect(try await store.sweep(before: Sample.now, grace: grace) == 1)
            #expect(try await store.code("past") == nil)
            #expect(try await store.code("present") != nil)
            #expect(try await store.code("redeemed") != nil)
        },
        StoreCase("A sweep keeps sessions for the grace after they end or expire") { store throws in
            try await store.seed()
            let edge = Sample.now - grace
            try await store.commit([
                .session(.insert(Sample.session("alive"))),
                .session(.insert(Sample.session("expired", expiresAt: edge - 0.001))),
                .session(.insert(Sample.session("expired late", expiresAt: edge))),
                .session(.insert(Sample.session("ended"))),
                .session(.end("ended", reason: .signedOut, at: edge - 0.001)),
                .session(.insert(Sample.session("ended late"))),
                .session(.end("ended late", reason: .signedOut, at: edge)),
            ])
            #expect(try await store.sweep(before: Sample.now, grace: grace) == 2)
            for id in [Session.ID("alive"), "expired late", "ended late"] {
                #expect(try await store.session(id) != nil)
            }
            for id in [Session.ID("expired"), "ended"] { #expect(try await store.session(id) == nil) }
        },
        StoreCase("A sweep keeps browser sessions for the grace after they end or expire") { store throws in
            try await store.seed()
            let edge = Sample.now - grace
            try await store.commit([
                .browserSession(.insert(Sample.browserSession("alive"))),
                .browserSession(.insert(Sample.browserSession("expired", expiresAt: edge - 0.001))),
                .browserSession(.insert(Sample.browserSession("ended"))),
                .browserSession(.end("ended", at: edge - 0.001)),
                .browserSession(.insert(Sample.browserSession("ended late"))),
                .browserSession(.end("ended late", at: edge)),
            ])
            #expect(try await store.sweep(before: Sample.now, grace: grace) == 2)
            #expect(try await store.browserSession("alive") != nil)
            #expect(try await store.browserSession("ended late") != nil)
        },
        StoreCase("A sweep keeps devices for the grace after they expire") { store throws in
            try await store.seed()
            let start = Sample.now - grace - 600
            try await store.commit([
                .device(.insert(Sample.device("past", userCode: "A", at: start - 0.001))),
                .device(.insert(Sample.device("present", userCode: "B", at: start))),
            ])
            #expect(try await store.sweep(before: Sample.now, grace: grace) == 1)
            #expect(try await store.device("present") != nil)
        },
        StoreCase("A sweep keeps a device that nobody decided on for an hour at most") { store throws in
            try await store.seed()
            let grace = DeviceAuthorization.undecidedGrace * 2
            let edge = Sample.now - DeviceAuthorization.undecidedGrace - 600
            try await store.commit([
                .device(.insert(Sample.device("past", userCode: "A", at: edge - 0.001))),
                .device(.insert(Sample.device("present", userCode: "B", at: edge))),
                .device(.insert(Sample.device("denied", userCode: "C", at: edge - 60))),
                .device(.decide("denied", .denied)),
            ])
            #expect(try await store.sweep(before: Sample.now, grace: grace) == 1)
            #expect(try await store.device("past") == nil)
            #expect(try await store.device("present") != nil)
            #expect(try await store.device("denied") != nil)
        },
        StoreCase("A sweep deletes any number of records") { store throws in
            try await store.commit((1...2500).map { .revokeToken(id: "\($0)", until: Sample.now) })
            #expect(try await store.sweep(before: Sample.now + 1, grace: 0) == 2500)
            #expect(try await store.sweep(before: Sample.now + 1, grace: 0) == 0)
        },
        StoreCase("A sweep is remembered by its date, which may be earlier than the last") { store throws in
            #expect(try await store.lastSweep() == nil)
            for date in [Sample.now, Sample.now + 60, Sample.now - 60] {
                _ = try await store.sweep(before: date, grace: 0)
                #expect(try await store.lastSweep() == date)
            }
        },
        StoreCase("A forecast counts what has expired, and of how many") { store throws in
            try await store.seed()
            let edge = Sample.now - grace
            try await store.commit([
                .session(.insert(Sample.session("alive"))),
                .session(.insert(Sample.session("expired", expiresAt: edge - 0.001))),
                .session(.insert(Sample.session("expired late", expiresAt: edge))),
                .session(.insert(Sample.session("ended", expiresAt: edge - 0.001))),
                .session(.end("ended", reason: .signedOut, at: edge - 60)),
                .browserSession(.insert(Sample.browserSession("alive"))),
                .browserSession(.insert(Sample.browserSession("expired", expiresAt: edge - 0.001))),
                .audit(AuditEvent(id: "old", at: Sample.now - 0.001, kind: .signedIn)),
                .audit(AuditEvent(id: "new", at: Sample.now, kind: .signedIn)),
            ])
            let forecast = try await store.forecast(before: Sample.now, grace: grace, events: Sample.now)
            let sessions = try await store.sessions(of: Sample.account().id)
            let offline = sessions.filter(\.isOffline)
            #expect(forecast.sessions.total == offline.count)
            #expect(forecast.sessions.expired == offline.count { $0.expiresAt < edge })
            #expect(forecast.browserSessions.expired == 1)
            #expect(forecast.events == .init(expired: 1, total: 2))
            #expect(try await store.forecast(before: Sample.now, grace: grace, events: nil).events.expired == 0)
        },
        StoreCase("A sweep leaves accounts, clients, consents, keys, mail and the audit log alone") { store throws in
            try await store.seed()
            try await store.commit([
                .consent(.put(Sample.consent())),
                .key(.insert(Sample.key("key"))),
                .key(.retire("key", at: Sample.now, expiresAt: Sample.now)),
                .mail(.enqueue(Sample.mail("mail"))),
                .audit(AuditEvent(id: "event", at: Sample.now, kind: .signedIn)),
            ])
            #expect(try await store.sweep(before: Sample.now + 1_000_000, grace: 0) == 0)
        },
    ]
}
