package import Foundation
public import GatehouseWire

/// A sign-up that has made an account, whose person can be signed in without another question.
public struct SignUpCompleted: Sendable {
    let flow: NativeFlow
    let place: NativePlace

    /// Signs the person in who has just signed up.
    ///
    /// - Parameter scopes: What the app needs to know or do. `openid` and `offline_access` are asked for in any case.
    /// - Returns: The session, which is the current one from now on.
    /// - Throws: ``AuthError``: `signInUnavailable` when the server wants an ordinary sign-in; `expired` when too much
    ///   time has passed or it was done before; `secondFactorRequired`, `registrationRequired` or `browserRequired` when
    ///   the server wants more; a `store…` code when the session cannot be kept; `network`, `serverUnavailable` or
    ///   `rateLimited`.
    @discardableResult
    public func signIn(scopes: ScopeSet = []) async throws(AuthError) -> Session {
        try await signIn(scopes: scopes, claims: nil)
    }

    package func signIn(scopes: ScopeSet, claims: String?) async throws(AuthError) -> Session {
        try await flow.signIn(after: place, scopes: scopes, claims: claims)
    }

    /// The step as it can be stored, to go on with it in another process.
    public var saved: SavedSignUp { SavedSignUp(.completed(place)) }

    /// Names the flow in the logs of both sides.
    package var correlationID: UUID { place.correlationID }
}
