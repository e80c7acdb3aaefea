import GatehouseWire
import HTTPTypes
import Testing

@Suite struct UserInfoRequestTests {
    @Test func readsTokenFromHeader() throws {
        #expect(try UserInfoRequest().token(authorization: "Bearer abc") == Secret("abc"))
    }

    @Test func readsTokenFromForm() throws {
        let request = try UserInfoRequest(parameters: Parameters(formEncoded: "access_token=abc&other=1"))
        #expect(try request.token(authorization: nil) == Secret("abc"))
        #expect(request.parameters.formEncoded == "access_token=abc")
    }

    @Test func distinguishesTypesOfTokens() throws {
        #expect(
            try UserInfoRequest().receivedToken(authorization: "DPoP abc") == ReceivedToken(Secret("abc"), .dpop)
        )
        #expect(
            try UserInfoRequest(accessToken: Secret("abc")).receivedToken(authorization: nil)
                == ReceivedToken(Secret("abc"), .bearer)
        )
        let error = #expect(throws: OAuthError.self) { try UserInfoRequest().token(authorization: "DPoP abc") }
        #expect(error?.code == .invalidToken)
    }

    @Test func rejectsTokenSentTwice() throws {
        let request = UserInfoRequest(accessToken: Secret("abc"))
        let error = #expect(throws: OAuthError.self) { try request.token(authorization: "Bearer abc") }
        #expect(error?.code == .invalidRequest)
        let repeated = OAuthError(.invalidRequest, "The parameter access_token must not be included more than once.")
        #expect(throws: repeated) {
            try UserInfoRequest(parameters: Parameters(formEncoded: "access_token=a&access_token=a"))
        }
    }

    @Test(arguments: [nil, "Basic YTpi", "Bearer", "Bearer a b"]) func rejectsMissingToken(_ field: String?) {
        let error = #expect(throws: OAuthError.self) { try UserInfoRequest().token(authorization: field) }
        #expect(error?.code == .invalidToken)
        #expect(error?.status == .unauthorized)
    }
}
