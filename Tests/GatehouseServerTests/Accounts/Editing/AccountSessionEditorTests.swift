import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct AccountSessionEditorTests {
    @Test func listsLiveSessionsLastUsedFirst() async throws {
        let owner = try await AccountOwner()
        owner.server.clock.advance(by: 60)
        try await owner.addSession("session")
        let sessions = try await owner.accounts.sessions.sessions(of: owner.account, owner.request)
        #expect(sessions.map(\.id) == [.app("session"), .browser("browser")])
        #expect(sessions.map(\.isCurrent) == [false, true])
        #expect(sessions.last?.device == DeviceDescription(userAgent: "Example/1.0", address: "192.0.2.7"))
        owner.server.clock.advance(by: 86_400)
        #expect(try await owner.accounts.sessions.sessions(of: owner.account, owner.request).isEmpty)
    }

    @Test func endsOneSession() async throws {
        let owner = try await AccountOwner()
        try await owner.addSession("a")
        try await owner.addSession("b")
        try await owner.accounts.sessions.end(.app("a"), of: owner.account, owner.request)
        #expect(try await owner.server.store.session("a")?.endReason == .endedByUser)
        #expect(try await owner.server.store.session("b")?.endedAt == nil)
        try await owner.accounts.sessions.end(.browser("browser"), of: owner.account, owner.request)
        #expect(try await owner.server.store.browserSessions(of: owner.account.id).isEmpty)
        #expect(try await owner.server.auditKinds().count { $0 == .sessionEnded } == 2)
    }

    /// Receivers of events must not take another client for the owner of the session.
    @Test func recordsClientOfEndedSession() async throws {
        let owner = try await AccountOwner()
        try await owner.server.add(Client.app("other", createdAt: owner.server.clock.now))
        try await owner.addSession("session", client: "other")
        try await owner.accounts.sessions.end(.app("session"), of: owner.account, owner.request)
        let events = try await owner.server.store.events(of: owner.account.id, before: nil, limit: 10)
            .filter { $0.kind == .sessionEnded }
        #expect(events.map(\.clientID) == ["other"])
        #expect(events.map(\.actor) == [.user(owner.account.id)])
        #expect(events.map(\.detail) == ["endedByUser"])
    }

    @Test func hidesSessionsOfOtherAccounts() async throws {
        let owner = try await AccountOwner()
        let other = try await owner.server.addAccount("grace@example.com")
        let foreign = AccountOwner.browserSession("foreign", of: other, at: owner.server.clock.now)
        try await owner.server.store.commit([.browserSession(.insert(foreign))])
        for id in [AccountSession.ID.browser("foreign"), .browser("unknown"), .app("unknown")] {
            let error = await accountError {
                try await owner.accounts.sessions.end(id, of: owner.account, owner.request)
            }
            #expect(error == .itemNotFound)
        }
        #expect(try await owner.server.store.browserSession("foreign")?.endedAt == nil)
    }

    @Test func endsAllOtherSessions() async throws {
        let owner = try await AccountOwner()
        try await owner.addSession("session")
        let other = AccountOwner.browserSession("other", of: owner.account, at: owner.server.clock.now)
        try await owner.server.store.commit([.browserSession(.insert(other))])
        try await owner.accounts.sessions.endOthers(of: owner.account, owner.request)
        let rest = try await owner.accounts.sessions.sessions(of: owner.account, owner.request)
        #expect(rest.map(\.id) == [.browser("browser")])
        #expect(try await owner.server.subjects(to: AccountOwner.email).contains { $0.contains("everywhere else") })
    }

    @Test(arguments: [AccountSession.ID.browser("x-1"), .app("y_2")])
    func parsesItsText(id: AccountSession.ID) {
        #expect(AccountSession.ID(id.text) == id)
        #expect(AccountSession.ID(String(id.text.dropFirst(2))) == nil)
    }
}

@Suite struct AuthorizedAppEditorTests {
    @Test func listsAppsWithConsentOrSession() async throws {
        let owner = try await AccountOwner()
        try await owner.server.add(Client.app("other", createdAt: owner.server.clock.now))
        let consent = Consent(
            accountID: owner.account.id,
            clientID: "other",
            scopes: [.openid, .email],
            grantedAt: owner.server.clock.now
        )
        try await owner.server.store.commit([.consent(.put(consent))])
        try await owner.addSession("session")
        let apps = try await owner.accounts.apps.apps(of: owner.account)
        #expect(Set(apps.map(\.client.id)) == ["app", "other"])
        #expect(apps.first { $0.client.id == "other" }?.hasConsent == true)
        #expect(apps.first { $0.client.id == "app" }?.hasConsent == false)
        #expect(apps.first { $0.client.id == "app" }?.scopes == [.openid, .profile, .offlineAccess])
    }

    @Test(arguments: [true, false]) func withdrawsAppAndEndsItsSessions(hasConsent: Bool) async throws {
        let owner = try await AccountOwner()
        if hasConsent {
            let consent = Consent(
                accountID: owner.account.id,
                clientID: "app",
                scopes: [.openid],
                grantedAt: owner.server.clock.now
            )
            try await owner.server.store.commit([.consent(.put(consent))])
        }
        try await owner.addSession("session")
        try await owner.accounts.apps.withdraw("app", from: owner.account, owner.request)
        #expect(try await owner.server.store.session("session")?.endReason == .consentWithdrawn)
        #expect(try await owner.server.store.consent(owner.account.id, "app") == nil)
        let again = await accountError {
            try await owner.accounts.apps.withdraw("app", from: owner.account, owner.request)
        }
        #expect(again == .itemNotFound)
    }

    @Test(arguments: [true, false]) func deletesPendingCodesOfWithdrawnApp(hasConsent: Bool) async throws {
        let owner = try await AccountOwner()
        try await owner.addSession("session")
        if hasConsent {
            let consent = Consent(
                accountID: owner.account.id,
                clientID: "app",
                scopes: [.openid],
                grantedAt: owner.server.clock.now
            )
            try await owner.server.store.commit([.consent(.put(consent))])
        }
        var driver = try await BrowserDriver(on: owner.server)
        try await driver.signIn(AccountOwner.email, password: "correct horse battery")
        guard case .code(let code)? = driver.response?.outcome else {
            Issue.record("The step is \(driver.step).")
            return
        }
        let id = AuthorizationCode.ID(OpaqueToken.hash(of: code.reveal()))
        #expect(try await owner.server.store.code(id) != nil)
        try await owner.accounts.apps.withdraw("app", from: owner.account, owner.request)
        #expect(try await owner.server.store.code(id) == nil)
        #expect(try await owner.server.store.consent(owner.account.id, "app") == nil)
    }

    @Test func withdrawsOnceOfFiftyConcurrentRequests() async throws {
        let owner = try await AccountOwner()
        let consent = Consent(
            accountID: owner.account.id,
            clientID: "app",
            scopes: [.openid],
            grantedAt: owner.server.clock.now
        )
        try await owner.server.store.commit([.consent(.put(consent))])
        let errors = await owner.race { _ in
            try await owner.accounts.apps.withdraw("app", from: owner.account, owner.request)
        }
        #expect(errors.count { $0 == nil } == 1)
        #expect(try await owner.server.auditKinds().count { $0 == .consentWithdrawn } == 1)
    }
}
