import GatehouseServer
import GatehouseWire
import HTTPTypes

/// Login with Amazon, where and as its clients expect it; some of them write `/auth/O2/`.
struct AmazonRoutes: Sendable {
    let server: IdentityServer
    let pages: PageDesk

    var routes: [Route] {
        [
            Route(AmazonAuthorizationEndpoint.self, for: .person, ignoresCase: true) { call throws(OAuthError) in
                try await authorize(call)
            },
            Route(AmazonTokenEndpoint.self, for: .browserProgram, ignoresCase: true) { call throws(OAuthError) in
                HTTPAnswer(
                    try await server.amazon.token.token(
                        try call.formOrJSON(),
                        authorization: call.request.headerFields[.authorization],
                        context: call.context
                    )
                )
            },
            Route(AmazonCodePairEndpoint.self, for: .browserProgram, ignoresCase: true) { call throws(OAuthError) in
                HTTPAnswer(
                    try await server.amazon.codePair.codePair(
                        try call.formOrJSON(),
                        authorization: call.request.headerFields[.authorization],
                        context: call.context
                    )
                )
            },
            Route(AmazonTokenInfoEndpoint.self, for: .browserProgram, ignoresCase: true) { call throws(OAuthError) in
                HTTPAnswer(
                    try await server.amazon.tokenInfo.tokenInfo(
                        try call.amazonQuery(),
                        fields: call.request.headerFields
                    )
                )
            },
            Route(AmazonProfileEndpoint.self, for: .browserProgram, ignoresCase: true) { call throws(OAuthError) in
                HTTPAnswer(try await profile(call))
            },
            Route(AmazonLegacyProfileEndpoint.self, for: .browserProgram, ignoresCase: true) {
                call throws(OAuthError) in
                HTTPAnswer(
                    AmazonLegacyProfileResponse(requestID: call.context.requestID, profile: try await profile(call))
                )
            },
            Route(AmazonRevocationEndpoint.self, for: .browserProgram, ignoresCase: true) { call throws(OAuthError) in
                HTTPAnswer(
                    try await server.amazon.revocation.revoke(
                        try call.formOrJSON(),
                        authorization: call.request.headerFields[.authorization],
                        context: call.context
                    )
                )
            },
        ]
    }

    private func authorize(_ call: HTTPCall) async throws(OAuthError) -> HTTPAnswer {
        let parameters = try call.query().withoutRepetitions
        let visitor = try await pages.visitor(call)
        return try await pages.answer(call, visitor) { () throws(AuthorizationError) in
            try await server.amazon.authorization.authorize(
                parameters,
                browser: visitor.browser,
                context: call.context,
                acceptLanguage: visitor.acceptLanguage
            )
        }
    }

    private func profile(_ call: HTTPCall) async throws(OAuthError) -> AmazonProfileResponse {
        try await server.amazon.profile.profile(try call.amazonQuery(), fields: call.request.headerFields)
    }
}
