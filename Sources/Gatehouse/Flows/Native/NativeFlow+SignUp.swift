import Foundation
import GatehouseWire

extension NativeFlow {
    func startSignUp(
        _ email: String,
        password: String?,
        attributes: [String: JSONValue],
        _ request: NativeRequest
    ) async throws(AuthError) -> SignUpCode {
        let place = try place(for: email, request)
        guard password?.isEmpty != true else { throw .empty(.passwordRefused, "password").of(place) }
        try await rehearse(at: place)
        let start = EntraSignUpStartRequest(
            clientID: clientID,
            username: email,
            challengeTypes: challengeTypes,
            password: password.map(Secret.init),
            attributes: attributes.isEmpty ? nil : attributes,
            capabilities: capabilities
        )
        let answer = try await send(EntraSignUpStartEndpoint.self, start, at: place, isRepeatable: true)
        let begun = try answer.success()
        return try await signUpCode(answer.place.with(begun.continuationToken), isFirst: true)
    }

    /// Has a code sent.
    func signUpCode(_ place: NativePlace, isFirst: Bool = false) async throws(AuthError) -> SignUpCode {
        let asked = try await unlessExpired(place) { () throws(AuthError) in
            try await challenge(EntraSignUpChallengeEndpoint.self, at: place)
        }
        do throws(AuthError) {
            let step = SignUpCode(flow: self, place: asked.place, delivery: try delivery(asked.challenge))
            await keeper.keepSignUp(at: step.saved, from: isFirst ? nil : place)
            return step
        } catch {
            throw error.of(asked.place)
        }
    }

    /// What a person has given.
    enum Submission {
        case code(String)
        case password(String)
        case attributes([String: JSONValue])
    }

    func continueSignUp(_ place: NativePlace, with submission: Submission) async throws(AuthError) -> SignUpStep {
        let wire: EntraSignUpContinueRequest.Submission
        switch submission {
        case .code(let code):
            guard !code.isEmpty else { throw .empty(.wrongCode, "code").of(place) }
            wire = .code(Secret(code))
        case .password(let password):
            guard !password.isEmpty else { throw .empty(.passwordRefused, "password").of(place) }
            wire = .password(Secret(password))
        case .attributes(let values):
            wire = .attributes(values)
        }
        let request = EntraSignUpContinueRequest(
            clientID: clientID,
            continuationToken: try place.requiredToken,
            submission: wire
        )
        let answer = try await unlessExpired(place) { () throws(AuthError) in
            try await send(EntraSignUpContinueEndpoint.self, request, at: place)
        }
        let next = try await step(after: answer)
        await keeper.keepSignUp(at: next.saved, from: place)
        return next
    }

    private func step(
        after answer: NativeAnswer<EntraSignUpContinueResponse>
    ) async throws(AuthError) -> SignUpStep {
        switch answer.outcome {
        case .success(let done):
            return .completed(SignUpCompleted(flow: self, place: answer.place.with(done.continuationToken)))
        case .needs(let error, _) where error.code == .attributesRequired:
            let attributes = (error.requiredAttributes ?? []).map(RequiredAttribute.init)
            return .attributesRequired(SignUpAttributes(flow: self, place: answer.place, attributes: attributes))
        case .needs:
            return .passwordRequired(try await signUpPassword(answer.place))
        }
    }

    /// Forgets the sign-up when the server says that it is over.
    func unlessExpired<Value: Sendable>(
        _ place: NativePlace,
        _ body: () async throws(AuthError) -> Value
    ) async throws(AuthError) -> Value {
        do throws(AuthError) {
            return try await body()
        } catch {
            if error.code == .expired { await keeper.abandonSignUp(at: place) }
            throw error
        }
    }

    /// Hears from the server that it is a password that it needs.
    private func signUpPassword(_ place: NativePlace) async throws(AuthError) -> SignUpPassword {
        let (place, challenge) = try await challenge(EntraSignUpChallengeEndpoint.self, at: place)
        guard challenge == .password else { throw .unexpectedChallenge.of(place) }
        return SignUpPassword(flow: self, place: place)
    }
}

extension RequiredAttribute {
    fileprivate init(_ attribute: EntraRequiredAttribute) {
        self.init(
            name: attribute.name,
            kind: Kind(rawValue: attribute.type),
            isRequired: attribute.isRequired,
            pattern: attribute.regex,
            choices: attribute.choices ?? [],
            label: attribute.label
        )
    }
}
