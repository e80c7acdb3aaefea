import GatehouseWire
import Testing

@Suite struct AuthorizationRecipientTests {
    private static func read(_ query: String) throws -> AuthorizationRecipient {
        try AuthorizationRecipient(parameters: Parameters(formEncoded: query))
    }

    @Test func readsWhoAsksEvenWhereTheRestIsWrong() throws {
        let query = "client_id=app&redirect_uri=com.example.app:/cb&state=s&response_mode=fragment&max_age=x&scope=%22"
        let recipient = try Self.read(query)
        #expect(recipient.clientID == "app")
        #expect(recipient.redirectURI?.rawValue == "com.example.app:/cb")
        #expect(recipient.state == "s")
        #expect(recipient.responseMode == .fragment)
    }

    @Test(arguments: ["state=a&state=b", "state=" + String(repeating: "a", count: 4097), "response_mode=x"])
    func goesOnWithoutWhatItCannotUse(_ more: String) throws {
        let recipient = try Self.read("client_id=app&" + more)
        #expect(recipient.state == nil)
        #expect(recipient.responseMode == .query)
        #expect(recipient.redirectURI == nil)
    }

    @Test(arguments: [
        "", "client_id=", "client_id=a&client_id=b", "client_id=a&redirect_uri=/cb",
        "client_id=a&redirect_uri=com.example.app:/a&redirect_uri=com.example.app:/b",
        "client_id=" + String(repeating: "a", count: 257), "client_id=a&scope=openid", "client_id=a&scope=email+openid",
        "client_id=a&scope=email&scope=openid",
    ])
    func refusesWhatMustNotBeRedirected(_ query: String) {
        let error = #expect(throws: OAuthError.self) { try Self.read(query) }
        #expect(error?.code == .invalidRequest)
    }
}
