import Foundation
import GatehouseJOSE
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer
@testable import GatehouseStore

/// An app that calls the authorization challenge endpoint, and keeps the `auth_session`.
struct FirstPartyApp: Sendable {
    static let verifier = CodeVerifier(random: Data(repeating: 7, count: 32))

    let server: CompleteServer
    var client: Client.ID = "app"
    var scope: ScopeSet = [.openid, .email, .offlineAccess]
    var acrValues: [ACR] = []
    var codeChallenge: CodeChallenge? = PKCE.challenge(for: verifier)
    var address = "198.51.100.7"
    /// The key that requests prove; `nil` sends no proofs.
    var signer: ProofSigner?
    private(set) var session: Secret?
    private(set) var required: ChallengeRequirement?
    private(set) var code: Secret?
    /// The last error.
    private(set) var error: AuthorizationChallengeError?

    init(on server: CompleteServer) { self.server = server }

    var context: RequestMetadata { RequestMetadata(address: address, requestID: "request-1") }
    var rejected: RejectedSubmission? { error?.rejected }

    /// Starts a flow, or starts again within a session.
    mutating func start(
        _ flow: AuthorizationChallengeFlow = .signIn,
        _ username: String?,
        with submission: ChallengeSubmission? = nil,
        in session: Secret? = nil
    ) async {
        await send(
            AuthorizationChallengeRequest(
                client: ClientCredentials(clientID: client.rawValue),
                session: session,
                authorization: ChallengeAuthorization(
                    scope: scope,
                    nonce: "n-1",
                    codeChallenge: codeChallenge,
                    acrValues: acrValues
                ),
                start: AuthorizationChallengeRequest.Start(flow, username: username),
                submission: submission
            )
        )
    }

    /// Submits an input with the current session or with another one.
    mutating func submit(_ submission: ChallengeSubmission?, in other: Secret? = nil) async {
        await send(
            AuthorizationChallengeRequest(
                client: ClientCredentials(clientID: client.rawValue),
                session: other ?? session,
                submission: submission
            )
        )
    }

    mutating func send(_ request: AuthorizationChallengeRequest) async {
        await send(request.parameters)
    }

    mutating func send(_ form: Parameters) async {
        (code, error) = (nil, nil)
        do {
            code = try await server.identity.authorizationChallenge.challenge(
                form,
                authorization: nil,
                dpopProof: proof(for: AuthorizationChallengeEndpoint.path),
                acceptLanguage: nil,
                context: context
            ).authorizationCode
            required = nil
        } catch {
            self.error = error
            required = error.required
            if let session = error.session { self.session = session }
        }
    }

    private func proof(for path: String) -> String? {
        try? signer?.proof(for: server.issuer.absoluteString + path, at: server.clock.now)
    }

    mutating func submitMailedCode(to email: String) async throws {
        await submit(.code(Secret(try await server.code(to: email))))
    }

    /// Redeems the code at the token endpoint.
    func redeem(verifier: CodeVerifier? = verifier) async throws -> TokenResponse {
        let form = Parameters([
            .grantType: GrantType.authorizationCode.rawValue, .clientID: client.rawValue,
            .code: try #require(code).reveal(), .codeVerifier: verifier?.secret.reveal(),
        ])
        return try await server.identity.token.token(
            form,
            authorization: nil,
            dpopProof: proof(for: TokenEndpoint.path),
            context: context
        )
    }

    /// Returns the `amr` and `acr` of the tokens for the code.
    func authentication() async throws -> (amr: [AMR], acr: ACR?) {
        let token = try #require(try await redeem().idToken)
        let payload = try #require(Base64URL.decode(token.reveal().split(separator: ".")[1]))
        let claims = try JSONDecoder().decode([String: JSONValue].self, from: payload)
        let amr = claims["amr"]?.array?.compactMap(\.string).map(AMR.init(rawValue:)) ?? []
        return (amr, claims["acr"]?.string.map(ACR.init(rawValue:)))
    }
}

extension ChallengeRequirement {
    var methods: [ChallengeMethodType] {
        switch self {
        case .method(let methods), .enrolment(let methods), .code(_, let methods), .passkey(_, let methods),
            .authenticatorAppEnrolment(_, _, let methods), .passkeyEnrolment(_, let methods):
            methods.map(\.type)
        default: []
        }
    }

    var codeMethod: ChallengeMethodType? {
        if case .code(let code, _) = self { code.method } else { nil }
    }
}
