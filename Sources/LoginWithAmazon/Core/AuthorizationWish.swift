import Foundation
import Gatehouse
import GatehouseWire

/// An ``AMZNAuthorizeRequest`` as a value, which no later change of that object touches.
struct AuthorizationWish: Sendable {
    var requested: RequestedScopes
    var strategy: AMZNInteractiveStrategy
    var grantType: AMZNAuthorizationGrantType
    /// The challenge of the app's own server; `nil` when it has none.
    var challenge: CodeChallenge?

    init(
        requested: RequestedScopes,
        strategy: AMZNInteractiveStrategy,
        grantType: AMZNAuthorizationGrantType = .token,
        challenge: CodeChallenge? = nil
    ) {
        self.requested = requested
        self.strategy = strategy
        self.grantType = grantType
        self.challenge = challenge
    }

    /// Reads the object an app hands in.
    static func reading(_ request: AMZNAuthorizeRequest) -> Result<AuthorizationWish, LoginFailure> {
        Result { () throws(LoginFailure) in
            AuthorizationWish(
                requested: try RequestedScopes(request.scopes),
                strategy: request.interactiveStrategy,
                grantType: request.grantType,
                challenge: try codeChallenge(request.codeChallenge, method: request.codeChallengeMethod)
            )
        }
    }

    /// A challenge as an app writes it; without a method it is the verifier itself (RFC 7636 §4.3).
    ///
    /// - Throws: ``LoginFailure`` with ``kAMZNLWAInvalidInput`` for one that no verifier can have.
    static func codeChallenge(_ text: String, method: String) throws(LoginFailure) -> CodeChallenge? {
        guard !text.isEmpty else { return nil }
        let method = method.isEmpty ? CodeChallengeMethod.plain : CodeChallengeMethod(rawValue: method)
        guard let challenge = CodeChallenge(rawValue: text, method: method) else {
            throw .invalidInput("The code challenge is none of the method \(method).")
        }
        return challenge
    }

    /// What the core asks the server for.
    var options: SignInOptions {
        var options = SignInOptions()
        options.amazon = AmazonSignInOptions(
            scopeData: requested.data,
            redeemer: grantType == .code ? .other(challenge) : .client
        )
        return options
    }
}
