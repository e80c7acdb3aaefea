import Foundation
import GatehouseJOSE
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@testable import GatehouseServer

@Suite struct TokenExchangeGrantTests {
    private static let shop: Resource.ID = "https://shop.example.com"
    private static let orders: Resource.ID = "https://orders.example.com"
    private static let billing: Resource.ID = "https://billing.example.com"

    private let server: ServerHarness
    private let app: Client
    /// The API that exchanges the tokens of its requests.
    private let api: Client
    private let account: Account

    init() async throws {
        server = try ServerHarness()
        let introspectors: [Client.ID] = ["app"]
        try await server.addResource(Self.shop, scopes: ["shop:use"]) { $0.introspectors = introspectors }
        try await server.addResource(Self.orders, scopes: ["orders:read", "orders:write", "orders:delete"]) {
            $0.introspectors = introspectors
        }
        try await server.addResource(Self.billing, scopes: ["billing:read"])
        app = try await server.addClient(
            method: .clientSecretPost,
            scopes: [.openid, .offlineAccess, "shop:use", "billing:read"]
        )
        api = try await server.addClient(
            "shop-api",
            method: .clientSecretBasic,
            grants: [.tokenExchange],
            scopes: ["orders:read", "orders:write"]
        ) { client in
            client.tokenExchange = TokenExchangePolicy(subjects: [Self.shop], targets: [Self.orders])
        }
        account = try await server.addAccount()
    }

    private func signIn(
        for resource: Resource.ID = shop,
        thumbprint: String? = nil,
        proof: String? = nil
    ) async throws -> TokenResponse {
        let code = try await server.addCode(
            app,
            account,
            request: .init(
                scopes: [.openid, .offlineAccess, "shop:use", "billing:read"],
                resources: [resource],
                keyThumbprint: thumbprint
            )
        )
        return try await server.redeem(code, by: app, proof: proof)
    }

    private func exchange(
        _ token: Secret,
        by client: Client? = nil,
        scope: ScopeSet? = nil,
        to resources: [String] = [orders.rawValue],
        audiences: [String] = []
    ) async throws -> TokenResponse {
        let parameters = TokenExchangeParameters(
            subject: .init(token, .accessToken),
            scope: scope,
            audiences: audiences
        )
        return try await server.token(.tokenExchange(parameters), by: client ?? api, resources: resources)
    }

    private func claims(_ token: Secret) async throws -> AccessTokenClaims {
        try #require(try await server.identity.accessTokens.inspect(token, for: .any)).claims
    }

    /// Registers an API that serves one resource and calls the next.
    private func addAPI(
        _ id: String,
        from subject: Resource.ID,
        to target: Resource.ID,
        scopes: ScopeSet,
        impersonates: Bool = false
    ) async throws -> Client {
        try await server.addClient(id, method: .clientSecretBasic, grants: [.tokenExchange], scopes: scopes) { client in
            client.tokenExchange = TokenExchangePolicy(
                subjects: [subject],
                targets: [target],
                permitsImpersonation: impersonates
            )
        }
    }

    /// RFC 8693 §2.2.1, §4.1.
    @Test(arguments: Resource.TokenFormat.allCases)
    func issuesTokenForOtherAPIWithActor(_ format: Resource.TokenFormat) async throws {
        try await server.store.commit([.resource(.delete(Self.shop))])
        try await server.addResource(Self.shop, scopes: ["shop:use"]) { $0.tokenFormat = format }
        let subject = try await signIn()
        let tokens = try await exchange(subject.accessToken, scope: ["orders:read"])
        #expect(tokens.issuedTokenType == .accessToken)
        #expect(tokens.tokenType == .bearer)
        #expect(tokens.refreshToken == nil)
        #expect(tokens.idToken == nil)
        #expect(tokens.scope == ["orders:read"])
        let (old, new) = (try await claims(subject.accessToken), try await claims(tokens.accessToken))
        #expect(new.audience == [Self.orders.rawValue])
        #expect(new.subject == old.subject)
        #expect(new.clientID == "shop-api")
        #expect(new.sessionID == old.sessionID)
        #expect(new.acr == old.acr)
        #expect(new.actor == ActorChain([.init(subject: "shop-api")]))
        #expect(new.tokenID != old.tokenID)
    }

    @Test func recordsExchangeInAuditLogOfOperator() async throws {
        let tokens = try await exchange(try await signIn().accessToken)
        let event = try #require(try await server.store.events(of: nil, before: nil, limit: 1).first)
        #expect(event.kind == .tokenExchanged)
        #expect(event.clientID == "shop-api")
        #expect(event.sessionID?.rawValue == (try await claims(tokens.accessToken)).sessionID)
        #expect(event.detail == Self.orders.rawValue)
    }

    @Test func acceptsTargetAsAudienceOrWithoutName() async throws {
        let token = try await signIn().accessToken
        for (resources, audiences) in [
            ([], [Self.orders.rawValue]), ([Self.orders.rawValue], [Self.orders.rawValue]), ([], []),
        ] as [([String], [String])] {
            let tokens = try await exchange(token, to: resources, audiences: audiences)
            #expect(try await claims(tokens.accessToken).audience == [Self.orders.rawValue])
        }
    }

    @Test func grantsRegisteredScopesOfTargetOnly() async throws {
        let token = try await signIn().accessToken
        #expect(try await exchange(token).scope == ["orders:read", "orders:write"])
        let narrowed = try await exchange(token, scope: ["orders:read", "orders:delete", "shop:use", .openid])
        #expect(narrowed.scope == ["orders:read"])
        let error = try await oauthError { try await exchange(token, scope: ["orders:delete"]) }
        #expect(error.code == .invalidScope)
    }

    /// RFC 8693 §2.2.2.
    @Test func rejectsTargetOutsidePolicy() async throws {
        let token = try await signIn().accessToken
        for target in [Self.billing.rawValue, Self.shop.rawValue, ServerHarness.issuer, "urn:unknown"] {
            #expect(try await oauthError { try await exchange(token, to: [target]) }.code == .invalidTarget)
        }
        let both = try await oauthError {
            try await exchange(token, to: [Self.orders.rawValue], audiences: [Self.billing.rawValue])
        }
        #expect(both.code == .invalidTarget)
    }

    /// RFC 8693 §2.2.2: a subject token that is unacceptable based on policy is an invalid request.
    @Test func rejectsTokenThatWasNotSentToClient() async throws {
        let other = try await signIn(for: Self.billing).accessToken
        #expect(try await oauthError { try await exchange(other) }.code == .invalidRequest)
        let code = try await server.addCode(app, account)
        let own = try await server.redeem(code, by: app).accessToken
        #expect(try await oauthError { try await exchange(own) }.code == .invalidRequest)
    }

    @Test func rejectsTokenOfDeletedAPI() async throws {
        let token = try await signIn().accessToken
        try await server.store.commit([.resource(.delete(Self.shop))])
        #expect(try await oauthError { try await exchange(token) }.code == .invalidRequest)
    }

    /// RFC 8693 §2.1: the server must validate the subject token.
    @Test func rejectsInvalidAndExpiredToken() async throws {
        #expect(try await oauthError { try await exchange(Secret("a.b.c")) }.code == .invalidRequest)
        let token = try await signIn().accessToken
        server.clock.advance(by: 3_600)
        #expect(try await oauthError { try await exchange(token) }.code == .invalidRequest)
    }

    @Test func rejectsRevokedTokenAndEndedSession() async throws {
        let revoked = try await signIn().accessToken
        let id = try await claims(revoked).tokenID
        try await server.store.commit([.revokeToken(id: id, until: server.now.addingTimeInterval(3_600))])
        #expect(try await oauthError { try await exchange(revoked) }.code == .invalidRequest)
        let ended = try await signIn().accessToken
        try await server.store.commit([.session(.endAll(account: account.id, reason: .signedOut, at: server.now))])
        #expect(try await oauthError { try await exchange(ended) }.code == .invalidRequest)
    }

    /// RFC 8693 §2.1: the exchange does not link the tokens.
    @Test func keepsNewTokenUntilSessionEndsIfExchangedOneIsRevoked() async throws {
        let subject = try await signIn().accessToken
        let new = try await exchange(subject).accessToken
        let id = try await claims(subject).tokenID
        try await server.store.commit([.revokeToken(id: id, until: server.now.addingTimeInterval(3_600))])
        #expect(try await server.identity.accessTokens.inspect(new, for: .any) != nil)
        try await server.store.commit([.session(.endAll(account: account.id, reason: .signedOut, at: server.now))])
        #expect(try await server.identity.accessTokens.inspect(new, for: .any) == nil)
    }

    @Test func rejectsTokenOfDisabledUser() async throws {
        let token = try await signIn().accessToken
        try await server.disable(account)
        #expect(try await oauthError { try await exchange(token) }.code == .invalidRequest)
    }

    @Test func rejectsTokenWithoutUser() async throws {
        let machine = try await server.addClient(
            "machine",
            method: .clientSecretBasic,
            grants: [.clientCredentials],
            scopes: ["shop:use"]
        )
        let token = try await server.token(.clientCredentials(scope: nil), by: machine).accessToken
        #expect(try await oauthError { try await exchange(token) }.code == .invalidRequest)
    }

    @Test func rejectsOtherTypesOfTokens() async throws {
        let token = try await signIn().accessToken
        for parameters in [
            TokenExchangeParameters(subject: .init(token, .idToken)),
            TokenExchangeParameters(subject: .init(token, .accessToken), requestedTokenType: .refreshToken),
            TokenExchangeParameters(
                subject: .init(token, .accessToken),
                actor: .init(token, .accessToken)
            ),
        ] {
            let error = try await oauthError {
                try await server.token(.tokenExchange(parameters), by: api, resources: [Self.orders.rawValue])
            }
            #expect(error.code == .invalidRequest)
        }
    }

    @Test func rejectsClientWithoutPolicyOrSecret() async throws {
        let token = try await signIn().accessToken
        let without = try await server.addClient("other", method: .clientSecretBasic, grants: [.tokenExchange])
        #expect(try await oauthError { try await exchange(token, by: without) }.code == .unauthorizedClient)
        let isPublic = try await server.addClient("public", grants: [.tokenExchange], scopes: ["orders:read"]) {
            $0.tokenExchange = api.tokenExchange
        }
        #expect(try await oauthError { try await exchange(token, by: isPublic) }.code == .unauthorizedClient)
        #expect(try await oauthError { try await exchange(token, by: app) }.code == .unauthorizedClient)
    }

    @Test func endsWithSubjectTokenAndSession() async throws {
        let subject = try await signIn()
        server.clock.advance(by: 3_000)
        let tokens = try await exchange(subject.accessToken)
        #expect(tokens.expiresIn == 600)
        #expect(
            try await claims(tokens.accessToken).expiresAt == (try await claims(subject.accessToken)).expiresAt
        )
        try await server.store.commit([.session(.endAll(account: account.id, reason: .signedOut, at: server.now))])
        #expect(try await server.identity.accessTokens.inspect(tokens.accessToken, for: .any) == nil)
    }

    @Test func endsWithPolicyOfClient() async throws {
        let tokens = try await exchange(try await signIn().accessToken)
        var client = api
        client.tokenExchange = nil
        client.revision += 1
        try await server.store.commit([.client(.update(client, ifRevision: 1))])
        #expect(try await server.identity.accessTokens.inspect(tokens.accessToken, for: .any) == nil)
    }

    /// RFC 8693 §4.1: nested actors, the current one outermost.
    @Test func nestsActorsOfChain() async throws {
        let ordersAPI = try await addAPI(
            "orders-api",
            from: Self.orders,
            to: Self.billing,
            scopes: ["billing:read"]
        )
        let first = try await exchange(try await signIn().accessToken).accessToken
        let second = try await exchange(first, by: ordersAPI, to: [Self.billing.rawValue]).accessToken
        #expect(
            try await claims(second).actor
                == ActorChain([.init(subject: "orders-api"), .init(subject: "shop-api")])
        )
    }

    @Test func limitsLengthOfChain() async throws {
        let back = try await addAPI("back", from: Self.orders, to: Self.shop, scopes: ["shop:use"])
        var token = try await signIn().accessToken
        for step in 0..<TokenExchangeGrant.maximumActors {
            let target = step.isMultiple(of: 2) ? Self.orders : Self.shop
            token = try await exchange(token, by: step.isMultiple(of: 2) ? api : back, to: [target.rawValue])
                .accessToken
        }
        #expect(try await claims(token).actor?.actors.count == 4)
        let last = token
        #expect(try await oauthError { try await exchange(last) }.code == .invalidRequest)
    }

    /// RFC 8693 §1.1.
    @Test func omitsActorForImpersonation() async throws {
        let silent = try await addAPI(
            "silent",
            from: Self.shop,
            to: Self.orders,
            scopes: ["orders:read"],
            impersonates: true
        )
        let tokens = try await exchange(try await signIn().accessToken, by: silent)
        #expect(try await claims(tokens.accessToken).actor == nil)
    }

    /// RFC 9449 §5: the new token is bound to the key of the exchanging client.
    @Test func bindsTokenToKeyOfExchangingClient() async throws {
        let (appKey, apiKey) = (try ProofSigner(), try ProofSigner())
        let subject = try await signIn(proof: try appKey.proof(at: server.now))
        #expect(subject.tokenType == .dpop)
        let grant = TokenGrant.tokenExchange(TokenExchangeParameters(subject: .init(subject.accessToken, .accessToken)))
        let bound = try await server.token(grant, by: api, proof: try apiKey.proof(at: server.now))
        #expect(bound.tokenType == .dpop)
        #expect(try await claims(bound.accessToken).confirmation?.keyThumbprint == apiKey.thumbprint)
        let unbound = try await server.token(grant, by: api, proof: nil)
        #expect(try await claims(unbound.accessToken).confirmation == nil)
    }

    @Test func requiresProofForTargetThatRequiresDPoP() async throws {
        try await server.store.commit([.resource(.delete(Self.orders))])
        try await server.addResource(Self.orders, scopes: ["orders:read"]) { $0.requiresDPoP = true }
        let token = try await signIn().accessToken
        #expect(try await oauthError { try await exchange(token) }.code == .invalidDPoPProof)
    }

    @Test func keepsPairwiseSubject() async throws {
        var client = app
        client.sectorIdentifier = "app.example.com"
        client.revision += 1
        try await server.store.commit([.client(.update(client, ifRevision: 1))])
        let subject = try await signIn().accessToken
        let exchanged = try await exchange(subject).accessToken
        #expect(try await claims(exchanged).subject == (try await claims(subject)).subject)
        #expect(try await claims(exchanged).subject != account.id.rawValue)
        // The audit log names the account, not the identifier of another client's sector.
        let authentication = server.authentication(of: api)
        _ = try await server.identity.revocation.revoke(
            RevocationRequest(token: exchanged, client: authentication.form).parameters,
            authorization: authentication.fields[.authorization],
            context: server.context
        )
        let event = try #require(try await server.store.events(of: nil, before: nil, limit: 1).first)
        #expect(event.kind == .tokenRevoked)
        #expect(event.accountID == account.id)
        #expect(try await server.identity.accessTokens.inspect(exchanged, for: .any) == nil)
    }

    /// RFC 8693 §4.1, RFC 7662 §2.2.
    @Test func introspectionReturnsActor() async throws {
        let token = try await exchange(try await signIn().accessToken).accessToken
        let authentication = server.authentication(of: app)
        let response = try await server.identity.introspection.introspect(
            IntrospectionRequest(token: token, client: authentication.form).parameters,
            authorization: authentication.fields[.authorization],
            context: server.context
        )
        #expect(response.token?.actor == ActorChain([.init(subject: "shop-api")]))
        #expect(response.token?.clientID == "shop-api")
    }
}
