import Foundation
import GatehouseStore
package import GatehouseWire

/// The authorization challenge endpoint (OAuth 2.0 for First-Party Applications, draft 04).
///
/// Each request submits one input to a native flow; the `auth_session` is the flow's continuation token. If the first
/// request has a DPoP proof, the later ones and the token request must prove the same key (§9.5.1, §9.6.1).
package struct AuthorizationChallengeHandler: Sendable {
    let flows: NativeFlows
    let clients: ClientAuthenticator
    let dpop: DPoPVerifier
    let policy: AuthorizationRequestPolicy
    let presenter: ChallengePresenter

    /// Processes a request.
    ///
    /// - Parameters:
    ///   - parameters: The form.
    ///   - authorization: The value of the `Authorization` field.
    ///   - dpopProof: The value of the `DPoP` field.
    ///   - acceptLanguage: The value of the `Accept-Language` field.
    ///   - context: The request.
    /// - Returns: The authorization code.
    /// - Throws: `insufficient_authorization` with the input that the server requires next, or another error.
    package func challenge(
        _ parameters: Parameters,
        authorization: String?,
        dpopProof: String? = nil,
        acceptLanguage: String?,
        context: RequestMetadata
    ) async throws(AuthorizationChallengeError) -> AuthorizationChallengeResponse {
        let request: AuthorizationChallengeRequest
        let client: Client
        let key: ProvenKey?
        do throws(OAuthError) {
            request = try AuthorizationChallengeRequest(parameters: parameters)
            client = try await clients.authenticate(request.client, authorization: authorization, context: context)
            guard client.native != nil else {
                throw OAuthError(.unauthorizedClient, "The client is not registered for native authentication.")
            }
            key = try dpop.key(provenBy: dpopProof, at: AuthorizationChallengeEndpoint.self)
        } catch {
            throw AuthorizationChallengeError(error)
        }
        let call = Call(
            request: request,
            client: client,
            provenKey: key,
            language: .negotiate(uiLocales: request.authorization.uiLocales, acceptLanguage: acceptLanguage),
            context: context
        )
        let progress = try await progress(call)
        guard let code = progress.code else {
            let isRead = request.start == nil && request.submission == nil
            throw try await presenter.error(for: progress, of: client, disclosesSecrets: !isRead)
        }
        return AuthorizationChallengeResponse(authorizationCode: code)
    }

    /// A request with its authenticated client.
    private struct Call: Sendable {
        let request: AuthorizationChallengeRequest
        let client: Client
        let provenKey: ProvenKey?
        /// The language of messages.
        let language: Language
        let context: RequestMetadata
    }

    /// Starts the flow or finds it, and submits the input.
    private func progress(_ call: Call) async throws(AuthorizationChallengeError) -> NativeFlowProgress {
        let earlier: NativeFlowProgress?
        if let session = call.request.session {
            do throws(FlowError) {
                let found = try await flows.progress(of: session, client: call.client)
                guard found.flow.state.purpose.nativeProtocol == .openID else { throw .gone }
                earlier = found
            } catch {
                throw AuthorizationChallengeError(error)
            }
            try checkKey(of: earlier, call)
        } else {
            earlier = nil
        }
        guard let start = call.request.start else {
            guard let earlier else { throw AuthorizationChallengeError(FlowError.gone) }
            guard let submission = call.request.submission else { return earlier }
            return try await submit(submission, to: earlier, call)
        }
        let started = try await begin(start, authorization: try await authorization(after: earlier, call), call)
        // A password in the first request is ignored if the server requires a code.
        guard case .password? = call.request.submission, case .password = started.step,
            let submission = call.request.submission
        else { return started }
        return try await submit(submission, to: started, call)
    }

    /// Rejects a request that does not prove the key of the session.
    private func checkKey(
        of progress: NativeFlowProgress?,
        _ call: Call
    ) throws(AuthorizationChallengeError) {
        guard let bound = progress?.flow.state.purpose.nativeKeyThumbprint, bound != call.provenKey?.thumbprint else {
            return
        }
        throw AuthorizationChallengeError(
            .invalidDPoPProof,
            "The \(ParameterName.authSession) requires a DPoP proof of the key that its first request has proven."
        )
    }

    /// Returns the authorization request: that of the earlier flow, which cannot be changed, or a new one.
    private func authorization(
        after earlier: NativeFlowProgress?,
        _ call: Call
    ) async throws(AuthorizationChallengeError) -> NativeAuthorizationRequest {
        if let earlier {
            guard case .native(let intent) = earlier.flow.state.purpose, let authorization = intent.authorization else {
                throw AuthorizationChallengeError(FlowError.gone)
            }
            return authorization
        }
        do {
            return NativeAuthorizationRequest(
                try await policy.validated(
                    call.request.authorization.request(of: call.client.id.rawValue),
                    of: call.client,
                    isNative: true
                ),
                in: .openID,
                boundTo: call.provenKey
            )
        } catch {
            throw AuthorizationChallengeError(error)
        }
    }

    private func begin(
        _ start: AuthorizationChallengeRequest.Start,
        authorization: NativeAuthorizationRequest,
        _ call: Call
    ) async throws(AuthorizationChallengeError) -> NativeFlowProgress {
        let flow: NativeFlowRequest.Flow =
            switch start.flow {
            case .signUp: .signUp
            case .reset: .reset
            default: .signIn
            }
        var (password, attributes): (String?, [String: JSONValue]) = (nil, [:])
        if flow == .signUp {
            if case .password(let chosen)? = call.request.submission { password = chosen.reveal() }
            if case .attributes(let given)? = call.request.submission { attributes = given }
        }
        let nativeStart = NativeFlowStart(
            flow: flow,
            email: start.username,
            password: password,
            attributes: attributes,
            capabilities: [.secondFactor, .enrolment, .addressEnrolment],
            authorization: authorization
        )
        do {
            let started = try await flows.start(
                nativeStart,
                client: call.client,
                language: call.language,
                context: call.context
            )
            guard case .challenge = started.step else { return started }
            return try await run(.requestChallenge([.code, .password]), at: started, call)
        } catch {
            throw AuthorizationChallengeError(error)
        }
    }

    private func submit(
        _ submission: ChallengeSubmission,
        to earlier: NativeFlowProgress,
        _ call: Call
    ) async throws(AuthorizationChallengeError) -> NativeFlowProgress {
        guard let input = FlowInput(submission, at: earlier.step) else {
            throw AuthorizationChallengeError(FlowError.notPossible)
        }
        do {
            return try await run(input, at: earlier, call)
        } catch {
            guard let rejected = RejectedSubmission(error, of: submission) else {
                throw AuthorizationChallengeError(error)
            }
            // The step may have changed with the rejection, for example its number of attempts.
            let current: NativeFlowProgress
            do { current = try await flows.progress(of: earlier.token, client: call.client) } catch {
                throw AuthorizationChallengeError(error)
            }
            throw try await presenter.error(for: current, of: call.client, rejected: rejected)
        }
    }

    private func run(
        _ input: FlowInput,
        at progress: NativeFlowProgress,
        _ call: Call
    ) async throws(FlowError) -> NativeFlowProgress {
        try await flows.submit(
            input,
            token: progress.token,
            at: .interaction(issuesCode: true),
            client: call.client,
            language: call.language,
            context: call.context
        )
    }
}

extension NativeAuthorizationRequest {
    /// Creates the stored form of a validated request.
    init(_ request: AuthorizationRequest, in wireProtocol: WireProtocol, boundTo key: ProvenKey? = nil) {
        self.init(
            wireProtocol,
            scopes: request.scope,
            resources: request.resources.map { Resource.ID($0) },
            nonce: request.nonce,
            codeChallenge: request.codeChallenge,
            authentication: AuthenticationRequirement(request),
            claims: request.claims,
            keyThumbprint: key?.thumbprint
        )
    }
}

extension FlowInput {
    /// Creates the input of a step; `nil` if the step requires another one.
    init?(_ submission: ChallengeSubmission, at step: FlowStep) {
        switch (step, submission) {
        case (.identify, .passkey(let response, _)): self = .passkey(response)
        case (.password, .password(let password)), (.choosePassword, .password(let password)),
            (.choosePassword, .newPassword(let password)):
            self = .password(password.reveal())
        case (.code, .code(let code)): self = .code(code.reveal())
        case (.code, .resend): self = .requestChallenge(.code)
        case (.code, .attributes(let values)), (.attributes, .attributes(let values)): self = .partialAttributes(values)
        case (.enrolFactor, .method(let id, let target?)): self = .chooseAddress(target, as: FactorName(rawValue: id))
        case (.chooseFactor, .method(let id, _)), (.additionalFactor, .method(let id, _)),
            (.enrolFactor, .method(let id, _)):
            self = .chooseFactor(FactorName(rawValue: id))
        case (.additionalFactor(let step), .code(let code)) where step.factor != .passkey:
            self = .factor(.string(code.reveal()))
        case (.additionalFactor(let step), .passkey(let response, _)) where step.factor == .passkey:
            self = .factor(response)
        case (.additionalFactor, .resend), (.enrolFactor, .resend): self = .resendCode
        case (.enrolFactor(let step), .code(let code)) where step.enrolment?.factor != .passkey:
            self = .enrol(.string(code.reveal()))
        case (.enrolFactor(let step), .passkey(let response, let name)) where step.enrolment?.factor == .passkey:
            self = .enrol(response, name: name)
        case (.recoveryCodes, .recoveryCodesSaved): self = .proceed
        case (.newPassword, .newPassword(let password)): self = .newPassword(password.reveal())
        default: return nil
        }
    }
}
