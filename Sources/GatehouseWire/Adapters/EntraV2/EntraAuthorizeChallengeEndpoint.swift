package import Foundation
package import HTTPTypes

/// The endpoint that begins and ends the interactions of version 2 of Entra's native authentication, below the tenant.
///
/// The steps between are at the URLs that responses contain: ``EntraInteractionEndpoint``.
package enum EntraAuthorizeChallengeEndpoint: Endpoint {
    package typealias Request = EntraAuthorizeChallengeRequest
    package typealias Response = EntraAuthorizeChallengeResponse

    package static let method = HTTPRequest.Method.post
    package static let path = "/oauth2/v2.0/authorize-challenge"
    package static let errors: Set<OAuthErrorCode> = [
        .invalidRequest, .invalidClient, .unauthorizedClient, .unsupportedResponseType, .invalidScope, .invalidGrant,
        .serverError, .temporarilyUnavailable,
    ]
}

/// A request that begins the interactions, or ends them.
package enum EntraAuthorizeChallengeRequest: WireRequest, Hashable {
    /// Begins the interactions.
    case start(Start)
    /// Requests the authorization code with the last continuation token; other parameters are ignored.
    case resume(continuationToken: Secret)

    /// The parameters of the authorization request; old clients send the client ID only.
    package struct Start: Sendable, Hashable {
        package var clientID: String
        /// The requested scopes; empty for all registered scopes of the client.
        package var scope: ScopeSet
        package var claims: ClaimsRequest?

        package init(clientID: String, scope: ScopeSet = [], claims: ClaimsRequest? = nil) {
            self.clientID = clientID
            self.scope = scope
            self.claims = claims
        }
    }

    package init(parameters: Parameters) throws(OAuthError) {
        if let token = try parameters.entraOptional(.continuationToken, limit: EntraInteractionRequest.tokenLimit) {
            self = .resume(continuationToken: Secret(token))
            return
        }
        let clientID = try parameters.entraLine(.clientID)
        let responseType = try parameters.entraOptional(.responseType).map(ResponseType.init) ?? .code
        guard responseType == .code else {
            throw OAuthError(
                .unsupportedResponseType,
                "Unsupported \(ParameterName.responseType). Supported: \(ResponseType.code)."
            )
        }
        let scope = try parameters.scopeSet()
        let claims: ClaimsRequest?
        do {
            claims = try parameters.optional(.claims, limit: 4096).map { text throws(OAuthError) in
                try ClaimsRequest(parsing: text)
            }
        } catch {
            throw Parameters.entraInvalid(.claims)
        }
        self = .start(Start(clientID: clientID, scope: scope, claims: claims))
    }

    package var parameters: Parameters {
        switch self {
        case .start(let start):
            Parameters([
                .clientID: start.clientID,
                .responseType: ResponseType.code.rawValue,
                .scope: start.scope.isEmpty ? nil : start.scope.description,
                .claims: start.claims?.encoded,
            ])
        case .resume(let token): Parameters([.continuationToken: token.reveal()])
        }
    }
}

/// A response to the begin or the end of the interactions.
package enum EntraAuthorizeChallengeResponse: WireResponse, Hashable {
    /// The user must prove their identity: the links of the flows to choose from.
    case insufficientAuthorization(Start)
    /// The authorization code, to redeem without a redirect URI.
    case code(Secret)

    /// The first response, which has the form of an OAuth error.
    package struct Start: Sendable, Hashable {
        package var continuationToken: Secret
        package var signIn: String
        package var signUp: String
        package var resetPassword: String
        package var traceID: String?
        package var correlationID: String?

        package init(
            continuationToken: Secret,
            signIn: String,
            signUp: String,
            resetPassword: String,
            traceID: String? = nil,
            correlationID: String? = nil
        ) {
            self.continuationToken = continuationToken
            self.signIn = signIn
            self.signUp = signUp
            self.resetPassword = resetPassword
            self.traceID = traceID
            self.correlationID = correlationID
        }
    }

    private struct Members: Codable {
        var error: OAuthErrorCode?
        var description: String?
        var numbers: [Int]?
        var continuationToken: Secret?
        var signIn: String?
        var signUp: String?
        var resetPassword: String?
        var traceID: String?
        var correlationID: String?
        var code: Secret?

        enum CodingKeys: String, CodingKey {
            case error
            case description = "error_description"
            case numbers = "error_codes"
            case continuationToken = "continuation_token"
            case signIn = "sign_in"
            case signUp = "sign_up"
            case resetPassword = "reset_password"
            case traceID = "trace_id"
            case correlationID = "correlation_id"
            case code
        }
    }

    package var status: HTTPResponse.Status {
        switch self {
        case .insufficientAuthorization: .unauthorized
        case .code: .ok
        }
    }

    package var fields: HTTPFields { .uncachedJSON }

    package func body() -> Data {
        var members = Members()
        switch self {
        case .code(let code): members.code = code
        case .insufficientAuthorization(let start):
            let number = EntraErrorNumber.insufficientAuthorization
            members.error = .entraInsufficientAuthorization
            members.description = "AADSTS\(number): The user must prove their identity."
            members.numbers = [number]
            members.continuationToken = start.continuationToken
            members.signIn = start.signIn
            members.signUp = start.signUp
            members.resetPassword = start.resetPassword
            members.traceID = start.traceID
            members.correlationID = start.correlationID
        }
        return JSONCoding.encode(members)
    }

    package init(body: Data, fields: HTTPFields) throws(WireError) {
        let members = try JSONCoding.decode(Members.self, from: body)
        if let code = members.code {
            self = .code(code)
            return
        }
        guard let token = members.continuationToken, let signIn = members.signIn, let signUp = members.signUp,
            let resetPassword = members.resetPassword
        else { throw WireError("The response has neither a code nor links.") }
        self = .insufficientAuthorization(
            Start(
                continuationToken: token,
                signIn: signIn,
                signUp: signUp,
                resetPassword: resetPassword,
                traceID: members.traceID,
                correlationID: members.correlationID
            )
        )
    }
}

extension OAuthErrorCode {
    /// The user must prove their identity first; Entra's spelling.
    package static let entraInsufficientAuthorization = Self(rawValue: "InsufficientAuthorization")
}
