import AuthenticatorTestSupport
import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer
@testable import GatehouseStore

/// A user who enrols and proves second factors.
struct SecondFactorOwner: Sendable {
    static let email = "ada@example.com"
    static let password = "correct horse battery"

    let server: CompleteServer
    let account: Account

    init(
        factors: FactorSettings = FactorSettings(),
        trustedBrowser: TimeInterval? = nil,
        limits: RateLimits = RateLimits(),
        store: any Store = MemoryStore(),
        client change: (inout Client) -> Void = { _ in }
    ) async throws {
        var lifetimes = Lifetimes()
        lifetimes.trustedBrowser = trustedBrowser
        server = CompleteServer(store: store, limits: limits, factors: factors, lifetimes: lifetimes)
        try await server.addApp(change)
        account = try await server.addAccount(Self.email, password: Self.password)
    }

    var credentials: CredentialEditor { server.identity.accounts.credentials }

    var stored: Account {
        get async throws { try #require(try await server.store.account(account.id)) }
    }

    /// Returns the context of a request after a sign-in with these kinds of factors.
    func request(_ kinds: [FactorKind] = [.knowledge], age: TimeInterval = 0) -> AccountRequest {
        let date = server.clock.now.addingTimeInterval(-age)
        let factors = kinds.map { kind in
            ProvenFactor(FactorName(rawValue: kind.rawValue), kind: kind, method: .password, provenAt: date)
        }
        return AccountRequest(
            client: server.identity.accounts.client,
            language: .english,
            authority: .user(Authentication(factors, at: date)),
            context: RequestMetadata(address: "192.0.2.7", requestID: "request-1")
        )
    }

    /// Enrols an authenticator app, and returns it with the recovery codes.
    func enrolApp(_ call: AccountRequest? = nil) async throws -> (app: TimeBasedSecret, recoveryCodes: [String]) {
        let call = call ?? request([.knowledge, .possession])
        let started = try await credentials.start(.authenticatorApp, of: try await stored, call)
        guard case .authenticatorApp(_, let secret) = started.presentation else { throw AccountError.failed }
        let app = try #require(Self.secret(secret))
        let added = try await credentials.finish(
            started.token,
            with: .string(code(of: app)),
            name: "Phone",
            of: try await stored,
            call
        )
        return (app, added.recoveryCodes ?? [])
    }

    /// Returns the current code of an app, which is new in every period.
    func code(of app: TimeBasedSecret, after seconds: TimeInterval = 0) -> String {
        app.code(step: TimeBasedSecret.step(at: server.clock.now + seconds) ?? 0)
    }

    static func secret(_ typedKey: Secret) -> TimeBasedSecret? {
        Base32.decode(typedKey.reveal().filter { $0 != " " }).flatMap { TimeBasedSecret(bytes: $0) }
    }

    /// Returns a browser that has submitted the password.
    func browserAfterPassword(
        _ authentication: AuthenticationRequirement = AuthenticationRequirement(),
        in browser: BrowserContext? = nil
    ) async throws -> BrowserDriver {
        var driver = try await BrowserDriver(on: server, authentication: authentication, in: browser)
        try await driver.signIn(Self.email, password: Self.password)
        return driver
    }

    /// Returns an authenticator for the server's site.
    func authenticator(_ key: AuthenticatorKey = .es256) -> SoftwareAuthenticator {
        var authenticator = SoftwareAuthenticator(key)
        let host = server.issuer.host() ?? ""
        authenticator.relyingPartyID = host
        authenticator.origin = "\(server.issuer.scheme ?? "")://\(host)" + (server.issuer.port.map { ":\($0)" } ?? "")
        authenticator.userHandle = Data(account.id.rawValue.utf8)
        return authenticator
    }

    /// Creates a passkey for the account.
    @discardableResult
    func addPasskey(
        _ authenticator: SoftwareAuthenticator,
        _ call: AccountRequest? = nil
    ) async throws -> Credential {
        let call = call ?? request([.knowledge, .possession])
        let started = try await credentials.start(.passkey, of: try await stored, call)
        guard case .passkey(let options) = started.presentation else { throw AccountError.failed }
        let challenge = try options.decoded(as: PublicKeyCredentialCreationOptions.self).challenge
        return try await credentials.finish(
            started.token,
            with: try JSONValue(encoding: try authenticator.register(challenge)),
            name: nil,
            of: try await stored,
            call
        ).credential
    }

    /// Returns the response of an authenticator to the sign-in page of a flow.
    func response(of authenticator: SoftwareAuthenticator, to flow: Flow) throws -> JSONValue {
        let options = try server.identity.flows.passkeys.options(for: flow)
        return try sign(options, with: authenticator)
    }

    func sign(_ options: JSONValue, with authenticator: SoftwareAuthenticator) throws -> JSONValue {
        let challenge = try options.decoded(as: PublicKeyCredentialRequestOptions.self).challenge
        return try JSONValue(encoding: try authenticator.sign(challenge))
    }
}
