import Foundation
import GatehouseJOSE
import GatehouseWire

/// Entra's native authentication; maps responses to steps.
struct EntraNativeAuthentication: NativeAuthenticationService {
    let server: EntraTenant
    var capabilities: NativeCapabilities
    let service: OpenIDAdapter
    let manager: SessionManager
    let environment: ClientEnvironment

    var clientID: String { service.clientID }

    var requests: EntraRequests {
        EntraRequests(server: server, connection: service.connection, sleep: environment.sleep)
    }

    var pendingFlows: PendingFlows { PendingFlows(manager: manager) }

    /// Returns the position at the start of a flow, without a continuation token.
    func position(for email: String, _ correlationID: UUID?) throws(AuthError) -> NativeFlowPosition {
        guard !email.isEmpty else { throw .empty(.invalidUsername, "address") }
        return NativeFlowPosition(
            token: nil,
            email: Secret(email),
            correlationID: correlationID ?? UUID(bytes: environment.randomBytes(16), version: 4)
        )
    }

    func start(at position: NativeFlowPosition) -> EntraStartRequest {
        EntraStartRequest(
            clientID: clientID,
            username: position.email.reveal(),
            challengeTypes: server.wireChallengeTypes,
            capabilities: capabilities.wire
        )
    }

    /// Requests the next challenge.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - position: The position of the flow.
    ///   - methodID: The identifier of the second factor; `nil` for the first factor.
    /// - Returns: The new position and the challenge.
    /// - Throws: ``AuthError``.
    func challenge<E: Endpoint>(
        _ endpoint: E.Type,
        at position: NativeFlowPosition,
        methodID: String? = nil
    ) async throws(AuthError) -> (position: NativeFlowPosition, challenge: EntraChallengeResponse.Challenge)
    where E.Request == EntraChallengeRequest, E.Response == EntraResponse<EntraChallengeResponse> {
        let request = EntraChallengeRequest(
            clientID: clientID,
            continuationToken: try position.requiredToken,
            challengeTypes: server.wireChallengeTypes,
            methodID: methodID
        )
        let result = try await requests.send(endpoint, request, at: position, isRepeatable: true)
        let response = try result.success()
        return (result.position.with(response.continuationToken), response.challenge)
    }

    /// Returns the delivery of a code challenge.
    func delivery(_ challenge: EntraChallengeResponse.Challenge) throws(AuthError) -> CodeDelivery {
        guard case .code(let code) = challenge else { throw .unexpectedChallenge }
        return delivery(code)
    }

    /// Returns the delivery of a code that was sent now.
    func delivery(_ code: EntraChallengeResponse.SentCode) -> CodeDelivery {
        CodeDelivery(code, now: environment.now())
    }

    /// Checks that a session could be stored, before a code or password is used.
    func checkWritable(at position: NativeFlowPosition) async throws(AuthError) {
        do throws(AuthError) {
            try await manager.persistence.checkWritable()
        } catch {
            throw error.at(position)
        }
    }

    /// Exchanges the continuation token for a session, which becomes the current one; or returns the next step.
    func tokens(
        at position: NativeFlowPosition,
        _ proof: EntraTokenRequest.Proof,
        _ tokenRequest: AccessTokenRequest
    ) async throws(AuthError) -> SignInStep {
        try await checkWritable(at: position)
        let scopes = tokenRequest.scopes.union(service.requiredScopes)
        let request = EntraTokenRequest(
            clientID: clientID,
            continuationToken: try position.requiredToken,
            proof: proof,
            scope: scopes,
            claims: tokenRequest.claims,
            username: position.email.reveal(),
            challengeTypes: server.wireChallengeTypes
        )
        let result = try await requests.send(EntraTokenEndpoint.self, request, at: position)
        if case .needs(let error, let otherwise) = result.outcome {
            guard let factor = error.suberror, error.asksForFactor else { throw otherwise }
            return try await EntraSecondFactors(service: self).step(for: factor, at: result.position, tokenRequest)
        }
        let response = try result.success()
        do throws(AuthError) {
            let storedSession = try await service.storedSession(
                from: response.tokens,
                requested: scopes,
                expecting: .init()
            )
            try await SessionCommitter(manager: manager).commit(storedSession)
            return .signedIn(Session(storedSession, manager: manager))
        } catch {
            throw error.at(result.position)
        }
    }
}

extension NativeFlowPosition {
    var requiredToken: Secret {
        get throws(AuthError) {
            guard let token else { throw .automaticSignInUnavailable.at(self) }
            return token
        }
    }

    func with(_ token: Secret?) -> NativeFlowPosition {
        var position = self
        position.token = token
        return position
    }
}

extension AuthError {
    /// Returns the error with the flow's correlation ID.
    func at(_ position: NativeFlowPosition) -> AuthError {
        var error = self
        error.correlationID = error.correlationID ?? position.correlationID
        return error
    }
}

extension CodeDelivery {
    /// Creates the delivery of a challenge that was sent now.
    fileprivate init(_ code: EntraChallengeResponse.SentCode, now: Date) {
        let pause = code.interval.map { max(0, $0) }
        self.init(
            sentTo: code.target,
            channel: Channel(rawValue: code.channel),
            codeLength: code.length,
            resendAfter: pause.map { .seconds($0) },
            resendAt: pause.map { now.addingTimeInterval(TimeInterval($0)) }
        )
    }
}
