import Foundation
import GatehouseServer
import GatehouseWire
import HTTPTypes

/// The endpoints of Login with Amazon; paths ignore case because some clients use `/auth/O2/`.
struct AmazonRoutes: Sendable {
    let server: IdentityServer
    let pages: PageResponder

    var routes: [Route] {
        [
            Route(AmazonAuthorizationEndpoint.self, for: .page, ignoresCase: true) { call throws(OAuthError) in
                try await authorize(call)
            },
            Route(AmazonTokenEndpoint.self, for: .browserAPI, ignoresCase: true, clientForm: .amazon) {
                call throws(OAuthError) in
                ServerResponse(
                    try await server.amazon.token.token(
                        try call.formOrJSON(),
                        authorization: call.request.headerFields[.authorization],
                        context: call.context
                    )
                )
            },
            Route(AmazonCodePairEndpoint.self, for: .browserAPI, ignoresCase: true, clientForm: .amazon) {
                call throws(OAuthError) in
                ServerResponse(
                    try await server.amazon.codePair.codePair(
                        try call.formOrJSON(),
                        authorization: call.request.headerFields[.authorization],
                        context: call.context
                    )
                )
            },
            Route(AmazonTokenInfoEndpoint.self, for: .browserAPI, ignoresCase: true) { call throws(OAuthError) in
                ServerResponse(
                    try await server.amazon.tokenInfo.tokenInfo(
                        try call.amazonQuery(),
                        fields: call.request.headerFields
                    )
                )
            },
            Route(AmazonProfileEndpoint.self, for: .browserAPI, ignoresCase: true) { call throws(OAuthError) in
                ServerResponse(try await profile(call))
            },
            Route(AmazonLegacyProfileEndpoint.self, for: .browserAPI, ignoresCase: true) {
                call throws(OAuthError) in
                ServerResponse(
                    AmazonLegacyProfileResponse(requestID: call.context.requestID, profile: try await profile(call))
                )
            },
            Route(AmazonRevocationEndpoint.self, for: .browserAPI, ignoresCase: true, clientForm: .amazon) {
                call throws(OAuthError) in
                ServerResponse(
                    try await server.amazon.revocation.revoke(
                        try call.formOrJSON(),
                        authorization: call.request.headerFields[.authorization],
                        context: call.context
                    )
                )
            },
        ].speaking(.amazon)
    }

    private func authorize(_ call: ServerRequest) async throws(OAuthError) -> ServerResponse {
        let parameters = try call.query().withoutRepetitions
        let browserRequest = try await pages.browserRequest(call)
        return try await pages.respond(to: browserRequest) { () throws(AuthorizationError) in
            try await server.amazon.authorization.authorize(
                parameters,
                browser: browserRequest.browser,
                context: call.context,
                acceptLanguage: browserRequest.acceptLanguage
            )
        }
    }

    private func profile(_ call: ServerRequest) async throws(OAuthError) -> AmazonProfileResponse {
        try await server.amazon.profile.profile(try call.amazonQuery(), fields: call.request.headerFields)
    }
}

extension ClientForm {
    /// A form or a JSON object.
    static let amazon = ClientForm(rule: .amazon) { call throws(OAuthError) in try call.formOrJSON() }
}

extension ServerRequest {
    /// Returns the parameters of a body that is a form or a JSON object; Login with Amazon's clients send both.
    ///
    /// - Throws: `invalid_request` if the body has another media type or is malformed.
    func formOrJSON() throws(OAuthError) -> Parameters {
        do {
            return isJSON ? try Parameters(json: body) : try form().withoutRepetitions
        } catch {
            throw AmazonError.malformed
        }
    }

    /// Returns the parameters of the query; identical repetitions count once.
    ///
    /// - Throws: `invalid_request` if the query is malformed.
    func amazonQuery() throws(OAuthError) -> Parameters {
        do { return try query().withoutRepetitions } catch { throw AmazonError.malformed }
    }

    private var isJSON: Bool { mediaType == "application/json" }
}
