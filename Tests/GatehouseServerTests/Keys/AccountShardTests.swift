import Foundation
import GatehouseJOSE
import GatehousePasswords
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer

/// Three servers with one key file and a database each, for a third of the buckets.
///
/// Each request goes to the server that the bucket in its token names, and finds its record there.
@Suite struct AccountShardTests {
    private static let password = "correct horse battery"
    /// Two accounts of each database.
    private static let accounts: [Account.ID] = [
        "account-1", "account-3", "account-2", "account-7", "account-8", "account-9",
    ]
    private let servers: [CompleteServer]
    private let buckets: AccountBuckets

    init() async throws {
        servers = ([1, 2, 3] as [UInt64]).map { CompleteServer(seed: $0, store: MemoryStore()) }
        for server in servers {
            try await server.addApp { app in
                app.requiresPKCE = false
                app.native = NativeAuthenticationSettings(method: .password, disclosesAccounts: false)
            }
        }
        let identity = servers[0].identity
        buckets = AccountBuckets(masterKey: identity.masterKey, random: identity.environment.random)
    }

    private func server(of bucket: UInt16?) throws -> CompleteServer {
        servers[(Int(try #require(bucket)) * servers.count) >> 16]
    }

    private func server(of session: Session.ID?) throws -> CompleteServer {
        try server(of: buckets.bucket(in: try #require(session)))
    }

    /// Adds an account to the database of its bucket.
    private func addAccount(_ id: Account.ID) async throws -> (server: CompleteServer, email: String) {
        let server = try server(of: AccountBuckets.bucket(of: id))
        let email = "\(id)@example.com"
        let account = Account(
            id: id,
            identifiers: [AccountIdentifier(kind: .email, value: email, verifiedAt: server.clock.now)],
            passwordHash: try await server.identity.hasher.hash(Password(Self.password)),
            attributes: [:],
            createdAt: server.clock.now,
            updatedAt: server.clock.now
        )
        try await server.store.commit([.account(.insert(account))])
        return (server, email)
    }

    private func token(_ form: Parameters, at server: CompleteServer) async throws -> TokenResponse {
        let context = RequestMetadata(address: "198.51.100.7", requestID: "request-1")
        return try await server.identity.token.token(form, authorization: nil, context: context)
    }

    private func redeem(_ code: Secret) async throws -> TokenResponse {
        let form = Parameters([
            .grantType: GrantType.authorizationCode.rawValue, .clientID: "app", .code: code.reveal(),
            .redirectURI: CompleteServer.appRedirectURI.absoluteString,
        ])
        return try await token(form, at: try server(of: buckets.bucket(in: code)))
    }

    private func refresh(_ token: Secret?) async throws -> TokenResponse {
        let token = try #require(token)
        let form = Parameters([
            .grantType: GrantType.refreshToken.rawValue, .clientID: "app", .refreshToken: token.reveal(),
        ])
        return try await self.token(form, at: try server(of: RefreshToken(token)?.sessionID))
    }

    @Test func dividesAccountsAmongServers() throws {
        let homes = try Self.accounts.map { try server(of: AccountBuckets.bucket(of: $0)) }
        #expect(homes.map { home in servers.firstIndex { $0 === home } } == [0, 0, 1, 1, 2, 2])
    }

    @Test(arguments: accounts) func findsRecordsOfBrowserSignIn(id: Account.ID) async throws {
        let (home, email) = try await addAccount(id)
        var driver = try await BrowserDriver(on: home, scopes: [.openid, .offlineAccess])
        try await driver.signIn(email, password: Self.password)

        let cookie = try #require(driver.browser.slots.secrets[0])
        let browsers = try server(of: buckets.bucket(in: cookie)).identity.browserSessions
        #expect(try await browsers.resolve(cookie)?.accountID == id)

        guard case .code(let code)? = driver.response?.outcome else {
            Issue.record("The step is \(driver.step).")
            return
        }
        let tokens = try await redeem(code)
        let next = try await refresh(try await refresh(tokens.refreshToken).refreshToken)
        // Any server verifies signatures: keys are in every database.
        let claims = try await home.identity.keyring.verifier()
            .verify(next.accessToken, as: AccessTokenClaims.self, kind: .accessToken).claims
        let session = Session.ID(try #require(claims.sessionID))
        #expect(try await server(of: session).store.session(session)?.accountID == id)
        #expect(session == RefreshToken(try #require(next.refreshToken))?.sessionID)
    }

    @Test(arguments: accounts) func findsSessionOfNativeCode(id: Account.ID) async throws {
        let (home, email) = try await addAccount(id)
        var app = FirstPartyApp(on: home)
        await app.start(.signIn, email, with: .password(Secret(Self.password)))
        let code = try #require(app.code)
        #expect(try server(of: buckets.bucket(in: code)) === home)
        #expect(try await refresh(try await app.redeem().refreshToken).refreshToken != nil)
    }

    @Test func namesBucketInKiiToken() async throws {
        let app = try await KiiApp.standalone()
        let account = try await app.register("ada")
        let token = try await app.signIn("ada").response.accessToken
        let session = try #require(KiiAccessToken(token)?.sessionID)
        #expect(buckets.bucket(in: session) == AccountBuckets.bucket(of: account.id))
    }
}
