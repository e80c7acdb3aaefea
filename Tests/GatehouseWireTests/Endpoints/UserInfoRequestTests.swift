import GatehouseWire
import HTTPTypes
import Testing

@Suite struct UserInfoRequestTests {
    @Test func readsTokenFromHeader() throws {
        let token = try UserInfoRequest().receivedToken(authorization: "Bearer abc")
        #expect(token == ReceivedToken(Secret("abc"), .bearer))
    }

    @Test func readsTokenFromForm() throws {
        let request = try UserInfoRequest(parameters: Parameters(formEncoded: "access_token=abc&other=1"))
        #expect(try request.receivedToken(authorization: nil) == ReceivedToken(Secret("abc"), .bearer))
        #expect(request.parameters.formEncoded == "access_token=abc")
    }

    @Test func distinguishesTypesOfTokens() throws {
        #expect(
            try UserInfoRequest().receivedToken(authorization: "DPoP abc") == ReceivedToken(Secret("abc"), .dpop)
        )
    }

    @Test func rejectsTokenSentTwice() throws {
        let request = UserInfoRequest(accessToken: Secret("abc"))
        let error = #expect(throws: OAuthError.self) { try request.receivedToken(authorization: "Bearer abc") }
        #expect(error?.code == .invalidRequest)
        let repeated = OAuthError(.invalidRequest, "The parameter access_token must not be included more than once.")
        #expect(throws: repeated) {
            try UserInfoRequest(parameters: Parameters(formEncoded: "access_token=a&access_token=a"))
        }
    }

    @Test(arguments: [nil, "Basic YTpi", "Bearer", "Bearer a b"]) func rejectsMissingToken(_ field: String?) {
        let error = #expect(throws: OAuthError.self) { try UserInfoRequest().receivedToken(authorization: field) }
        #expect(error?.code == .invalidToken)
        #expect(error?.status == .unauthorized)
    }
}
