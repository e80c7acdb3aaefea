import Foundation
import GatehouseWire

extension NativeFlow {
    func startSignIn(
        _ email: String,
        password: String?,
        _ wish: TokenWish,
        _ request: NativeRequest
    ) async throws(AuthError) -> SignInStep {
        let place = try place(for: email, request)
        guard password?.isEmpty != true else { throw .empty(.wrongPassword, "password").of(place) }
        try await rehearse(at: place)
        let answer = try await send(EntraSignInInitiateEndpoint.self, start(at: place), at: place, isRepeatable: true)
        let begun = try answer.success()
        let (next, challenge) = try await challenge(
            EntraSignInChallengeEndpoint.self,
            at: answer.place.with(begun.continuationToken)
        )
        switch challenge {
        case .code:
            return .codeRequired(SignInCode(flow: self, place: next, wish: wish, delivery: try delivery(challenge)))
        case .password:
            let step = SignInPassword(flow: self, place: next, wish: wish)
            guard let password else { return .passwordRequired(step) }
            return .signedIn(try await step.submit(password))
        }
    }

    /// Has a code sent.
    func signInCode(_ place: NativePlace, _ wish: TokenWish) async throws(AuthError) -> SignInCode {
        let (place, challenge) = try await challenge(EntraSignInChallengeEndpoint.self, at: place)
        do throws(AuthError) {
            return SignInCode(flow: self, place: place, wish: wish, delivery: try delivery(challenge))
        } catch {
            throw error.of(place)
        }
    }

    func signIn(at place: NativePlace, code: String, _ wish: TokenWish) async throws(AuthError) -> Session {
        guard !code.isEmpty else { throw .empty(.wrongCode, "code").of(place) }
        return try await tokens(at: place, .code(Secret(code)), wish)
    }

    func signIn(at place: NativePlace, password: String, _ wish: TokenWish) async throws(AuthError) -> Session {
        guard !password.isEmpty else { throw .empty(.wrongPassword, "password").of(place) }
        return try await tokens(at: place, .password(Secret(password)), wish)
    }

    /// Signs a person in who has just signed up or chosen a new password.
    func signIn(after place: NativePlace, scopes: ScopeSet, claims: String?) async throws(AuthError) -> Session {
        try await unlessExpired(place) { () throws(AuthError) in
            try await tokens(at: place, .none, TokenWish(scopes: scopes, claims: claims))
        }
    }
}
