import GatehouseWire
import HTTPTypes
import Testing

@Suite struct AmazonAccessTokenRequestTests {
    private static let missing = OAuthError(
        .invalidRequest,
        "The request is missing a required parameter : access_token"
    )

    @Test(
        arguments: [
            ("access_token=Atza%7Ca.b-c", [:]),
            ("", [.authorization: "bearer Atza|a.b-c"]),
            ("", [.authorization: "Bearer Atza|a.b-c"]),
            ("", [.amazonAccessToken: "Atza|a.b-c"]),
            ("access_token=Atza%7Ca.b-c", AmazonAccessTokenRequest.fields(accessToken: Secret("Atza|a.b-c"))),
        ] as [(String, HTTPFields)]
    )
    func readsTokenFromQueryOrHeader(_ query: String, _ fields: HTTPFields) throws {
        let request = try AmazonAccessTokenRequest(parameters: Parameters(formEncoded: query))
        #expect(try request.token(fields: fields) == Secret("Atza|a.b-c"))
    }

    @Test(
        arguments: [
            ("", [:], missing),
            ("access_token=", [:], missing),
            ("access_token=a&access_token=b", [:], OAuthError(.invalidRequest, "Malformed request")),
            ("access_token=a", [.amazonAccessToken: "b"], OAuthError(.invalidRequest, "Malformed request")),
            (
                "", [.authorization: "Bearer a", .amazonAccessToken: "b"],
                OAuthError(.invalidRequest, "Malformed request")
            ),
            (
                "", [.authorization: "Basic YTpi"],
                OAuthError(.invalidToken, "The request has an invalid parameter : access_token", status: .badRequest)
            ),
        ] as [(String, HTTPFields, OAuthError)]
    )
    func rejectsMissingAndAmbiguousTokens(query: String, fields: HTTPFields, error: OAuthError) {
        #expect(throws: error) {
            try AmazonAccessTokenRequest(parameters: Parameters(formEncoded: query)).token(fields: fields)
        }
    }

    @Test func writesTokenIntoQuery() throws {
        let request = AmazonAccessTokenRequest(accessToken: Secret("Atza|a"))
        #expect(request.parameters.formEncoded == "access_token=Atza%7Ca")
    }
}
