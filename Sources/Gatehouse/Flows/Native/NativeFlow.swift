import Foundation
import GatehouseJOSE
import GatehouseWire
import HTTPTypes

/// Speaks Entra's native authentication, and makes steps of what the server answers.
struct NativeFlow: Sendable {
    let server: EntraServer
    let service: OpenIDService
    let keeper: SessionKeeper
    let environment: GatehouseClient.Environment

    var clientID: String { service.clientID }

    /// What the app can do, in the words of the wire; a browser is always possible.
    var challengeTypes: [EntraChallengeType] {
        var types: [EntraChallengeType] = []
        if server.challenges.contains(.code) { types.append(.oob) }
        if server.challenges.contains(.password) { types.append(.password) }
        return types + [.redirect]
    }

    var capabilities: [EntraCapability] {
        var capabilities: [EntraCapability] = []
        if server.capabilities.contains(.secondFactor) { capabilities.append(.mfaRequired) }
        if server.capabilities.contains(.registration) { capabilities.append(.registrationRequired) }
        return capabilities
    }

    /// The start of a flow, whose token nobody has given yet.
    func place(for email: String, _ request: NativeRequest) throws(AuthError) -> NativePlace {
        guard !email.isEmpty else { throw .empty(.invalidUsername, "address") }
        return NativePlace(
            token: nil,
            email: Secret(email),
            correlationID: request.correlationID ?? UUID(bytes: environment.randomBytes(16), version: 4)
        )
    }

    func start(at place: NativePlace) -> EntraStartRequest {
        EntraStartRequest(
            clientID: clientID,
            username: place.email.reveal(),
            challengeTypes: challengeTypes,
            capabilities: capabilities
        )
    }

    /// Asks for the next proof.
    ///
    /// - Returns: The place after it, and the proof.
    func challenge<E: Endpoint>(
        _ endpoint: E.Type,
        at place: NativePlace
    ) async throws(AuthError) -> (place: NativePlace, challenge: EntraChallengeResponse.Challenge)
    where E.Request == EntraChallengeRequest, E.Response == EntraAnswer<EntraChallengeResponse> {
        let request = EntraChallengeRequest(
            clientID: clientID,
            continuationToken: try place.requiredToken,
            challengeTypes: challengeTypes
        )
        let answer = try await send(endpoint, request, at: place, isRepeatable: true)
        let response = try answer.success()
        return (answer.place.with(response.continuationToken), response.challenge)
    }

    /// The code that a step waits for, when it is one.
    func delivery(_ challenge: EntraChallengeResponse.Challenge) throws(AuthError) -> CodeDelivery {
        guard case .code(let code) = challenge else { throw .unexpectedChallenge }
        let pause = code.interval.map { max(0, $0) }
        return CodeDelivery(
            sentTo: code.target,
            channel: CodeDelivery.Channel(rawValue: code.channel),
            codeLength: code.length,
            resendAfter: pause.map { .seconds($0) },
            resendAt: pause.map { environment.now().addingTimeInterval(TimeInterval($0)) }
        )
    }

    /// Makes sure that a session could be kept, before anything of the person's is spent on it.
    func rehearse(at place: NativePlace) async throws(AuthError) {
        do throws(AuthError) {
            try await keeper.rehearse()
        } catch {
            throw error.of(place)
        }
    }

    /// Trades the end of a flow for tokens and makes them the current session.
    func tokens(
        at place: NativePlace,
        _ proof: EntraTokenRequest.Proof,
        _ wish: TokenWish
    ) async throws(AuthError) -> Session {
        try await rehearse(at: place)
        let scopes = wish.scopes.union(service.ownScopes)
        let request = EntraTokenRequest(
            clientID: clientID,
            continuationToken: try place.requiredToken,
            proof: proof,
            scope: scopes,
            claims: wish.claims,
            username: place.email.reveal(),
            challengeTypes: challengeTypes
        )
        let answer = try await send(EntraTokenEndpoint.self, request, at: place)
        let response = try answer.success()
        do throws(AuthError) {
            let grant = try await service.grant(from: response.tokens, requested: scopes, expecting: .init())
            try await keeper.keep(grant)
            return Session(grant, keeper: keeper, dialect: service, leeway: service.leeway)
        } catch {
            throw error.of(answer.place)
        }
    }
}

extension NativePlace {
    var requiredToken: Secret {
        get throws(AuthError) {
            guard let token else { throw .signInUnavailable.of(self) }
            return token
        }
    }

    func with(_ token: Secret?) -> NativePlace {
        var place = self
        place.token = token
        return place
    }
}

extension AuthError {
    /// The error with the name that the flow has in the logs of both sides.
    func of(_ place: NativePlace) -> AuthError {
        var error = self
        error.correlationID = error.correlationID ?? place.correlationID
        return error
    }
}
