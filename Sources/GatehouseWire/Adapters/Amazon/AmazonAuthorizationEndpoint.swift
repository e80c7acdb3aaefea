package import HTTPTypes

/// The authorization endpoint of Login with Amazon.
package enum AmazonAuthorizationEndpoint: Endpoint {
    package typealias Request = AmazonAuthorizationRequest
    package typealias Response = AuthorizationResponse

    package static let method = HTTPRequest.Method.get
    package static let path = "/ap/oa"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidClient, .invalidRedirectURI,
        .invalidRequest, .unauthorizedClient, .accessDenied, .unsupportedResponseType, .invalidScope, .serverError,
        .temporarilyUnavailable,
    ]
}

/// An authorization request of Login with Amazon.
package struct AmazonAuthorizationRequest: WireRequest, Hashable {
    package var clientID: String
    package var redirectURI: RedirectURI?
    package var responseType: ResponseType
    /// The requested scopes, with Amazon's names.
    package var scope: ScopeSet
    package var scopeData: AmazonScopeData?
    package var state: String?
    package var codeChallenge: CodeChallenge?

    package init(
        clientID: String,
        redirectURI: RedirectURI?,
        responseType: ResponseType = .code,
        scope: ScopeSet,
        scopeData: AmazonScopeData? = nil,
        state: String? = nil,
        codeChallenge: CodeChallenge? = nil
    ) {
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.responseType = responseType
        self.scope = scope
        self.scopeData = scopeData
        self.state = state
        self.codeChallenge = codeChallenge
    }

    package init(parameters: Parameters) throws(OAuthError) {
        clientID = try parameters.amazonRequired(.clientID, limit: 256)
        redirectURI = try parameters.redirectURI(.redirectURI)
        state = try parameters.amazonOptional(.state, limit: AuthorizationRequest.stateLimit)
        responseType = ResponseType(rawValue: try parameters.amazonRequired(.responseType))
        guard responseType == .code else {
            throw OAuthError(.unsupportedResponseType, AmazonError.invalid(.responseType).description)
        }
        scope = try parameters.amazonScopes()
        guard !scope.isEmpty else { throw AmazonError.missing(.scope) }
        scopeData = try parameters.amazonScopeData()
        codeChallenge = try Self.codeChallenge(parameters)
    }

    package var parameters: Parameters {
        Parameters([
            .clientID: clientID,
            .scope: scope.isEmpty ? nil : scope.description,
            .scopeData: scopeData?.encoded,
            .responseType: responseType.rawValue,
            .redirectURI: redirectURI?.rawValue,
            .state: state,
            .codeChallenge: codeChallenge?.rawValue,
            .codeChallengeMethod: codeChallenge?.method.rawValue,
        ])
    }

    /// Reads the challenge; without a method it is the verifier itself (RFC 7636 §4.3).
    private static func codeChallenge(_ parameters: Parameters) throws(OAuthError) -> CodeChallenge? {
        let method = try parameters.amazonOptional(.codeChallengeMethod).map(CodeChallengeMethod.init) ?? .plain
        guard let text = try parameters.amazonOptional(.codeChallenge) else { return nil }
        guard let challenge = CodeChallenge(rawValue: text, method: method) else {
            throw AmazonError.invalid(
                [.s256, .plain].contains(method) ? .codeChallenge : .codeChallengeMethod
            )
        }
        return challenge
    }
}

extension ResponseType {
    /// The implicit grant, which Login with Amazon no longer supports; declared to reject it with its own error.
    public static let token = Self(rawValue: "token")

    /// The response type of a device authorization request in Login with Amazon.
    public static let deviceCode = Self(rawValue: "device_code")
}

/// The redirect URIs of Login with Amazon apps.
package enum AmazonRedirect {
    /// Returns the redirect URI of an app with a URL scheme of its own.
    ///
    /// Returns `nil` if the bundle identifier contains characters other than letters, digits, dots and hyphens.
    package static func app(bundleID: String) -> RedirectURI? {
        guard !bundleID.isEmpty, bundleID.utf8.count <= 155, bundleID.utf8.allSatisfy(isBundleCharacter) else {
            return nil
        }
        return RedirectURI(rawValue: "amzn-\(bundleID)://?methodName=signin")
    }

    /// The redirect URI of an app without a URL scheme, which listens on any port of the loopback interface.
    package static let loopback = "http://127.0.0.1/callback"

    private static func isBundleCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
