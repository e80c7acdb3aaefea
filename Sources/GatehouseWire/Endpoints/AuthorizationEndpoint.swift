package import HTTPTypes

/// The authorization endpoint (RFC 6749 §3.1, OpenID Connect Core §3.1.2).
package enum AuthorizationEndpoint: Endpoint {
    package typealias Request = AuthorizationRequest
    package typealias Response = AuthorizationResponse

    package static let method = HTTPRequest.Method.get
    package static let methods: Set<HTTPRequest.Method> = [.get, .post]
    package static let path = "/oauth2/authorize"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRedirectURI, .invalidClient,
        .invalidRequest, .unauthorizedClient, .accessDenied, .unsupportedResponseType, .invalidScope, .invalidTarget,
        .serverError, .temporarilyUnavailable, .interactionRequired, .loginRequired, .accountSelectionRequired,
        .consentRequired, .requestNotSupported, .requestURINotSupported, .registrationNotSupported,
        .invalidRequestObject, .invalidRequestURI, .unmetAuthenticationRequirements,
    ]
}

/// An authorization request (RFC 6749 §4.1.1, RFC 7636 §4.3, OpenID Connect Core §3.1.2.1).
package struct AuthorizationRequest: WireRequest, Hashable, Codable {
    package var clientID: String
    package var redirectURI: RedirectURI?
    package var responseType: ResponseType
    package var responseMode: ResponseMode?
    package var scope: ScopeSet
    package var state: String?
    package var nonce: String?
    package var codeChallenge: CodeChallenge?
    package var prompt: [Prompt]
    /// The maximum number of seconds since the user last entered a password or code.
    package var maxAge: Int?
    package var loginHint: String?
    package var idTokenHint: String?
    package var claims: ClaimsRequest?
    package var uiLocales: [String]
    package var claimsLocales: [String]
    package var acrValues: [ACR]
    package var display: Display?
    package var resources: [String]
    /// The thumbprint of the key that the code is bound to (RFC 9449 §10).
    package var dpopKeyThumbprint: String?

    package init(
        clientID: String,
        redirectURI: RedirectURI?,
        responseType: ResponseType = .code,
        responseMode: ResponseMode? = nil,
        scope: ScopeSet,
        state: String? = nil,
        nonce: String? = nil,
        codeChallenge: CodeChallenge? = nil,
        prompt: [Prompt] = [],
        maxAge: Int? = nil,
        loginHint: String? = nil,
        idTokenHint: String? = nil,
        claims: ClaimsRequest? = nil,
        uiLocales: [String] = [],
        claimsLocales: [String] = [],
        acrValues: [ACR] = [],
        display: Display? = nil,
        resources: [String] = [],
        dpopKeyThumbprint: String? = nil
    ) {
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.responseType = responseType
        self.responseMode = responseMode
        self.scope = scope
        self.state = state
        self.nonce = nonce
        self.codeChallenge = codeChallenge
        self.prompt = prompt
        self.maxAge = maxAge
        self.loginHint = loginHint
        self.idTokenHint = idTokenHint
        self.claims = claims
        self.uiLocales = uiLocales
        self.claimsLocales = claimsLocales
        self.acrValues = acrValues
        self.display = display
        self.resources = resources
        self.dpopKeyThumbprint = dpopKeyThumbprint
    }
}

extension AuthorizationRequest {
    /// The maximum length of `state` in bytes.
    static let stateLimit = 2048

    package init(parameters: Parameters) throws(OAuthError) {
        clientID = try parameters.required(.clientID, limit: 256)
        redirectURI = try parameters.redirectURI(.redirectURI)
        state = try parameters.line(.state, limit: Self.stateLimit)
        try Self.rejectUnsupported(parameters)
        responseType = ResponseType(rawValue: try parameters.required(.responseType))
        guard responseType == .code else {
            throw OAuthError(
                .unsupportedResponseType,
                "Unsupported \(ParameterName.responseType). Supported: \(ResponseType.code)."
            )
        }
        responseMode = try parameters.optional(.responseMode).map(ResponseMode.init)
        if let responseMode, !ResponseMode.known.contains(responseMode) {
            let supported = ResponseMode.known.map(\.rawValue).joined(separator: ", ")
            throw OAuthError(.invalidRequest, "Unsupported \(ParameterName.responseMode). Supported: \(supported).")
        }
        scope = try parameters.scopeSet()
        nonce = try parameters.line(.nonce, limit: 512)
        codeChallenge = try Self.codeChallenge(parameters)
        prompt = Prompt.list(try parameters.optional(.prompt, limit: 256))
        guard prompt.allSatisfy(Prompt.known.contains) else {
            let supported = Prompt.known.map(\.rawValue).joined(separator: ", ")
            throw OAuthError(.invalidRequest, "Unsupported \(ParameterName.prompt). Supported: \(supported).")
        }
        if prompt.contains(.none), prompt.count > 1 {
            throw OAuthError(
                .invalidRequest,
                "The \(ParameterName.prompt) value \(Prompt.none) must not be combined with other values."
            )
        }
        maxAge = try Self.maxAge(parameters)
        loginHint = try parameters.line(.loginHint, limit: 512)
        idTokenHint = try parameters.optional(.idTokenHint)
        if let text = try parameters.optional(.claims, limit: 4096) {
            claims = try ClaimsRequest(parsing: text)
        } else {
            claims = nil
        }
        uiLocales = try parameters.words(.uiLocales)
        claimsLocales = try parameters.words(.claimsLocales)
        acrValues = ACR.list(try parameters.optional(.acrValues, limit: 1024))
        display = try parameters.optional(.display, limit: 256).map(Display.init)
        resources = try parameters.resources()
        dpopKeyThumbprint = try Self.keyThumbprint(parameters)
    }

    package var parameters: Parameters {
        var parameters = Parameters([
            .responseType: responseType.rawValue,
            .clientID: clientID,
            .redirectURI: redirectURI?.rawValue,
            .responseMode: responseMode?.rawValue,
            .scope: scope.isEmpty ? nil : scope.description,
            .state: state,
            .nonce: nonce,
            .codeChallenge: codeChallenge?.rawValue,
            .codeChallengeMethod: codeChallenge?.method.rawValue,
            .prompt: prompt.spaceSeparated,
            .maxAge: maxAge.map(String.init),
            .loginHint: loginHint,
            .idTokenHint: idTokenHint,
            .claims: claims?.encoded,
            .uiLocales: uiLocales.isEmpty ? nil : uiLocales.joined(separator: " "),
            .claimsLocales: claimsLocales.isEmpty ? nil : claimsLocales.joined(separator: " "),
            .acrValues: acrValues.spaceSeparated,
            .display: display?.rawValue,
            .dpopKeyThumbprint: dpopKeyThumbprint,
        ])
        for resource in resources { parameters.append(.resource, resource) }
        return parameters
    }

    /// Rejects registrations within a request, and request objects that the server has not replaced by their
    /// parameters, which have their own error codes (OpenID Connect Core §3.1.2.6).
    private static func rejectUnsupported(_ parameters: Parameters) throws(OAuthError) {
        let unsupported: [(ParameterName, OAuthErrorCode)] = [
            (.request, .requestNotSupported), (.requestURI, .requestURINotSupported),
            (.registration, .registrationNotSupported),
        ]
        for (name, code) in unsupported where parameters[name] != nil {
            throw OAuthError(code, "The parameter \(name) is not supported.")
        }
    }

    static func codeChallenge(_ parameters: Parameters) throws(OAuthError) -> CodeChallenge? {
        let method = try parameters.optional(.codeChallengeMethod).map(CodeChallengeMethod.init)
        guard let text = try parameters.optional(.codeChallenge) else {
            guard method == nil else { throw .missing(.codeChallenge) }
            return nil
        }
        guard method == .s256 else {
            throw OAuthError(
                .invalidRequest,
                "PKCE with \(ParameterName.codeChallengeMethod) \(CodeChallengeMethod.s256) is required."
            )
        }
        guard let challenge = CodeChallenge(rawValue: text) else {
            throw OAuthError(
                .invalidRequest,
                "\(ParameterName.codeChallenge) must be 32 bytes, base64url-encoded."
            )
        }
        return challenge
    }

    private static func keyThumbprint(_ parameters: Parameters) throws(OAuthError) -> String? {
        guard let text = try parameters.optional(.dpopKeyThumbprint, limit: 256) else { return nil }
        guard Base64URL.decode(text)?.count == 32 else {
            throw OAuthError(
                .invalidRequest,
                "\(ParameterName.dpopKeyThumbprint) must be a SHA-256 thumbprint, base64url-encoded."
            )
        }
        return text
    }

    static func maxAge(_ parameters: Parameters) throws(OAuthError) -> Int? {
        guard let text = try parameters.optional(.maxAge) else { return nil }
        guard let seconds = Int(text), seconds >= 0, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw OAuthError(.invalidRequest, "\(ParameterName.maxAge) must be a non-negative integer.")
        }
        return seconds
    }
}

/// The client and destination of a response: these must be verified before anything, even an error, is sent by redirect
/// (RFC 6749 §4.1.2.1).
package struct RedirectTarget: Sendable, Hashable {
    package var clientID: String
    /// The URI as sent; clients with a single registered URI may omit it outside OpenID Connect.
    package var redirectURI: RedirectURI?
    /// The state, or `nil` if it is absent, repeated or too long; the error response then has none.
    package var state: String?
    package var responseMode: ResponseMode

    /// Reads these parameters only; those in a request object take precedence, although the object itself is rejected.
    ///
    /// - Throws: `invalid_request`, to be shown on a page, if client or redirect URI are missing, repeated or
    ///   malformed.
    package init(parameters: Parameters) throws(OAuthError) {
        clientID = try parameters.required(.clientID, limit: 256)
        redirectURI = try parameters.redirectURI(.redirectURI)
        // OpenID Connect Core §3.1.2.1 requires it; RFC 6749 §3.1.2.3 does not.
        if redirectURI == nil, parameters.all(.scope).contains(where: { Scope.list($0).contains(.openid) }) {
            _ = try parameters.required(.redirectURI)
        }
        let rejected = RejectedRequestObject(parameters: parameters)
        var parameters = parameters
        if let state = rejected.state { parameters.set(.state, state) }
        if let mode = rejected.responseMode { parameters.set(.responseMode, mode) }
        state = try? parameters.line(.state, limit: AuthorizationRequest.stateLimit)
        let mode = (try? parameters.optional(.responseMode)).map(ResponseMode.init)
        responseMode = mode.flatMap { ResponseMode.known.contains($0) ? $0 : nil } ?? .query
    }
}

extension ResponseMode {
    /// The modes that the server supports.
    package static let known: [ResponseMode] = [.query, .fragment, .formPost]
}

/// The members of a rejected request object that the error response needs (OpenID Connect Core §6.1).
///
/// The object has not been verified. These members only let the client match the error to its request; the response
/// goes to the redirect URI outside the object.
struct RejectedRequestObject: Sendable {
    let state: String?
    let responseMode: String?

    /// Reads the members from the payload of a JWT; both are `nil` if it is unreadable.
    init(parameters: Parameters) {
        let claims = UnverifiedJWT(parameters[.request] ?? "")?.claims
        state = claims?[ParameterName.state.rawValue]?.string
        responseMode = claims?[ParameterName.responseMode.rawValue]?.string
    }
}
