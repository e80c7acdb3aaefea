import GatehouseWire
import Testing

@Suite struct ClaimsRequestTests {
    @Test func readsStandardFormat() throws {
        let request = try ClaimsRequest(
            parsing: """
                {"userinfo":{"given_name":{"essential":true},"nickname":null,"https://example.com/x":null},
                 "id_token":{"auth_time":{"essential":true,"extra":1},"acr":{"values":["a","b"]},"sub":{"value":"s"}},
                 "other":{}}
                """
        )
        #expect(
            request.userInfo == [
                .givenName: .init(essential: true), .nickname: .init(),
                ClaimName(rawValue: "https://example.com/x"): .init(),
            ]
        )
        #expect(
            request.idToken == [
                .authenticatedAt: .init(essential: true), .acr: .init(values: ["a", "b"]), .subject: .init(value: "s"),
            ]
        )
    }

    @Test func writesNullForVoluntaryClaim() {
        let request = ClaimsRequest(userInfo: [.email: .init(), .name: .init(essential: true)])
        #expect(request.encoded == #"{"userinfo":{"email":null,"name":{"essential":true}}}"#)
    }

    @Test(arguments: [
        "", "x", "[]", #"{"userinfo":[]}"#, #"{"userinfo":{"a":1}}"#, #"{"id_token":{"a":{"essential":"y"}}}"#,
    ])
    func rejectsOtherFormats(_ text: String) {
        let error = #expect(throws: OAuthError.self) { try ClaimsRequest(parsing: text) }
        #expect(error?.code == .invalidRequest)
        #expect(error?.description.hasPrefix("The parameter claims is malformed") == true)
    }
}
