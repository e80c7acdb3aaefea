import GatehouseWire
import Testing

@testable import GatehouseServer

@Suite struct RedirectPolicyTests {
    private func resolved(_ requested: String?, _ registered: [String]) throws -> String {
        let uri = try requested.map { try #require(RedirectURI(rawValue: $0)) }
        return try RedirectPolicy(registered: registered).resolve(uri).rawValue
    }

    private func errorCode(_ requested: String?, _ registered: [String]) throws -> OAuthErrorCode? {
        do {
            _ = try resolved(requested, registered)
            return nil
        } catch let error as OAuthError {
            return error.code
        }
    }

    @Test(arguments: [
        "https://app.example.com/callback", "https://app.example.com/callback?from=login", "com.example.app:/callback",
        "http://127.0.0.1/done",
    ])
    func acceptsExactlyRegisteredURI(uri: String) throws {
        #expect(try resolved(uri, ["https://other.example.com/", uri]) == uri)
    }

    @Test(arguments: [
        "https://app.example.com/callback/", "https://app.example.com/Callback", "https://app.example.com/callback?a=b",
        "https://app.example.com:443/callback", "http://app.example.com/callback",
        "https://app.example.com.example.net/callback", "https://app.example.com/callback/../callback",
        "https://APP.example.com/callback",
    ])
    func rejectsSimilarURI(uri: String) throws {
        #expect(try errorCode(uri, ["https://app.example.com/callback"]) == .invalidRedirectURI)
    }

    @Test func allowsAnyPortOnLoopback() throws {
        let registered = ["http://127.0.0.1/done"]
        #expect(try resolved("http://127.0.0.1:49152/done", registered) == "http://127.0.0.1:49152/done")
        #expect(try errorCode("http://127.0.0.1:49152/else", registered) == .invalidRedirectURI)
        #expect(try errorCode("http://localhost:49152/done", registered) == .invalidRedirectURI)
    }

    @Test func requiresURIUnlessOnlyOneIsRegistered() throws {
        #expect(try resolved(nil, ["https://app.example.com/"]) == "https://app.example.com/")
        #expect(try errorCode(nil, ["https://app.example.com/", "https://app.example.com/2"]) == .invalidRequest)
        #expect(try errorCode(nil, []) == .invalidRequest)
    }
}
