import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// The links of notices take an account back from an attacker in a session of the user.
@Suite struct NoticeLinkTests {
    private static let attacker = "mallory@example.net"
    private static let stolenPassword = "mallory owns nine lanterns"

    private let owner: AccountOwner
    private let own: LoginIdentifier
    private let foreign: LoginIdentifier

    init() async throws {
        owner = try await AccountOwner()
        own = try #require(LoginIdentifier(.email, AccountOwner.email))
        foreign = try #require(LoginIdentifier(.email, Self.attacker))
        // The user's address is older than any change of the attacker.
        owner.server.clock.advance(by: 86_400)
    }

    /// Adds the attacker's address and makes it the primary one.
    private func takeOver() async throws -> Account {
        let added = try await owner.addVerified(Self.attacker)
        owner.server.clock.advance(by: 1)
        return try await owner.accounts.addresses.makePrimary(foreign, of: added, owner.request)
    }

    private func choosePassword(_ password: String, of account: Account) async throws {
        try await owner.accounts.passwords.choosePassword(of: account, to: password, owner.request)
    }

    /// Signs in to the account with its address and a password.
    private func signIn(withPassword password: String) async throws -> Account.ID? {
        var driver = try await BrowserDriver(on: owner.server)
        try? await driver.submit(.signInByPassword(email: AccountOwner.email))
        try? await driver.submit(.password(password))
        return driver.browser.session?.accountID
    }

    @Test func givesAttackerNoLinkThatRestoresTheAddress() async throws {
        let taken = try await takeOver()
        let foreignLink = try await owner.link(in: Self.attacker)
        #expect(try await owner.server.identity.flows.proofs.preview(foreignLink).use == .secure)
        _ = try await owner.accounts.addresses.remove(own, from: taken, owner.request)
        let newest = try await owner.link(in: AccountOwner.email)
        try await owner.apply(newest)
        #expect(try await owner.stored.identifiers.map(\.value) == [AccountOwner.email])
        await #expect(throws: FlowError.gone) { try await owner.apply(foreignLink) }
    }

    @Test func voidsLaterLinksOfAccountWithUndo() async throws {
        let added = try await owner.addVerified(Self.attacker)
        let earliest = try await owner.link(in: AccountOwner.email)
        owner.server.clock.advance(by: 8 * 86_400 - 1)
        // By now the attacker's address is old enough to be restored, but the first notice has expired.
        await #expect(throws: FlowError.gone) { try await owner.apply(earliest) }
        _ = try await owner.accounts.addresses.makePrimary(foreign, of: added, owner.request)
        let victimLink = try await owner.link(in: AccountOwner.email)
        let attackerLink = try await owner.link(in: Self.attacker)
        try await owner.apply(victimLink)
        let restored = try await owner.stored
        await #expect(throws: FlowError.gone) { try await owner.apply(attackerLink) }
        #expect(try await owner.stored == restored)
    }

    @Test func removesPasswordThatAttackerChose() async throws {
        let taken = try await takeOver()
        let undo = try await owner.link(in: AccountOwner.email)
        try await choosePassword(Self.stolenPassword, of: taken)
        #expect(
            try await owner.server.subjects(to: AccountOwner.email).contains { $0.contains("password was changed") }
        )
        try await owner.apply(undo)
        #expect(try await owner.stored.passwordHash == nil)
        #expect(try await signIn(withPassword: Self.stolenPassword) == nil)
    }

    @Test func removesPasswordAndSendsResetWhenSecured() async throws {
        try await choosePassword(Self.stolenPassword, of: owner.account)
        try await owner.apply(try await owner.link(in: AccountOwner.email))
        #expect(try await owner.stored.passwordHash == nil)
        #expect(try await signIn(withPassword: Self.stolenPassword) == nil)
        #expect(try await owner.server.mailedCode(to: AccountOwner.email) != nil)
    }

    @Test func securesAccountWhenMailQuotaIsExhausted() async throws {
        try await choosePassword(Self.stolenPassword, of: owner.account)
        let link = try await owner.link(in: AccountOwner.email)
        try await owner.addSession("session")
        for _ in 0..<12 {
            var stranger = try await BrowserDriver(on: owner.server)
            try? await stranger.submit(.signInByCode(email: AccountOwner.email))
        }
        try await owner.apply(link)
        #expect(try await owner.server.store.session("session")?.endedAt != nil)
        #expect(try await owner.stored.passwordHash == nil)
    }

    @Test func voidsResetInProgress() async throws {
        try await choosePassword(Self.stolenPassword, of: owner.account)
        let link = try await owner.link(in: AccountOwner.email)
        var attacker = try await BrowserDriver(on: owner.server)
        try await attacker.submit(.reset(email: AccountOwner.email))
        try await attacker.submit(.code(try await owner.server.code(to: AccountOwner.email)))
        try await owner.apply(link)
        _ = try? await attacker.submit(.newPassword("harbour of nine lanterns"))
        #expect(attacker.browser.session == nil)
        #expect(try await owner.stored.passwordHash == nil)
    }

    @Test func dropsPendingAddress() async throws {
        try await choosePassword(Self.stolenPassword, of: owner.account)
        let secure = try await owner.link(in: AccountOwner.email)
        let stored = try await owner.stored
        _ = try await owner.accounts.addresses.add(Self.attacker, as: .email, to: stored, owner.request)
        let pending = try await owner.link(in: Self.attacker)
        try await owner.apply(secure)
        #expect(try await owner.stored.pending.isEmpty)
        await #expect(throws: FlowError.self) {
            try await owner.server.identity.flows.proofs.confirm(
                pending,
                password: Self.stolenPassword,
                language: .english,
                context: owner.request.context
            )
        }
        #expect(try await owner.stored.identifiers.map(\.value) == [AccountOwner.email])
    }

    /// The link that removes the address alone is void afterwards.
    @Test func removesAddressAddedSinceNoticeWhenSecured() async throws {
        try await choosePassword(Self.stolenPassword, of: owner.account)
        let earliest = try await owner.link(in: AccountOwner.email)
        owner.server.clock.advance(by: 60)
        _ = try await owner.addVerified(Self.attacker)
        let undo = try await owner.link(in: AccountOwner.email)
        try await owner.apply(earliest)
        #expect(try await owner.stored.identifiers.map(\.value) == [AccountOwner.email])
        #expect(try await owner.server.subjects(to: Self.attacker).contains { $0.contains("were restored") })
        await #expect(throws: FlowError.gone) { try await owner.apply(undo) }
    }

    /// An address of the user that is too new to be restored has the link; the attacker's is written before the notice.
    @Test func removesAddressOfNoticeThatIsOlderThanItWhenSecured() async throws {
        _ = try await owner.addVerified("new@example.org")
        owner.server.clock.advance(by: 60)
        var account = try await owner.addVerified(Self.attacker)
        let link = try await owner.link(in: "new@example.org")
        #expect(try await owner.server.identity.flows.proofs.preview(link).use == .secure)
        account.identifiers = account.identifiers.map { identifier in
            guard identifier.value == Self.attacker else { return identifier }
            return AccountIdentifier(
                kind: .email,
                value: identifier.value,
                verifiedAt: identifier.verifiedAt?.addingTimeInterval(-0.001)
            )
        }
        account.revision += 1
        try await owner.server.store.commit([.account(.update(account))])
        try await owner.apply(link)
        #expect(try await owner.stored.identifiers.map(\.value) == [AccountOwner.email, "new@example.org"])
    }

    @Test func sendsNewAddressNoLink() async throws {
        _ = try await owner.addVerified(Self.attacker)
        try await owner.server.deliverMail()
        let mail = try #require(owner.server.delivered.mails.first { $0.to == Self.attacker })
        #expect(mail.subject.contains("address was added") && !mail.text.contains("/link?token="))
    }

    @Test func rejectsSecureLinkOfRemovedAddress() async throws {
        try await choosePassword(Self.stolenPassword, of: owner.account)
        let old = try await owner.link(in: AccountOwner.email)
        let account = try await owner.addVerified("new@example.org")
        let left = try await owner.accounts.addresses.remove(own, from: account, owner.request)
        try await owner.accounts.status.requestDeletion(of: left, owner.request)
        await #expect(throws: FlowError.gone) { _ = try await owner.server.identity.flows.proofs.preview(old) }
        await #expect(throws: FlowError.gone) { try await owner.apply(old) }
        #expect(try await owner.stored.deletion != nil)
    }

    @Test func notifiesAllAddressesBeforeAndAfterUndo() async throws {
        let account = try await owner.addVerified("new@example.org")
        owner.server.clock.advance(by: 1)
        _ = try await owner.accounts.addresses.remove(own, from: account, owner.request)
        let link = try await owner.link(in: AccountOwner.email)
        try await owner.apply(link)
        for address in [AccountOwner.email, "new@example.org"] {
            #expect(try await owner.server.subjects(to: address).contains { $0.contains("were restored") })
        }
    }

    @Test func forgetsKnownBrowsers() async throws {
        let browser = KnownBrowser(
            accountID: owner.account.id,
            hash: "hash",
            firstSeenAt: owner.server.clock.now,
            lastSeenAt: owner.server.clock.now,
            expiresAt: owner.server.clock.now.addingTimeInterval(86_400)
        )
        try await owner.server.store.commit([.account(.recordBrowser(browser))])
        try await choosePassword(Self.stolenPassword, of: owner.account)
        try await owner.apply(try await owner.link(in: AccountOwner.email))
        #expect(try await owner.server.store.knownBrowsers(of: owner.account.id).isEmpty)
    }

    @Test func keepsLaterAddressWithoutWhichUserCannotSignIn() async throws {
        let owner = try await AccountOwner(password: nil)
        var account = owner.account
        account.identifiers.append(
            AccountIdentifier(kind: .phone, value: "+4930123456", verifiedAt: owner.server.clock.now)
        )
        account.revision += 1
        try await owner.server.store.commit([.account(.update(account))])
        owner.server.clock.advance(by: 86_400)
        let added = try await owner.addVerified("b@example.org")
        let undo = try await owner.link(in: AccountOwner.email)
        _ = try await owner.accounts.addresses.remove(own, from: added, owner.request)
        // The address that the link would restore belongs to another account by now.
        try await owner.server.addAccount(AccountOwner.email)
        try await owner.apply(undo)
        #expect(try await owner.stored.canSignIn(withPassword: true))
        #expect(try await owner.stored.identifiers.map(\.value).contains("b@example.org"))
    }

    @Test func reportsDownloadWhenMailQuotaIsExhausted() async throws {
        for _ in 0..<12 {
            var stranger = try await BrowserDriver(on: owner.server)
            try? await stranger.submit(.signInByCode(email: AccountOwner.email))
        }
        _ = try await owner.accounts.exporter.export(owner.account, owner.request)
        #expect(try await owner.server.subjects(to: AccountOwner.email).contains { $0.contains("data was downloaded") })
    }
}
