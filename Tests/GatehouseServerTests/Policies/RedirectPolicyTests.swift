import GatehouseWire
import Testing

@testable import GatehouseServer

@Suite struct RedirectPolicyTests {
    private func resolved(_ asked: String?, _ registered: [String]) throws -> String {
        let uri = try asked.map { try #require(RedirectURI(rawValue: $0)) }
        return try RedirectPolicy(registered: registered).resolve(uri).rawValue
    }

    private func refusal(_ asked: String?, _ registered: [String]) throws -> OAuthErrorCode? {
        do {
            _ = try resolved(asked, registered)
            return nil
        } catch let error as OAuthError {
            return error.code
        }
    }

    @Test(arguments: [
        "https://app.example.com/callback", "https://app.example.com/callback?from=login", "com.example.app:/callback",
        "http://127.0.0.1/done",
    ])
    func whatIsRegisteredIsGoodLetterByLetter(uri: String) throws {
        #expect(try resolved(uri, ["https://other.example.com/", uri]) == uri)
    }

    @Test(arguments: [
        "https://app.example.com/callback/", "https://app.example.com/Callback", "https://app.example.com/callback?a=b",
        "https://app.example.com:443/callback", "http://app.example.com/callback",
        "https://app.example.com.example.net/callback", "https://app.example.com/callback/../callback",
        "https://APP.example.com/callback",
    ])
    func whatIsAlmostItIsRefused(uri: String) throws {
        #expect(try refusal(uri, ["https://app.example.com/callback"]) == .invalidRedirectURI)
    }

    @Test func onThePersonsOwnMachineThePortIsFree() throws {
        let registered = ["http://127.0.0.1/done"]
        #expect(try resolved("http://127.0.0.1:49152/done", registered) == "http://127.0.0.1:49152/done")
        #expect(try refusal("http://127.0.0.1:49152/else", registered) == .invalidRedirectURI)
        #expect(try refusal("http://localhost:49152/done", registered) == .invalidRedirectURI)
    }

    @Test func onlyWhereThereIsNoChoiceMayItBeLeftOut() throws {
        #expect(try resolved(nil, ["https://app.example.com/"]) == "https://app.example.com/")
        #expect(try refusal(nil, ["https://app.example.com/", "https://app.example.com/2"]) == .invalidRequest)
        #expect(try refusal(nil, []) == .invalidRequest)
    }
}
