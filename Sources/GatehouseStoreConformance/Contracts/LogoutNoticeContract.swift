import Foundation
import GatehouseStore
import Testing

/// The contract of logout notices.
enum LogoutNoticeContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Stores a logout notice, returns it once it is due, and removes it once") { store throws in
            try await store.seed()
            try await store.commit([.logoutNotice(.insert(notice("one", browser: "browser")))])
            #expect(try await store.dueLogoutNotices(limit: 10).isEmpty)
            await store.expectConflict(.logoutNotice(.insert(notice("one"))))
            await store.expectConflict(.logoutNotice(.remove("one")))
            try await store.commit([.session(.end("one", reason: .codeReplayed, at: SampleRecords.now))])
            #expect(try await store.dueLogoutNotices(limit: 10) == [notice("one", browser: "browser", isDue: true)])
            try await store.commit([.logoutNotice(.remove("one"))])
            await store.expectConflict(.logoutNotice(.remove("one")))
            #expect(try await store.dueLogoutNotices(limit: 10).isEmpty)
        },
        StoreContractTest("Returns a limited number of due logout notices") { store throws in
            try await store.seed()
            for id in ["one", "two", "three"] as [LogoutNotice.ID] {
                try await store.commit([.logoutNotice(.insert(notice(id)))])
            }
            try await store.commit([.session(.endAll(account: "user", reason: .administrator, at: SampleRecords.now))])
            #expect(try await store.dueLogoutNotices(limit: 2).count == 2)
        },
        StoreContractTest("Marks no notice of a session that its client ended itself") { store throws in
            try await store.seed()
            try await store.commit([
                .logoutNotice(.insert(notice("one"))), .session(.end("one", reason: .revoked, at: SampleRecords.now)),
            ])
            #expect(try await store.dueLogoutNotices(limit: 10).isEmpty)
        },
        StoreContractTest("Marks the notices of exactly the sessions that a change ends") { store throws in
            try await store.seed()
            let date = SampleRecords.now
            let changes: [(Change, Set<LogoutNotice.ID>)] = [
                (.session(.end("native", reason: .refreshReplayed, at: date)), ["native"]),
                (
                    .session(.endAll(account: "user", reason: .credentialsChanged, at: date)),
                    ["native", "web", "again", "elsewhere"]
                ),
                (
                    .session(.endAll(account: "user", except: "web", reason: .credentialsChanged, at: date)),
                    ["native", "elsewhere"]
                ),
                (
                    .session(.endAll(account: "user", except: "native", reason: .credentialsChanged, at: date)),
                    ["web", "again", "elsewhere"]
                ),
                (
                    .session(.endAllOfClient(account: "user", client: "app", reason: .administrator, at: date)),
                    ["native", "web", "again", "elsewhere"]
                ),
                (
                    .session(.endBrowserBound(browserSession: "browser", reason: .signedOut, at: date)),
                    ["web", "again"]
                ),
                (.browserSession(.end("browser", at: date)), ["web", "again"]),
                (.browserSession(.endAll(account: "user", at: date)), ["web", "again", "elsewhere"]),
                (.browserSession(.endAll(account: "user", except: "browser", at: date)), ["elsewhere"]),
                (
                    .consent(.withdraw("user", "app", reason: .consentWithdrawn, at: date)),
                    ["native", "web", "again", "elsewhere"]
                ),
                (.account(.delete("user")), ["native", "web", "again", "elsewhere"]),
            ]
            for (change, expected) in changes {
                try await store.commit([
                    .consent(.put(SampleRecords.consent())), .logoutNotice(.insert(notice("native"))),
                    .logoutNotice(.insert(notice("web", browser: "browser"))),
                    .logoutNotice(.insert(notice("again", browser: "browser"))),
                    .logoutNotice(.insert(notice("elsewhere", browser: "phone"))),
                    .logoutNotice(.insert(notice("stranger", account: "other", browser: "tablet"))),
                ])
                try await store.commit([change])
                let due = try await store.dueLogoutNotices(limit: 10)
                #expect(Set(due.map(\.id)) == expected, "\(change)")
                // Marks the others, to remove all of them before the next change.
                try await store.commit(
                    ["native", "web", "again", "elsewhere", "stranger"].flatMap { id in
                        [
                            .session(.end(Session.ID(id), reason: .administrator, at: date)),
                            .logoutNotice(.remove(LogoutNotice.ID(id))),
                        ]
                    }
                )
            }
        },
        StoreContractTest("Deletes the logout notices of a deleted client") { store throws in
            try await store.seed()
            try await store.commit([.logoutNotice(.insert(notice("one")))])
            try await store.commit([.client(.delete("app"))])
            try await store.commit([.session(.end("one", reason: .administrator, at: SampleRecords.now))])
            #expect(try await store.dueLogoutNotices(limit: 10).isEmpty)
        },
        StoreContractTest("Deletes an expired logout notice only if it is not due and its sessions do not exist") {
            store throws in
            try await store.seed()
            let past = SampleRecords.now - 1
            try await store.commit([
                .session(.insert(SampleRecords.session("session"))),
                .browserSession(.insert(SampleRecords.browserSession("browser"))),
                .logoutNotice(.insert(notice("session", expiresAt: past))),
                .logoutNotice(.insert(notice("web", browser: "browser", expiresAt: past))),
                .logoutNotice(.insert(notice("due", expiresAt: past))),
                .session(.end("due", reason: .administrator, at: SampleRecords.now)),
                .logoutNotice(.insert(notice("expired", browser: "deleted", expiresAt: past))),
                .logoutNotice(.insert(notice("fresh"))),
            ])
            _ = try await store.deleteExpired(before: SampleRecords.now, grace: 0)
            for id in ["session", "web", "expired", "fresh"] as [Session.ID] {
                try await store.commit([.session(.end(id, reason: .administrator, at: SampleRecords.now))])
            }
            let due = try await store.dueLogoutNotices(limit: 10)
            #expect(Set(due.map(\.id)) == ["session", "web", "due", "fresh"])
        },
    ]

    private static func notice(
        _ id: LogoutNotice.ID,
        account: Account.ID = "user",
        browser: BrowserSession.ID? = nil,
        expiresAt: Date = SampleRecords.now + 60,
        isDue: Bool = false
    ) -> LogoutNotice {
        LogoutNotice(
            id: id,
            clientID: "app",
            accountID: account,
            browserSessionID: browser,
            expiresAt: expiresAt,
            isDue: isDue
        )
    }
}
