import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer
@testable import GatehouseStore

/// Users whose only second factor is an address that they have enrolled.
@Suite struct AddressFactorTests {
    private static let email = SecondFactorOwner.email
    private static let number = "+4930123456"

    private let smsCodes = FactorSettings(acceptsSMSCodes: true)
    private let mailCodes = FactorSettings(acceptsMailCodes: true)

    /// Returns a user with a number, whose second factor is on if it was enrolled.
    private func owner(
        _ factors: FactorSettings,
        isEnrolled: Bool = true,
        number: String? = number,
        limits: RateLimits = RateLimits(),
        client: (inout Client) -> Void = { _ in }
    ) async throws -> SecondFactorOwner {
        let owner = try await SecondFactorOwner(factors: factors, limits: limits, client: client)
        var account = owner.account
        if let number {
            account.identifiers.append(
                AccountIdentifier(kind: .phone, value: number, verifiedAt: owner.server.clock.now)
            )
        }
        account.requiresSecondFactor = isEnrolled
        account.revision += 1
        try await owner.server.store.commit([.account(.update(account))])
        return owner
    }

    private func prove(_ driver: inout BrowserDriver, codeTo address: String) async throws {
        try await driver.submit(.factor(.string(try await driver.server.code(to: address))))
    }

    @Test func requestsCodeToEnrolledNumber() async throws {
        let owner = try await owner(smsCodes)
        var driver = try await owner.browserAfterPassword()
        #expect(driver.step.additionalFactor?.factor == .smsCode)
        try await prove(&driver, codeTo: Self.number)
        #expect(driver.hasCode)
    }

    @Test func requestsNoCodeToAddressThatIsNotEnrolled() async throws {
        let owner = try await owner(
            FactorSettings(acceptsMailCodes: true, acceptsSMSCodes: true),
            isEnrolled: false
        )
        #expect(try await owner.browserAfterPassword().hasCode)
        _ = try await owner.credentials.start(.authenticatorApp, of: try await owner.stored, owner.request())
    }

    @Test func requiresCodeForChangesOfAccount() async throws {
        let owner = try await owner(smsCodes)
        let account = try await owner.stored
        let number = try #require(LoginIdentifier(.phone, Self.number))
        let addresses = owner.server.identity.accounts.addresses
        let required = AccountError.signInRequired(within: 600, acr: .multiFactor)
        #expect(
            await accountError { try await owner.credentials.start(.passkey, of: account, owner.request()) }
                == required
        )
        #expect(await accountError { try await addresses.remove(number, from: account, owner.request()) } == required)
        _ = try await owner.enrolApp()
    }

    /// The mailbox also resets the password.
    @Test func signsInWithMailboxThatIsTheSecondFactor() async throws {
        let owner = try await owner(mailCodes, number: nil)
        var driver = try await BrowserDriver(on: owner.server)
        try await driver.submit(.signInByCode(email: Self.email))
        try await driver.submitMailedCode(to: Self.email)
        #expect(driver.hasCode)
        #expect(driver.browser.session?.authentication.acr == .singleFactor)
    }

    @Test func requestsPasswordAfterMailboxForChangesOfAccount() async throws {
        let owner = try await owner(mailCodes, number: nil)
        var driver = try await BrowserDriver(on: owner.server)
        let flow = try await owner.server.identity.accountPageSignIn.start(
            returningTo: "/account/security",
            reproving: try await owner.stored,
            language: .english,
            browser: driver.browser
        )
        driver.resume(flow)
        try await driver.submit(.signInByCode(email: Self.email))
        try await driver.submitMailedCode(to: Self.email)
        #expect(driver.step.name == "password" && driver.browser.session == nil)
        try await driver.submit(.password(SecondFactorOwner.password))
        #expect(driver.step.additionalFactor?.factor == .mailCode)
        try await prove(&driver, codeTo: Self.email)
        #expect(driver.browser.session?.authentication.acr == .multiFactor)
    }

    @Test func resetsPasswordWithMailboxThatIsTheSecondFactor() async throws {
        let owner = try await owner(mailCodes, number: nil)
        var driver = try await BrowserDriver(on: owner.server)
        try await driver.submit(.reset(email: Self.email))
        try await driver.submitMailedCode(to: Self.email)
        try await driver.submit(.newPassword("purple monkey dishwasher"))
        #expect(driver.hasCode)
    }

    /// The code of the second factor is sent in the commit of the new password.
    @Test func resetsPasswordWhoseThiefHasUsedUpCodes() async throws {
        var limits = RateLimits()
        limits.mailsPerRecipient = .init(2, per: 86_400)
        let owner = try await owner(smsCodes, limits: limits)
        for _ in 0..<2 { _ = try await owner.browserAfterPassword() }
        var thief = try await BrowserDriver(on: owner.server)
        try await thief.submit(.signInByPassword(email: Self.email))
        #expect(
            await thief.rejection(.password(SecondFactorOwner.password)) == .mailLimitReached(retryAfter: 86_400)
        )
        try await owner.server.deliverMail()
        owner.server.clock.advance(by: 60)
        var driver = try await BrowserDriver(on: owner.server)
        try await driver.submit(.reset(email: Self.email))
        try await driver.submitMailedCode(to: Self.email)
        try await driver.submit(.newPassword("purple monkey dishwasher"))
        #expect(await thief.rejection(.password(SecondFactorOwner.password)) == .wrongCredentials)
        try await prove(&driver, codeTo: Self.number)
        #expect(driver.hasCode)
    }

    @Test func rejectsNumberAlone() async throws {
        let owner = try await owner(smsCodes) { client in
            client.native = NativeAuthenticationSettings(method: .code, disclosesAccounts: false)
        }
        var app = try await NativeApp(on: owner.server)
        try await app.begin(.signIn, Self.number)
        try await app.requestChallenge()
        let code = try await owner.server.code(to: Self.number)
        #expect(await app.tokenRejection(.code(code)) == .additionalFactorRequired)
    }

    @Test func signsInWithoutCodeWhenServerNoLongerAcceptsCodes() async throws {
        let owner = try await owner(FactorSettings())
        #expect(try await owner.browserAfterPassword().hasCode)
    }

    @Test func signsInToKiiWithoutCodesThatServerDoesNotAccept() async throws {
        for (factors, isAccepted) in [(FactorSettings(), true), (smsCodes, false)] {
            let owner = try await owner(factors)
            let kii = try await KiiApp(on: owner.server, id: "kii")
            let tokens = try? await kii.signIn(Self.email, SecondFactorOwner.password)
            #expect((tokens != nil) == isAccepted)
        }
    }

    /// The password alone must not enrol another factor.
    @Test func enrolsNoFactorWhenServerDoesNotAcceptCodes() async throws {
        let owner = try await owner(FactorSettings(secondFactor: .required))
        var driver = try await BrowserDriver(on: owner.server)
        try await driver.submit(.signInByPassword(email: Self.email))
        #expect(await driver.rejection(.password(SecondFactorOwner.password)) == .additionalFactorRequired)
        #expect(driver.step.name == "password" && driver.browser.session == nil)
    }

    @Test func remainsOnWithNumberWhenLastAppIsRemoved() async throws {
        let owner = try await owner(smsCodes)
        _ = try await owner.enrolApp()
        let account = try await owner.stored
        let app = try #require(
            try await owner.credentials.credentials(of: account).first { $0.factor == .authenticatorApp }
        )
        try await owner.credentials.remove(app.id, of: account, owner.request([.knowledge, .possession]))
        #expect(try await owner.credentials.credentials(of: account).isEmpty)
        #expect(try await owner.stored.requiresSecondFactor)
        #expect(try await owner.browserAfterPassword().step.additionalFactor?.factor == .smsCode)
    }

    @Test func turnsOffWhenAdministratorRemovesAll() async throws {
        let owner = try await owner(smsCodes)
        #expect(try await owner.credentials.removeAll(of: try await owner.stored, administrator(owner)).isEmpty)
        #expect(try await !owner.stored.requiresSecondFactor)
        #expect(try await owner.server.auditKinds().contains(.secondFactorTurnedOff))
        let account = try await owner.stored
        #expect(
            await accountError { _ = try await owner.credentials.removeAll(of: account, administrator(owner)) }
                == .itemNotFound
        )
    }

    @Test func remainsOnWhenAdministratorRemovesAddressWhileServerAcceptsNoCodes() async throws {
        let number = try #require(LoginIdentifier(.phone, Self.number))
        let owner = try await owner(FactorSettings())
        let account = try await owner.server.identity.accounts.addresses.remove(
            number,
            from: try await owner.stored,
            administrator(owner)
        )
        #expect(account.requiresSecondFactor)
    }

    private func administrator(_ owner: SecondFactorOwner) -> AccountRequest {
        AccountRequest(
            client: owner.server.identity.accounts.client,
            language: .english,
            authority: .administrator,
            context: RequestMetadata(address: nil, requestID: "command-line")
        )
    }

    @Test func turnsOffWithLastAddress() async throws {
        let number = try #require(LoginIdentifier(.phone, Self.number))
        for (factors, isRequired) in [(smsCodes, false), (mailCodes, true)] {
            let owner = try await owner(factors)
            let account = try await owner.server.identity.accounts.addresses.remove(
                number,
                from: try await owner.stored,
                owner.request([.knowledge, .possession])
            )
            #expect(account.requiresSecondFactor == isRequired)
            #expect(try await owner.stored.requiresSecondFactor == isRequired)
        }
    }

    @Test func turnsSecondFactorOffByReset() async throws {
        let owner = try await owner(smsCodes)
        let editor = owner.server.identity.accounts.factorResets
        let client = owner.server.identity.accounts.client
        let administrator = administrator(owner)
        _ = try await editor.request(of: try await owner.stored, after: 3600, administrator)
        var driver = try await owner.browserAfterPassword()
        try await prove(&driver, codeTo: Self.number)
        #expect(try await owner.stored.factorReset == nil, "A sign-in with the number cancels the reset.")
        _ = try await editor.request(of: try await owner.stored, after: 3600, administrator)
        owner.server.clock.advance(by: 3600)
        #expect(try await editor.runDue(at: owner.server.clock.now, as: client) == 1)
        #expect(try await !owner.stored.requiresSecondFactor)
        #expect(try await owner.browserAfterPassword().hasCode)
    }

    private func apply(_ link: MessageLink, _ owner: SecondFactorOwner) async throws {
        try await owner.server.identity.flows.proofs.apply(
            link,
            language: .english,
            context: RequestMetadata(address: "192.0.2.7", requestID: "request-1")
        )
    }

    /// Returns the link in the newest email to the user.
    private func link(_ owner: SecondFactorOwner) async throws -> MessageLink {
        try await owner.server.deliverMail()
        let mail = try #require(owner.server.delivered.mails.first { $0.to == Self.email })
        let match = try #require(mail.text.firstMatch(of: /\/link\?token=([A-Za-z0-9_.-]+)/))
        return try #require(MessageLink(String(match.output.1)))
    }

    /// A reader of the mailbox removes the app that the user adds to the number, by the link of its notice or an older
    /// one.
    @Test(arguments: [true, false]) func keepsSecondFactorOfNumberWhenLaterAppIsRemoved(
        isOlderLink: Bool
    ) async throws {
        let owner = try await owner(smsCodes)
        owner.server.clock.advance(by: 86_400)
        var link: MessageLink?
        if isOlderLink {
            _ = try await owner.server.identity.accounts.exporter.export(
                try await owner.stored,
                owner.request([.knowledge, .possession])
            )
            link = try await self.link(owner)
            owner.server.clock.advance(by: 60)
        }
        _ = try await owner.enrolApp()
        if link == nil { link = try await self.link(owner) }
        try await apply(try #require(link), owner)
        #expect(try await owner.credentials.credentials(of: owner.account).isEmpty)
        #expect(try await owner.stored.requiresSecondFactor)
        try await owner.server.deliverMail()
        owner.server.clock.advance(by: 60)
        var driver = try await BrowserDriver(on: owner.server)
        try await driver.submit(.reset(email: Self.email))
        try await driver.submitMailedCode(to: Self.email)
        try await driver.submit(.newPassword("purple monkey dishwasher"))
        #expect(driver.step.additionalFactor?.factor == .smsCode)
    }

    /// The user has the number for other purposes, and turns the second factor on with an app.
    @Test func turnsOffWithAppWhenNumberWasNoSecondFactor() async throws {
        let owner = try await owner(smsCodes, isEnrolled: false)
        owner.server.clock.advance(by: 86_400)
        _ = try await owner.enrolApp()
        try await apply(try await link(owner), owner)
        #expect(try await !owner.stored.requiresSecondFactor)
    }

    /// The links of notices compare the time with theirs.
    @Test func keepsTimeOfAddressThatIsProvenAgain() async throws {
        let account = try await owner(smsCodes).stored
        var next = account
        let later = account.createdAt.addingTimeInterval(3600)
        next.addIdentifier(AccountIdentifier(kind: .phone, value: Self.number, verifiedAt: later))
        #expect(next.identifiers == account.identifiers)
    }

    /// A number that was verified since the notice may be an attacker's.
    @Test(arguments: [true, false])
    func keepsSecondFactorOnlyWithOlderNumberWhenAccountIsTakenBack(isOlder: Bool) async throws {
        let owner = try await owner(smsCodes, isEnrolled: isOlder, number: isOlder ? Self.number : nil)
        owner.server.clock.advance(by: 60)
        try await owner.server.identity.accounts.passwords.choosePassword(
            of: try await owner.stored,
            to: "mallory owns nine lanterns",
            owner.request([.knowledge, .possession])
        )
        let link = try await link(owner)
        owner.server.clock.advance(by: 60)
        if !isOlder {
            var account = try await owner.stored
            account.identifiers.append(
                AccountIdentifier(kind: .phone, value: Self.number, verifiedAt: owner.server.clock.now)
            )
            account.requiresSecondFactor = true
            account.revision += 1
            try await owner.server.store.commit([.account(.update(account))])
        }
        try await apply(link, owner)
        #expect(try await owner.stored.requiresSecondFactor == isOlder)
    }
}
