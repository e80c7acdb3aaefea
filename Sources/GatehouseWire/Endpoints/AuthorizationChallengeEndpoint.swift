import Foundation
package import HTTPTypes

/// The authorization challenge endpoint (OAuth 2.0 for First-Party Applications, draft 04, §5).
///
/// An app collects the proofs of a sign-in on its own screens and submits one with each request, until the server
/// returns an authorization code. The members beyond the draft are Gatehouse's profile: docs/first-party-apps.md.
package enum AuthorizationChallengeEndpoint: Endpoint {
    package typealias Request = AuthorizationChallengeRequest
    package typealias Response = AuthorizationChallengeResponse

    package static let method = HTTPRequest.Method.post
    package static let path = "/oauth2/authorize-challenge"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .unsupportedResponseType, .invalidScope, .invalidTarget,
        .accessDenied, .insufficientAuthorization, .invalidSession, .redirectToWeb, .unmetAuthenticationRequirements,
        .invalidDPoPProof, .useDPoPNonce, .serverError, .temporarilyUnavailable,
    ]
}

/// OAuth 2.0 for First-Party Applications, draft 04, §5.2.
extension OAuthErrorCode {
    /// The server requires more before it issues a code.
    public static let insufficientAuthorization = Self(rawValue: "insufficient_authorization")
    /// The `auth_session` is invalid, expired or was used already.
    public static let invalidSession = Self(rawValue: "invalid_session")
    /// The app cannot continue; the user must sign in with a browser.
    public static let redirectToWeb = Self(rawValue: "redirect_to_web")
}

/// A request to the authorization challenge endpoint (draft 04, §5.1).
package struct AuthorizationChallengeRequest: WireRequest, Hashable {
    /// The start of a flow; in a request without a session, or to start again within one.
    package struct Start: Sendable, Hashable {
        package var flow: AuthorizationChallengeFlow
        /// The identifier of the account; `nil` for a passkey that the user chooses.
        package var username: String?

        package init(_ flow: AuthorizationChallengeFlow = .signIn, username: String? = nil) {
            self.flow = flow
            self.username = username
        }
    }

    /// The client as named in the form; an `Authorization` header is read separately.
    package var client: ClientCredentials
    /// The session of the previous response.
    package var session: Secret?
    /// The authorization request; its values are those of the session, if there is one.
    package var authorization: ChallengeAuthorization
    package var start: Start?
    /// The input of the user; `nil` for none.
    package var submission: ChallengeSubmission?

    package init(
        client: ClientCredentials,
        session: Secret? = nil,
        authorization: ChallengeAuthorization = ChallengeAuthorization(),
        start: Start? = nil,
        submission: ChallengeSubmission? = nil
    ) {
        self.client = client
        self.session = session
        self.authorization = authorization
        self.start = start
        self.submission = submission
    }

    package init(parameters: Parameters) throws(OAuthError) {
        client = try ClientCredentials(parameters: parameters)
        session = try parameters.optional(.authSession, limit: 512).map { Secret($0) }
        authorization = try ChallengeAuthorization(parameters: parameters)
        let flow = try parameters.optional(.flow, limit: 32).map(AuthorizationChallengeFlow.init)
        if let flow, !AuthorizationChallengeFlow.known.contains(flow) {
            let supported = AuthorizationChallengeFlow.known.map(\.rawValue).joined(separator: ", ")
            throw OAuthError(.invalidRequest, "Unsupported \(ParameterName.flow). Supported: \(supported).")
        }
        let hint = try parameters.line(.loginHint, limit: 320)
        let username = try parameters.line(.username, limit: 320) ?? hint
        let starts = session == nil || flow != nil || username != nil
        start = starts ? Start(flow ?? .signIn, username: username) : nil
        submission = try ChallengeSubmission(parameters: parameters)
    }

    package var parameters: Parameters {
        var parameters = Parameters()
        client.append(to: &parameters)
        parameters.append(.authSession, session?.reveal())
        authorization.append(to: &parameters)
        if let start {
            parameters.append(.flow, start.flow == .signIn ? nil : start.flow.rawValue)
            parameters.append(.username, start.username)
        }
        submission?.append(to: &parameters)
        return parameters
    }
}

/// The kind of a flow at the authorization challenge endpoint.
package struct AuthorizationChallengeFlow: ExtensibleValue {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package static let signIn = Self(rawValue: "sign_in")
    package static let signUp = Self(rawValue: "sign_up")
    /// A new password for an account, followed by a sign-in.
    package static let reset = Self(rawValue: "reset_password")

    package static let known: [AuthorizationChallengeFlow] = [.signIn, .signUp, .reset]
}

/// The parameters of an authorization request (RFC 6749 §4.1.1) at the challenge endpoint, which has no redirect URI.
package struct ChallengeAuthorization: Sendable, Hashable {
    package var responseType: ResponseType
    package var scope: ScopeSet
    package var nonce: String?
    package var codeChallenge: CodeChallenge?
    package var maxAge: Int?
    package var acrValues: [ACR]
    package var claims: ClaimsRequest?
    package var uiLocales: [String]
    package var resources: [String]

    package init(
        scope: ScopeSet = [],
        nonce: String? = nil,
        codeChallenge: CodeChallenge? = nil,
        maxAge: Int? = nil,
        acrValues: [ACR] = [],
        claims: ClaimsRequest? = nil
    ) {
        responseType = .code
        self.scope = scope
        self.nonce = nonce
        self.codeChallenge = codeChallenge
        self.maxAge = maxAge
        self.acrValues = acrValues
        self.claims = claims
        uiLocales = []
        resources = []
    }

    /// Reads the parameters of a request as the authorization endpoint does.
    init(parameters: Parameters) throws(OAuthError) {
        // Later requests of a session need not repeat the type, and examples of the draft omit it.
        responseType = ResponseType(rawValue: try parameters.optional(.responseType) ?? ResponseType.code.rawValue)
        guard responseType == .code else {
            throw OAuthError(
                .unsupportedResponseType,
                "Unsupported \(ParameterName.responseType). Supported: \(ResponseType.code)."
            )
        }
        scope = try parameters.scopeSet()
        nonce = try parameters.line(.nonce, limit: 512)
        codeChallenge = try AuthorizationRequest.codeChallenge(parameters)
        maxAge = try AuthorizationRequest.maxAge(parameters)
        acrValues = ACR.list(try parameters.optional(.acrValues, limit: 1024))
        if let text = try parameters.optional(.claims, limit: 4096) {
            claims = try ClaimsRequest(parsing: text)
        } else {
            claims = nil
        }
        uiLocales = try parameters.words(.uiLocales)
        resources = try parameters.resources()
    }

    /// Returns the request in the form of the authorization endpoint.
    package func request(of clientID: String) -> AuthorizationRequest {
        AuthorizationRequest(
            clientID: clientID,
            redirectURI: nil,
            scope: scope,
            nonce: nonce,
            codeChallenge: codeChallenge,
            maxAge: maxAge,
            claims: claims,
            uiLocales: uiLocales,
            acrValues: acrValues,
            resources: resources
        )
    }

    func append(to parameters: inout Parameters) {
        parameters.append(
            contentsOf: Parameters([
                .responseType: responseType.rawValue,
                .scope: scope.isEmpty ? nil : scope.description,
                .nonce: nonce,
                .codeChallenge: codeChallenge?.rawValue,
                .codeChallengeMethod: codeChallenge?.method.rawValue,
                .maxAge: maxAge.map(String.init),
                .acrValues: acrValues.spaceSeparated,
                .claims: claims?.encoded,
                .uiLocales: uiLocales.isEmpty ? nil : uiLocales.joined(separator: " "),
            ])
        )
        for resource in resources { parameters.append(.resource, resource) }
    }
}

/// The input of a user to the step of a session.
package enum ChallengeSubmission: Sendable, Hashable {
    case password(Secret)
    /// A code: sent in a message, of an authenticator app, or a recovery code.
    case code(Secret)
    /// The response of a passkey to the options of the step, with the name of one that is enrolled.
    case passkey(JSONValue, name: String?)
    /// The identifier of another factor to prove or to enrol; an email address or phone number is enrolled as a factor
    /// by naming it.
    case method(String, target: String? = nil)
    /// A request to send the code again.
    case resend
    case newPassword(Secret)
    case attributes([String: JSONValue])
    /// The user has kept the recovery codes.
    case recoveryCodesSaved

    /// Reads the submission; `nil` if there is none.
    init?(parameters: Parameters) throws(OAuthError) {
        let given = Self.names.filter { parameters[$0] != nil }
        guard let name = given.first else { return nil }
        guard given.count == 1 else {
            let names = given.map(\.rawValue).joined(separator: ", ")
            throw OAuthError(.invalidRequest, "Only one of these parameters may be sent: \(names).")
        }
        switch name {
        case .password: self = .password(Secret(try parameters.required(.password)))
        case .otp: self = .code(Secret(try parameters.required(.otp, limit: 64)))
        case .passkey:
            self = .passkey(
                try Self.json(parameters, .passkey, limit: Self.passkeyLimit),
                name: try parameters.line(.passkeyName, limit: 256)
            )
        case .methodID:
            self = .method(
                try parameters.required(.methodID, limit: 64),
                target: try parameters.line(.target, limit: 320)
            )
        case .resend: self = .resend
        case .newPassword: self = .newPassword(Secret(try parameters.required(.newPassword)))
        case .attributes:
            guard case .object(let members) = try Self.json(parameters, .attributes, limit: 16384) else {
                throw OAuthError(.invalidRequest, "\(ParameterName.attributes) must be a JSON object.")
            }
            self = .attributes(members)
        default: self = .recoveryCodesSaved
        }
    }

    /// The parameters, of which a request has at most one.
    private static let names: [ParameterName] = [
        .password, .otp, .passkey, .methodID, .resend, .newPassword, .attributes, .recoveryCodesSaved,
    ]
    private static let isSet = "true"
    /// An attestation object of the maximum size in base64url, with the client data.
    private static let passkeyLimit = 32_768

    private static func json(
        _ parameters: Parameters,
        _ name: ParameterName,
        limit: Int
    ) throws(OAuthError) -> JSONValue {
        let text = try parameters.required(name, limit: limit)
        do { return try JSONCoding.decode(JSONValue.self, from: Data(text.utf8)) } catch {
            throw OAuthError(.invalidRequest, "The parameter \(name) must be JSON.")
        }
    }

    /// The parameter of the input.
    package var parameter: ParameterName {
        switch self {
        case .password: .password
        case .code: .otp
        case .passkey: .passkey
        case .method: .methodID
        case .resend: .resend
        case .newPassword: .newPassword
        case .attributes: .attributes
        case .recoveryCodesSaved: .recoveryCodesSaved
        }
    }

    func append(to parameters: inout Parameters) {
        switch self {
        case .password(let password): parameters.append(.password, password.reveal())
        case .code(let code): parameters.append(.otp, code.reveal())
        case .passkey(let response, let name):
            parameters.append(.passkey, Self.text(response))
            parameters.append(.passkeyName, name)
        case .method(let id, let target):
            parameters.append(.methodID, id)
            parameters.append(.target, target)
        case .resend: parameters.append(.resend, Self.isSet)
        case .newPassword(let password): parameters.append(.newPassword, password.reveal())
        case .attributes(let values): parameters.append(.attributes, Self.text(.object(values)))
        case .recoveryCodesSaved: parameters.append(.recoveryCodesSaved, Self.isSet)
        }
    }

    private static func text(_ value: JSONValue) -> String {
        String(decoding: JSONCoding.encode(value), as: UTF8.self)
    }
}

/// A successful response (draft 04, §5.2.1).
package struct AuthorizationChallengeResponse: JSONResponse, Hashable {
    /// The code, to redeem at the token endpoint without a redirect URI.
    package var authorizationCode: Secret

    package init(authorizationCode: Secret) {
        self.authorizationCode = authorizationCode
    }

    private enum CodingKeys: String, CodingKey {
        case authorizationCode = "authorization_code"
    }
}

/// The parameters of the authorization challenge endpoint.
extension ParameterName {
    package static let authSession = Self(rawValue: "auth_session")
    package static let flow = Self(rawValue: "flow")
    package static let otp = Self(rawValue: "otp")
    package static let passkey = Self(rawValue: "passkey")
    package static let passkeyName = Self(rawValue: "passkey_name")
    package static let methodID = Self(rawValue: "method_id")
    package static let target = Self(rawValue: "target")
    package static let resend = Self(rawValue: "resend")
    package static let recoveryCodesSaved = Self(rawValue: "recovery_codes_saved")
}
