import Foundation
import GatehouseJOSE
import GatehouseWire
import HTTPTypes

/// A response of the authorization challenge endpoint that continues a flow.
struct ChallengeProgress: Sendable {
    enum Outcome: Sendable {
        /// The flow is complete.
        case code(Secret)
        /// The server requires an input.
        case required(ChallengeRequirement)
    }

    let outcome: Outcome
    /// The position with the newest session.
    let position: NativeFlowPosition

    /// The position with the authorization code, if the flow is complete.
    var completion: NativeFlowPosition {
        var position = position
        if case .code(let code) = outcome { position.firstParty?.code = code }
        return position
    }
}

/// The requests to the authorization challenge endpoint.
struct FirstPartyRequests: Sendable {
    let adapter: OpenIDAdapter
    /// Waits before a request is repeated.
    let sleep: @Sendable (Duration) async throws -> Void

    /// Starts a flow.
    ///
    /// - Parameters:
    ///   - start: The flow.
    ///   - submission: The first input.
    ///   - claims: The claims to request, as JSON.
    ///   - position: The position without a session; its key is generated here, because all requests must prove the key
    ///     of the first one.
    /// - Returns: The progress.
    /// - Throws: ``AuthError``.
    func start(
        _ start: AuthorizationChallengeRequest.Start,
        with submission: ChallengeSubmission? = nil,
        claims: String? = nil,
        at position: NativeFlowPosition
    ) async throws(AuthError) -> ChallengeProgress {
        let grant = try position.requiredGrant
        guard let verifier = CodeVerifier(grant.verifier.reveal()) else { throw .corruptFlow }
        let position = try await withKey(position)
        let authorization = ChallengeAuthorization(
            scope: grant.scopes,
            codeChallenge: PKCE.challenge(for: verifier),
            claims: claims.flatMap { try? ClaimsRequest(parsing: $0) }
        )
        var request = AuthorizationChallengeRequest(client: ClientCredentials(), authorization: authorization)
        request.start = start
        request.submission = submission
        return try await send(request, at: position, isRepeatable: true)
    }

    private func withKey(_ position: NativeFlowPosition) async throws(AuthError) -> NativeFlowPosition {
        do throws(AuthError) {
            var position = position
            position.firstParty?.proofKey = try adapter.keys.newKey(at: try await adapter.directory.current())
            return position
        } catch {
            throw error.at(position)
        }
    }

    /// Submits an input.
    func submit(
        _ submission: ChallengeSubmission,
        at position: NativeFlowPosition,
        isRepeatable: Bool = false
    ) async throws(AuthError) -> ChallengeProgress {
        var request = AuthorizationChallengeRequest(client: ClientCredentials(), session: try position.requiredToken)
        request.submission = submission
        return try await send(request, at: position, isRepeatable: isRepeatable)
    }

    /// Returns the current requirement again.
    func current(at position: NativeFlowPosition) async throws(AuthError) -> ChallengeProgress {
        let request = AuthorizationChallengeRequest(client: ClientCredentials(), session: try position.requiredToken)
        return try await send(request, at: position, isRepeatable: true)
    }

    /// Sends the code again.
    func resend(
        at position: NativeFlowPosition
    ) async throws(AuthError) -> (position: NativeFlowPosition, code: ChallengeRequirement.Code) {
        let progress = try await submit(.resend, at: position, isRepeatable: true)
        guard case .required(.code(let code, _)) = progress.outcome else {
            throw .unexpectedChallenge.at(progress.position)
        }
        return (progress.position, code)
    }

    private func send(
        _ request: AuthorizationChallengeRequest,
        at position: NativeFlowPosition,
        isRepeatable: Bool
    ) async throws(AuthError) -> ChallengeProgress {
        do throws(AuthError) {
            let server = try await adapter.directory.current()
            let url = try server.required(\.authorizationChallengeEndpoint, "sign-in on the app’s own screens")
            let client = adapter.authentication(at: server)
            var request = request
            request.client = client.form
            func exchange() async throws(AuthError) -> EndpointClient.Response {
                try await adapter.connection.exchange(
                    AuthorizationChallengeEndpoint.self,
                    request,
                    with: url,
                    fields: client.fields,
                    proof: position.firstParty?.proofKey.map { RequestProof(key: $0) }
                )
            }
            let response =
                if isRepeatable { try await repeating(exchange) } else { try await exchange() }
            return try progress(response, position)
        } catch {
            throw error.at(position)
        }
    }

    /// Sends a repeatable request, and once more after half a second if the server does not respond.
    private func repeating(
        _ exchange: () async throws(AuthError) -> EndpointClient.Response
    ) async throws(AuthError) -> EndpointClient.Response {
        do throws(AuthError) {
            let response = try await exchange()
            let isFailure = response.head.status.kind == .serverError
            guard isFailure, response.head.headerFields[.retryAfter] == nil else { return response }
        } catch {
            guard error.code == .network, error.recovery == .retry(after: nil) else { throw error }
        }
        guard (try? await sleep(.milliseconds(500))) != nil else {
            throw .cancelled("The request was cancelled.")
        }
        return try await exchange()
    }

    private func progress(
        _ response: EndpointClient.Response,
        _ position: NativeFlowPosition
    ) throws(AuthError) -> ChallengeProgress {
        guard response.head.status.kind != .successful else {
            let success: AuthorizationChallengeResponse = try response.read()
            return ChallengeProgress(outcome: .code(success.authorizationCode), position: position)
        }
        let challenge = try? AuthorizationChallengeError(
            status: response.head.status,
            fields: response.head.headerFields,
            body: response.body
        )
        guard let challenge, challenge.code == .insufficientAuthorization, challenge.rejected == nil,
            let required = challenge.required
        else { throw FirstPartyErrorDecoder().error(for: response) }
        return ChallengeProgress(outcome: .required(required), position: position.with(challenge.session))
    }
}
