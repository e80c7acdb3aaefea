import Foundation
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

/// Codes and tokens that are bound to a key (RFC 9449 §5, §6, §10).
@Suite struct KeyBindingTests {
    private let server: ServerHarness
    private let signer: ProofSigner
    private let other: ProofSigner
    private let account: Account

    init() async throws {
        server = try ServerHarness()
        signer = try ProofSigner()
        other = try ProofSigner()
        account = try await server.addAccount()
    }

    private func proof(_ signer: ProofSigner) throws -> String { try signer.proof(at: server.now) }

    private func claims(_ tokens: TokenResponse) async throws -> AccessTokenClaims {
        try await server.read(tokens.accessToken, as: AccessTokenClaims.self, kind: .accessToken).claims
    }

    @Test func bindsAccessTokenToProvenKey() async throws {
        let tokens = try await server.signIn(account, to: try await server.addClient(), proving: signer)
        #expect(tokens.tokenType == .dpop)
        #expect(try await claims(tokens).confirmation == Confirmation(keyThumbprint: signer.thumbprint))
    }

    @Test func issuesBearerTokenWithoutProof() async throws {
        let tokens = try await server.signIn(account, to: try await server.addClient())
        #expect(tokens.tokenType == .bearer)
        #expect(try await claims(tokens).confirmation == nil)
    }

    @Test func bindsTokenOfClientItself() async throws {
        let client = try await server.addClient(method: .clientSecretBasic, grants: [.clientCredentials], scopes: [])
        let tokens = try await server.token(.clientCredentials(scope: nil), by: client, proof: try proof(signer))
        #expect(tokens.tokenType == .dpop)
        #expect(try await claims(tokens).confirmation?.keyThumbprint == signer.thumbprint)
    }

    @Test func bindsTokensOfDevice() async throws {
        let client = try await server.addClient()
        let request = DeviceAuthorizationRequest(
            scope: [.openid, .offlineAccess],
            client: ClientCredentials(clientID: "app")
        )
        let code = try await server.identity.deviceAuthorization
            .authorizeDevice(request.parameters, authorization: nil, context: server.context).deviceCode
        let id = DeviceAuthorization.ID(OpaqueToken.hash(of: code.reveal()))
        let authentication = Authentication([PasswordVerifier.proven(at: server.now)], at: server.now)
        try await server.store.commit([
            .device(
                .decide(
                    id,
                    .approved(
                        account: account.id,
                        browserSession: nil,
                        scopes: [.openid, .offlineAccess],
                        authentication: authentication
                    )
                )
            )
        ])
        let tokens = try await server.token(.deviceCode(code), by: client, proof: try proof(signer))
        #expect(tokens.tokenType == .dpop)
        let error = try await oauthError {
            try await server.refresh(tokens.refreshToken, by: client, proof: try proof(other))
        }
        #expect(error.code == .invalidGrant)
    }

    // MARK: Required proofs

    @Test func rejectsRequestWithoutRequiredProof() async throws {
        let client = try await server.addClient { $0.security.requiresDPoP = true }
        let code = try await server.addCode(client, account)
        let error = try await oauthError { try await server.redeem(code, by: client, proof: nil) }
        #expect(error.code == .invalidDPoPProof)
        #expect(try await server.record(of: code)?.redeemedAt == nil)
        #expect(try await server.redeem(code, by: client, proof: try proof(signer)).tokenType == .dpop)
    }

    @Test func rejectsClientCredentialsWithoutRequiredProof() async throws {
        let client = try await server.addClient(
            method: .clientSecretBasic,
            grants: [.clientCredentials],
            scopes: []
        ) { $0.security.requiresDPoP = true }
        let error = try await oauthError {
            try await server.token(.clientCredentials(scope: nil), by: client, proof: nil)
        }
        #expect(error.code == .invalidDPoPProof)
    }

    @Test func verifiesProofAfterClientAuthentication() async throws {
        _ = try await server.addClient(method: .clientSecretBasic)
        let proof = try proof(signer)
        let form = TokenRequest(grant: .clientCredentials(scope: nil), client: ClientCredentials(clientID: "app"))
        let error = try await oauthError {
            try await server.identity.token.token(
                form.parameters,
                authorization: nil,
                dpopProof: proof,
                context: server.context
            )
        }
        #expect(error.code == .invalidClient)
        // The proof was not used.
        #expect(try server.identity.dpop.key(provenBy: proof, at: TokenEndpoint.self) != nil)
    }

    // MARK: Authorization codes

    private func boundCode(_ client: Client) async throws -> Secret {
        try await server.addCode(
            client,
            account,
            request: ServerHarness.CodeRequest(keyThumbprint: signer.thumbprint)
        )
    }

    @Test func redeemsBoundCodeWithItsKey() async throws {
        let client = try await server.addClient()
        let code = try await boundCode(client)
        #expect(try await server.redeem(code, by: client, proof: try proof(signer)).tokenType == .dpop)
    }

    /// A code in the hands of another key may be stolen (RFC 9700 §4.5).
    @Test func consumesBoundCodeForOtherKey() async throws {
        let client = try await server.addClient()
        let code = try await boundCode(client)
        let error = try await oauthError { try await server.redeem(code, by: client, proof: try proof(other)) }
        #expect(error.code == .invalidGrant)
        let next = try await oauthError { try await server.redeem(code, by: client, proof: try proof(signer)) }
        #expect(next.code == .invalidGrant)
    }

    @Test func keepsBoundCodeWhenProofIsMissing() async throws {
        let client = try await server.addClient(method: .clientSecretBasic)
        let code = try await boundCode(client)
        let error = try await oauthError { try await server.redeem(code, by: client, proof: nil) }
        #expect(error.code == .invalidDPoPProof)
        #expect(try await server.redeem(code, by: client, proof: try proof(signer)).tokenType == .dpop)
    }

    // MARK: Refresh tokens

    @Test func refreshesTokensOfPublicClientWithItsKey() async throws {
        let client = try await server.addClient()
        var tokens = try await server.signIn(account, to: client, proving: signer)
        for _ in 1...3 {
            tokens = try await server.refresh(tokens.refreshToken, by: client, proof: try proof(signer))
            #expect(try await claims(tokens).confirmation?.keyThumbprint == signer.thumbprint)
        }
    }

    @Test func rejectsRefreshOfPublicClientWithOtherKeyOrNone() async throws {
        let client = try await server.addClient()
        let tokens = try await server.signIn(account, to: client, proving: signer)
        let stolen = try await oauthError {
            try await server.refresh(tokens.refreshToken, by: client, proof: try proof(other))
        }
        #expect(stolen.code == .invalidGrant)
        let missing = try await oauthError { try await server.refresh(tokens.refreshToken, by: client, proof: nil) }
        #expect(missing.code == .invalidDPoPProof)
        let session = try #require(try await server.store.sessions(of: account.id).first)
        #expect(session.counter == 1 && session.endedAt == nil)
        _ = try await server.refresh(tokens.refreshToken, by: client, proof: try proof(signer))
    }

    /// A stolen old token without the key must not end the session.
    @Test func keepsSessionWhenOldTokenIsReplayedWithoutKey() async throws {
        let client = try await server.addClient { $0.refreshRecovery = .immediate }
        let first = try await server.signIn(account, to: client, proving: signer)
        var current = first
        for _ in 1...2 {
            current = try await server.refresh(current.refreshToken, by: client, proof: try proof(signer))
        }
        let error = try await oauthError {
            try await server.refresh(first.refreshToken, by: client, proof: try proof(other))
        }
        #expect(error.code == .invalidGrant)
        _ = try await server.refresh(current.refreshToken, by: client, proof: try proof(signer))
    }

    @Test func letsConfidentialClientChangeItsKey() async throws {
        let client = try await server.addClient(method: .clientSecretBasic)
        var tokens = try await server.signIn(account, to: client, proving: signer)
        tokens = try await server.refresh(tokens.refreshToken, by: client, proof: try proof(other))
        #expect(try await claims(tokens).confirmation?.keyThumbprint == other.thumbprint)
        tokens = try await server.refresh(tokens.refreshToken, by: client, proof: nil)
        #expect(tokens.tokenType == .bearer)
    }

    @Test func leavesRefreshTokenUnboundIfSessionStartedWithoutProof() async throws {
        let client = try await server.addClient()
        var tokens = try await server.signIn(account, to: client)
        tokens = try await server.refresh(tokens.refreshToken, by: client, proof: try proof(signer))
        #expect(tokens.tokenType == .dpop)
        tokens = try await server.refresh(tokens.refreshToken, by: client, proof: nil)
        #expect(tokens.tokenType == .bearer)
    }

    // MARK: Thumbprints of requests

    @Test func combinesThumbprintOfParameterAndProof() throws {
        let proof = try signer.proof(for: ServerHarness.issuer + PushedAuthorizationEndpoint.path, at: server.now)
        let key = try #require(
            try server.identity.dpop.key(provenBy: proof, at: PushedAuthorizationEndpoint.self)
        )
        #expect(try ProvenKey.binding(requested: nil, provenBy: nil) == nil)
        #expect(try ProvenKey.binding(requested: "a", provenBy: nil) == "a")
        #expect(try ProvenKey.binding(requested: nil, provenBy: key) == signer.thumbprint)
        #expect(try ProvenKey.binding(requested: signer.thumbprint, provenBy: key) == signer.thumbprint)
        let error = #expect(throws: OAuthError.self) {
            try ProvenKey.binding(requested: other.thumbprint, provenBy: key)
        }
        #expect(error?.code == .invalidDPoPProof)
    }
}
