import Foundation
import GatehouseStore
import Testing

extension StoreCase {
    static let sessionEnds: [StoreCase] = [
        StoreCase("Ending a session records when and why") { store throws in
            try await store.seed()
            try await store.commit([
                .session(.insert(Sample.session())),
                .session(.end("session", reason: .codeReplayed, at: Sample.now + 4)),
            ])
            var ended = Sample.session()
            ended.endedAt = Sample.now + 4
            ended.endReason = .codeReplayed
            #expect(try await store.session("session") == ended)
        },
        StoreCase("Ending a session does nothing when it has ended or does not exist") { store throws in
            try await store.seed()
            try await store.commit([
                .session(.insert(Sample.session())),
                .session(.end("session", reason: .revoked, at: Sample.now)),
                .session(.end("session", reason: .signedOut, at: Sample.now + 1)),
                .session(.end("unknown", reason: .signedOut, at: Sample.now + 1)),
            ])
            let session = try await store.session("session")
            #expect(session?.endedAt == Sample.now)
            #expect(session?.endReason == .revoked)
        },
        StoreCase("Every reason for an end comes back") { store throws in
            try await store.seed()
            for reason in SessionEndReason.allCases {
                let id = Session.ID(reason.rawValue)
                try await store.commit([
                    .session(.insert(Sample.session(id))), .session(.end(id, reason: reason, at: Sample.now)),
                ])
                #expect(try await store.session(id)?.endReason == reason)
            }
        },
        StoreCase("Ending an account's sessions ends those of it that are alive") { store throws in
            try await store.seed()
            let end = Sample.now + 5
            try await store.commit([
                .account(.insert(Sample.account("other"))),
                .session(.insert(Sample.session("offline"))),
                .session(.insert(Sample.session("online", isOffline: false))),
                .session(.insert(Sample.session("ended"))),
                .session(.end("ended", reason: .revoked, at: Sample.now)),
                .session(.insert(Sample.session("expired", expiresAt: end))),
                .session(.insert(Sample.session("foreign", account: "other"))),
                .session(.endAll(account: "person", reason: .credentialsChanged, at: end)),
                .session(.endAll(account: "nobody", reason: .credentialsChanged, at: end)),
            ])
            for id in [Session.ID("offline"), "online"] {
                #expect(try await store.session(id)?.endedAt == end)
                #expect(try await store.session(id)?.endReason == .credentialsChanged)
            }
            #expect(try await store.session("ended")?.endReason == .revoked)
            #expect(try await store.session("expired")?.endedAt == nil)
            #expect(try await store.session("foreign")?.endedAt == nil)
        },
        StoreCase("Ending a browser session's sessions ends those that are alive, but no offline one") { store throws in
            try await store.seed()
            let end = Sample.now + 5
            try await store.commit([
                .session(.insert(Sample.session("online", browser: "browser", isOffline: false))),
                .session(.insert(Sample.session("offline", browser: "browser"))),
                .session(.insert(Sample.session("elsewhere", browser: "other", isOffline: false))),
                .session(.insert(Sample.session("nowhere", isOffline: false))),
                .session(.insert(Sample.session("expired", browser: "browser", isOffline: false, expiresAt: end))),
                .session(.insert(Sample.session("ended", browser: "browser", isOffline: false))),
                .session(.end("ended", reason: .revoked, at: Sample.now)),
                .session(.endOnline(browserSession: "browser", reason: .signedOut, at: end)),
            ])
            #expect(try await store.session("online")?.endedAt == end)
            #expect(try await store.session("online")?.endReason == .signedOut)
            for id in [Session.ID("offline"), "elsewhere", "nowhere", "expired"] {
                #expect(try await store.session(id)?.endedAt == nil)
            }
            #expect(try await store.session("ended")?.endReason == .revoked)
        },
    ]
}
