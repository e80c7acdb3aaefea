import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// The deletion of an account by its user.
@Suite struct AccountDeletionTests {
    @Test func endsAllSessionsAndNamesTimeOfDeletion() async throws {
        let owner = try await AccountOwner()
        try await owner.addSession("session")
        let dueAt = try await owner.accounts.status.requestDeletion(of: owner.account, owner.request)
        #expect(dueAt == owner.server.clock.now.addingTimeInterval(14 * 86_400))
        #expect(try await owner.server.store.session("session")?.endReason == .accountDeleted)
        #expect(try await owner.server.store.browserSessions(of: owner.account.id).isEmpty)
        #expect(
            try await owner.server.subjects(to: AccountOwner.email).contains {
                $0.contains("will be deleted")
            }
        )
    }

    @Test func requiresRecentSignIn() async throws {
        let owner = try await AccountOwner()
        let error = await accountError {
            try await owner.accounts.status.requestDeletion(of: owner.account, owner.staleRequest)
        }
        #expect(error == .signInRequired(within: 600))
        #expect(try await owner.stored.deletion == nil)
    }

    @Test func offersToKeepAccountAtSignIn() async throws {
        let owner = try await AccountOwner()
        try await owner.accounts.status.requestDeletion(of: owner.account, owner.request)
        var driver = try await BrowserDriver(on: owner.server)
        try await driver.submit(.signInByPassword(email: AccountOwner.email))
        try await driver.submit(.password("correct horse battery"))
        guard case .keepAccount(let step) = driver.step else {
            Issue.record("The step is \(driver.step).")
            return
        }
        #expect(step.dueAt == owner.server.clock.now.addingTimeInterval(14 * 86_400))
        #expect(driver.browser.session == nil)
        try await driver.submit(.keepAccount)
        #expect(driver.hasCode)
        #expect(try await owner.stored.deletion == nil)
        #expect(try await owner.server.auditKinds().contains(.accountKept))
    }

    @Test func deletesAccountWhoseUserDeclinesToKeepIt() async throws {
        let owner = try await AccountOwner()
        try await owner.accounts.status.requestDeletion(of: owner.account, owner.request)
        var driver = try await BrowserDriver(on: owner.server)
        try await driver.submit(.signInByCode(email: AccountOwner.email))
        try await driver.submit(.code(try await owner.server.code(to: AccountOwner.email)))
        try await driver.submit(.cancel)
        #expect(driver.error == .accessDenied)
        owner.server.clock.advance(by: 14 * 86_400)
        let count = try await owner.accounts.status.eraseDueAccounts(as: owner.accounts.client)
        #expect(count == 1)
        #expect(try await owner.server.store.account(owner.account.id) == nil)
    }

    @Test func treatsAccountAsUnknownInNativeApps() async throws {
        let server = try await CompleteServer.withNativeApp(.password)
        let account = try await server.addAccount("ada@example.com", password: "correct horse battery")
        let accounts = server.identity.accounts
        let request = AccountRequest(
            client: accounts.client,
            language: .english,
            authority: .user(signedInAt: server.clock.now),
            context: RequestMetadata(address: nil, requestID: "request-1")
        )
        try await accounts.status.requestDeletion(of: account, request)
        var app = try await NativeApp(on: server)
        try await app.begin(.signIn, "ada@example.com")
        try await app.requestChallenge()
        #expect(await app.tokenRejection(.password("correct horse battery")) == .wrongCredentials)
    }

    @Test func erasesDueAccountsWithPersonalDataOfEvents() async throws {
        let owner = try await AccountOwner()
        try await owner.accounts.status.requestDeletion(of: owner.account, owner.request)
        owner.server.clock.advance(by: 14 * 86_400 - 1)
        #expect(try await owner.accounts.status.eraseDueAccounts(as: owner.accounts.client) == 0)
        owner.server.clock.advance(by: 1)
        #expect(try await owner.accounts.status.eraseDueAccounts(as: owner.accounts.client) == 1)
        let events = try await owner.server.store.events(of: owner.account.id, before: nil, limit: 100)
        #expect(events.first?.kind == .accountDeleted && events.contains { $0.kind == .accountDeletionRequested })
        #expect(events.allSatisfy { $0.address == nil })
        #expect(try await owner.server.subjects(to: AccountOwner.email).contains { $0.contains("was deleted") })
    }

    @Test func erasesAtOnceWithoutGracePeriod() async throws {
        var lifetimes = Lifetimes()
        lifetimes.accountDeletion = 0
        let server = try ServerHarness(lifetimes: lifetimes)
        let account = try await server.addAccount()
        let accounts = server.identity.accounts
        let request = AccountRequest(
            client: accounts.client,
            language: .english,
            authority: .user(signedInAt: server.now),
            context: server.context
        )
        #expect(try await accounts.status.requestDeletion(of: account, request) == nil)
        #expect(try await server.store.account(account.id) == nil)
    }

    @Test func cancelsDeletionByLinkOfNotice() async throws {
        let owner = try await AccountOwner()
        try await owner.accounts.status.requestDeletion(of: owner.account, owner.request)
        let link = try await owner.link(in: AccountOwner.email)
        #expect(try await owner.server.identity.flows.proofs.preview(link).use == .secure)
        try await owner.apply(link)
        #expect(try await owner.stored.deletion == nil)
        #expect(try await owner.server.auditKinds().suffix(3).contains(.accountKept))
        #expect(try await owner.server.mailedCode(to: AccountOwner.email) != nil)
    }

    @Test func recordsOneOfConcurrentRequests() async throws {
        let owner = try await AccountOwner()
        let errors = await owner.race { _ in
            try await owner.accounts.status.requestDeletion(of: owner.account, owner.request)
        }
        #expect(errors.count { $0 == nil } == 1)
        #expect(try await owner.server.auditKinds().count { $0 == .accountDeletionRequested } == 1)
    }
}
