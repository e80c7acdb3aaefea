import Foundation
import GatehouseConcurrency
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// The deletion of an account by its user.
@Suite struct AccountDeletionTests {
    /// Erases the accounts that are due.
    private func erase(_ owner: AccountOwner) async throws(AccountError) -> Int {
        try await owner.accounts.status.eraseDueAccounts(at: owner.server.clock.now, as: owner.accounts.client)
    }

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

    @Test func requiresAllFactorsToKeepAccount() async throws {
        let server = try await CompleteServer.with(
            additionalFactors: [TestKeyFactor()],
            policy: AuthenticationPolicy(secondFactor: .required)
        )
        let account = try await server.addAccount(
            AccountOwner.email,
            password: "correct horse battery",
            attributes: TestKeyFactor.enrolled
        )
        let request = AccountRequest(
            client: server.identity.accounts.client,
            language: .english,
            authority: .user(Authentication([], at: server.clock.now)),
            context: RequestMetadata(address: nil, requestID: "request-1")
        )
        try await server.identity.accounts.status.requestDeletion(of: account, request)
        var driver = try await BrowserDriver(on: server)
        try await driver.signIn(AccountOwner.email, password: "correct horse battery")
        #expect(driver.step.name == "additionalFactor")
        #expect(await driver.rejection(.keepAccount) == .notPossible)
        #expect(try await server.store.account(account.id)?.deletion != nil)
        try await driver.submit(.factor(TestKeyFactor.proof))
        #expect(driver.step.name == "keepAccount")
        #expect(driver.browser.session == nil)
        try await driver.submit(.keepAccount)
        #expect(driver.hasCode)
        #expect(try await server.store.account(account.id)?.deletion == nil)
    }

    @Test func keepsDeletionIfSignInNoLongerSuffices() async throws {
        let server = try await CompleteServer.with(additionalFactors: [TestKeyFactor()])
        var account = try await server.addAccount(AccountOwner.email, password: "correct horse battery")
        let now = server.clock.now
        account.deletion = AccountDeletion(requestedAt: now, dueAt: now + 86_400)
        account.revision += 1
        try await server.store.commit([.account(.update(account))])
        var driver = try await BrowserDriver(on: server, authentication: .preferring(.multiFactor))
        try await driver.signIn(AccountOwner.email, password: "correct horse battery")
        #expect(driver.step.name == "keepAccount")
        // Without a second factor, the preference is no requirement.
        account.attributes = TestKeyFactor.enrolled
        account.revision += 1
        try await server.store.commit([.account(.update(account))])
        try await driver.submit(.keepAccount)
        #expect(driver.step.name == "additionalFactor")
        #expect(try await server.store.account(account.id)?.deletion != nil)
        try await driver.submit(.factor(TestKeyFactor.proof))
        try await driver.submit(.keepAccount)
        #expect(driver.hasCode)
        #expect(try await server.store.account(account.id)?.deletion == nil)
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
        #expect(try await erase(owner) == 1)
        #expect(try await owner.server.store.account(owner.account.id) == nil)
    }

    @Test func treatsAccountAsUnknownInNativeApps() async throws {
        let server = try await CompleteServer.withNativeApp(.password)
        let account = try await server.addAccount("ada@example.com", password: "correct horse battery")
        let accounts = server.identity.accounts
        let request = AccountRequest(
            client: accounts.client,
            language: .english,
            authority: .user(Authentication([], at: server.clock.now)),
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
        #expect(try await erase(owner) == 0)
        owner.server.clock.advance(by: 1)
        #expect(try await erase(owner) == 1)
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
            authority: .user(Authentication([], at: server.now)),
            context: server.context
        )
        #expect(try await accounts.status.requestDeletion(of: account, request) == nil)
        #expect(try await server.store.account(account.id) == nil)
    }

    /// No sign-in on the hosted pages could keep the account.
    @Test(arguments: [
        AccountIdentifier(kind: .username, value: "ada", verifiedAt: .distantPast),
        AccountIdentifier(kind: .phone, value: "+4930123456", verifiedAt: .distantPast),
        AccountIdentifier(kind: .email, value: AccountOwner.email, verifiedAt: nil),
        AccountIdentifier(kind: .email, value: "ada@localhost@", verifiedAt: .distantPast),
    ])
    func erasesAtOnceWithoutAddressToSignInWith(identifier: AccountIdentifier) async throws {
        let owner = try await AccountOwner()
        var account = owner.account
        account.identifiers = [identifier]
        account.revision += 1
        try await owner.server.store.commit([.account(.update(account))])
        #expect(try await owner.accounts.status.requestDeletion(of: account, owner.request) == nil)
        #expect(try await owner.server.store.account(account.id) == nil)
    }

    @Test func erasesOtherAccountsAfterFailure() async throws {
        let store = SpyStore()
        let owner = try await AccountOwner(store: store)
        for account in [owner.account, try await owner.server.addAccount("grace@example.com")] {
            try await owner.accounts.status.requestDeletion(of: account, owner.request)
        }
        owner.server.clock.advance(by: 14 * 86_400)
        let hasFailed = Mutex(false)
        store.compete { _ throws(StoreError) in
            let isFirst = hasFailed.withLock { hasFailed in
                defer { hasFailed = true }
                return !hasFailed
            }
            if isFirst { throw .unavailable("down") }
        }
        await #expect(throws: AccountError.self) { try await erase(owner) }
        #expect(try await store.accounts(dueForDeletionAt: owner.server.clock.now, limit: 10).count == 1)
        #expect(try await erase(owner) == 1)
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
