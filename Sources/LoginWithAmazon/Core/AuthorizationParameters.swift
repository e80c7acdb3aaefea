import Foundation
import Gatehouse
import GatehouseWire

/// The values of an ``AMZNAuthorizeRequest``, copied when the call is made.
struct AuthorizationParameters: Sendable {
    var requested: RequestedScopes
    var strategy: AMZNInteractiveStrategy
    var grantType: AMZNAuthorizationGrantType
    /// The code challenge of the app's own server, if it has one.
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

    /// Copies and validates the app's request.
    static func reading(_ request: AMZNAuthorizeRequest) -> Result<AuthorizationParameters, LoginFailure> {
        Result { () throws(LoginFailure) in
            AuthorizationParameters(
                requested: try RequestedScopes(request.scopes),
                strategy: request.interactiveStrategy,
                grantType: request.grantType,
                challenge: try codeChallenge(request.codeChallenge, method: request.codeChallengeMethod)
            )
        }
    }

    /// Parses a code challenge; without a method, `plain` (RFC 7636 §4.3).
    ///
    /// - Throws: ``LoginFailure`` with ``kAMZNLWAInvalidInput`` if the challenge is malformed.
    static func codeChallenge(_ text: String, method: String) throws(LoginFailure) -> CodeChallenge? {
        guard !text.isEmpty else { return nil }
        let method = method.isEmpty ? CodeChallengeMethod.plain : CodeChallengeMethod(rawValue: method)
        guard let challenge = CodeChallenge(rawValue: text, method: method) else {
            throw .invalidInput("The code challenge is invalid for the method \(method).")
        }
        return challenge
    }

    /// The equivalent options of the core.
    var options: AmazonSignInOptions {
        AmazonSignInOptions(scopeData: requested.data, redeemer: grantType == .code ? .other(challenge) : .client)
    }
}

/// The result of a sign-in before its conversion to the app's object.
struct Authorization: Sendable {
    var token = ""
    var code = ""
    var clientID: String
    var redirectURI: String
    var user: AMZNUser?
}

/// The outcome of an authorization.
enum AuthorizationResult: Sendable {
    case authorized(Authorization)
    /// The user closed the page, denied the request or did not return from the browser, or a newer call took over.
    case cancelled(LoginFailure)
    case failed(LoginFailure)
}
