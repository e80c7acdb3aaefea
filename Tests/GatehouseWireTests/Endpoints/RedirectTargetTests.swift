import GatehouseWire
import Testing

@Suite struct RedirectTargetTests {
    private static func read(_ query: String) throws -> RedirectTarget {
        try RedirectTarget(parameters: Parameters(formEncoded: query))
    }

    @Test func readsTargetOfInvalidRequest() throws {
        let query = "client_id=app&redirect_uri=com.example.app:/cb&state=s&response_mode=fragment&max_age=x&scope=%22"
        let target = try Self.read(query)
        #expect(target.clientID == "app")
        #expect(target.redirectURI?.rawValue == "com.example.app:/cb")
        #expect(target.state == "s")
        #expect(target.responseMode == .fragment)
    }

    @Test(arguments: ["state=a&state=b", "state=" + String(repeating: "a", count: 4097), "response_mode=x"])
    func ignoresInvalidStateAndMode(_ more: String) throws {
        let target = try Self.read("client_id=app&" + more)
        #expect(target.state == nil)
        #expect(target.responseMode == .query)
        #expect(target.redirectURI == nil)
    }

    @Test(arguments: [
        "", "client_id=", "client_id=a&client_id=b", "client_id=a&redirect_uri=/cb",
        "client_id=a&redirect_uri=com.example.app:/a&redirect_uri=com.example.app:/b",
        "client_id=" + String(repeating: "a", count: 257), "client_id=a&scope=openid", "client_id=a&scope=email+openid",
        "client_id=a&scope=email&scope=openid",
    ])
    func rejectsRequestsThatMustNotBeRedirected(_ query: String) {
        let error = #expect(throws: OAuthError.self) { try Self.read(query) }
        #expect(error?.code == .invalidRequest)
    }
}
