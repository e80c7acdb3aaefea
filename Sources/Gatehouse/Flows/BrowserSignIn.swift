import Foundation
import GatehouseJOSE
import GatehouseWire

/// The authorization code flow with PKCE through a browser (RFC 6749 §4.1, RFC 7636, RFC 8252, OpenID Connect Core
/// §3.1).
struct BrowserSignIn: Sendable {
    let service: TokenService
    let agent: any UserAgent
    let visits: PendingVisits
    let redirectURI: URL?
    let random: @Sendable (Int) -> [UInt8]

    /// Asks the person.
    ///
    /// - Parameters:
    ///   - scopes: What to ask for.
    ///   - prompt: What the server must do even when the person is signed in there.
    ///   - options: Hints for the server.
    ///   - ready: Called when nothing but the person is missing any more.
    /// - Returns: The session, not stored yet.
    /// - Throws: ``AuthError`` as the public function does.
    func run(
        scopes: ScopeSet,
        prompt: [Prompt],
        options: SignInOptions,
        whenReady ready: () async throws(AuthError) -> Void
    ) async throws(AuthError) -> StoredGrant {
        let server = try await service.directory.current()
        let endpoint = try server.required(\.authorizationEndpoint, "sign-in")
        let verifier = CodeVerifier(random: random(32))
        let state = Base64URL.encode(random(32))
        let nonce = Base64URL.encode(random(32))
        let maxAge = options.maximumAge.map { Int(max(0, $0.components.seconds)) }
        let request = AuthorizationRequest(
            clientID: service.clientID,
            redirectURI: nil,
            scope: scopes,
            state: state,
            nonce: nonce,
            codeChallenge: PKCE.challenge(for: verifier),
            prompt: prompt,
            maxAge: maxAge,
            loginHint: options.loginHint,
            uiLocales: options.languages,
            acrValues: options.acrValues
        )
        try await ready()
        let visit = try await visits.run(
            .signIn,
            redirectURI: redirectURI,
            expectsRedirect: true,
            state: state,
            through: agent
        ) { chosen in
            var request = request
            request.redirectURI = chosen.flatMap { RedirectURI(rawValue: $0.absoluteString) }
            return endpoint.appending(query: request.parameters.formEncoded)
        }
        guard case .redirect(let url) = visit.answer else { throw .cancelled("The person closed the sign-in.") }
        let code = try Self.code(in: url, state: state, from: server)
        let tokens = try await service.redeem(
            .authorizationCode(code, redirectURI: visit.redirectURI?.absoluteString, codeVerifier: verifier)
        )
        return try await service.grant(
            from: tokens,
            requested: scopes,
            id: Base64URL.encode(random(16)),
            expecting: .init(nonce: nonce, maxAge: maxAge)
        )
    }

    /// The code in a redirect that answers this very request, from this very server (RFC 6749 §10.12, RFC 9207 §2.4).
    private static func code(
        in url: URL,
        state: String,
        from server: ServerMetadata
    ) throws(AuthError) -> Secret {
        let answer: AuthorizationResponse
        do throws(WireError) {
            answer = try AuthorizationResponse(callback: url)
        } catch {
            throw .invalidAnswer("The redirect is not an answer to the sign-in.", underlying: error.message)
        }
        guard let received = answer.state, ConstantTime.equal(received, state) else {
            throw .invalidAnswer("The redirect belongs to another sign-in.")
        }
        guard answer.issuer == server.issuer || answer.issuer == nil && server.issuerParameterSupported != true else {
            throw .invalidAnswer("The redirect comes from another server than the one asked.")
        }
        switch answer.outcome {
        case .code(let code): return code
        case .error(let error): throw AuthError(error)
        }
    }
}
