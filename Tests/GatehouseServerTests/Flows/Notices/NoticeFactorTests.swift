import AuthenticatorTestSupport
import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer
@testable import GatehouseStore

/// Passkeys and authenticator apps that the link of a notice removes or keeps.
@Suite struct NoticeFactorTests {
    private let owner: SecondFactorOwner
    /// The user's app, which is older than all notices.
    private let app: TimeBasedSecret

    init() async throws {
        owner = try await SecondFactorOwner()
        (app, _) = try await owner.enrolApp()
        owner.server.clock.advance(by: 60)
    }

    /// Returns a request after a new sign-in with the password and the app.
    private func requestAfterApp() async throws -> AccountRequest {
        var driver = try await owner.browserAfterPassword()
        if driver.step.additionalFactor?.factor != .authenticatorApp {
            try await driver.submit(.chooseFactor(.authenticatorApp))
        }
        try await driver.submit(.factor(.string(owner.code(of: app))))
        return try request(in: driver)
    }

    private func authenticator(_ number: UInt8) -> SoftwareAuthenticator {
        var authenticator = owner.authenticator()
        authenticator.credentialID = Data(repeating: number, count: 32)
        return authenticator
    }

    /// Returns a request after a sign-in with a passkey alone.
    private func request(after passkey: SoftwareAuthenticator) async throws -> AccountRequest {
        var driver = try await BrowserDriver(on: owner.server)
        try await driver.submit(.passkey(try owner.response(of: passkey, to: driver.flow)))
        return try request(in: driver)
    }

    private func request(in driver: BrowserDriver) throws -> AccountRequest {
        let session = try #require(driver.browser.session)
        return AccountRequest(
            client: owner.server.identity.accounts.client,
            language: .english,
            authority: .user(session.authentication),
            context: driver.context
        )
    }

    /// Returns the link in the newest email to the user.
    private func link() async throws -> MessageLink {
        try await owner.server.link(mailedTo: SecondFactorOwner.email)
    }

    private func apply(_ link: MessageLink) async throws {
        try await owner.server.identity.flows.proofs.apply(
            link,
            language: .english,
            context: RequestMetadata(address: "192.0.2.7", requestID: "request-1")
        )
    }

    private var passkeys: [Credential.ID] {
        get async throws {
            try await owner.credentials.credentials(of: owner.account).filter { $0.factor == .passkey }.map(\.id)
        }
    }

    private var appCount: Int {
        get async throws {
            try await owner.credentials.credentials(of: owner.account).count { $0.factor == .authenticatorApp }
        }
    }

    @Test func keepsFactorThatUserAddsAfterNewProofOfOlderOne() async throws {
        try await owner.addPasskey(authenticator(1), try await requestAfterApp())
        let link = try await link()
        owner.server.clock.advance(by: 60)
        let kept = try await owner.addPasskey(authenticator(2), try await requestAfterApp())
        try await apply(link)
        #expect(try await passkeys == [kept.id])
        #expect(try await appCount == 1)
        #expect(try await owner.stored.requiresSecondFactor)
    }

    @Test func keepsLinkAboutFactorThatRemains() async throws {
        try await owner.addPasskey(authenticator(1), try await requestAfterApp())
        let earliest = try await link()
        owner.server.clock.advance(by: 60)
        let kept = try await owner.addPasskey(authenticator(2), try await requestAfterApp())
        let own = try await link()
        owner.server.clock.advance(by: 60)
        try await apply(earliest)
        #expect(try await passkeys == [kept.id])
        try await apply(own)
        #expect(try await passkeys.isEmpty)
        #expect(try await appCount == 1)
    }

    /// The attacker has a stolen session, and then signs in with what was added in it.
    @Test func removesFactorsThatAttackerAdds() async throws {
        let stolen = try await requestAfterApp()
        let first = authenticator(3)
        try await owner.addPasskey(first, stolen)
        let link = try await link()
        owner.server.clock.advance(by: 1)
        try await owner.addPasskey(authenticator(4), stolen)
        owner.server.clock.advance(by: 86_400)
        try await owner.addPasskey(authenticator(5), try await request(after: first))
        #expect(try await passkeys.count == 3)
        try await apply(link)
        #expect(try await passkeys.isEmpty)
        #expect(try await appCount == 1)
        #expect(try await owner.stored.requiresSecondFactor)
    }

    @Test func removesFactorAddedInSignInBeforeNotice() async throws {
        let stolen = try await requestAfterApp()
        try await owner.server.identity.accounts.passwords.choosePassword(
            of: try await owner.stored,
            to: "mallory owns nine lanterns",
            stolen
        )
        let link = try await link()
        owner.server.clock.advance(by: 1)
        try await owner.addPasskey(authenticator(6), stolen)
        try await apply(link)
        #expect(try await passkeys.isEmpty)
        #expect(try await appCount == 1)
    }

    /// The codes are written before the notice.
    @Test func removesRecoveryCodesOfNoticeThatIsOlderThanThem() async throws {
        _ = try await owner.credentials.replaceRecoveryCodes(of: try await owner.stored, try await requestAfterApp())
        let link = try await link()
        let codes = try #require(
            try await owner.credentials.credentials(of: owner.account).first { $0.factor == .recoveryCode }
        )
        let older = Credential(
            id: codes.id,
            accountID: codes.accountID,
            factor: codes.factor,
            name: codes.name,
            createdAt: codes.createdAt.addingTimeInterval(-0.001),
            state: codes.state
        )
        try await owner.server.store.commit([.credential(.delete(codes.id)), .credential(.insert(older))])
        try await apply(link)
        #expect(try await owner.credentials.credentials(of: owner.account).map(\.factor) == [.authenticatorApp])
    }

    /// The notice is written after the credential.
    @Test func removesFactorOfNoticeThatIsOlderThanIt() throws {
        let now = owner.server.clock.now
        let credentials = ["1", "2"].map { id in
            Credential(
                id: Credential.ID(id),
                accountID: owner.account.id,
                factor: .passkey,
                name: "",
                createdAt: now.addingTimeInterval(-0.001),
                state: Data("{}".utf8)
            )
        }
        #expect(credentials.kept(since: now, removing: ["2"]).map(\.id) == ["1"])
        #expect(credentials.kept(since: now, removing: []).map(\.id) == ["1", "2"])
    }
}
