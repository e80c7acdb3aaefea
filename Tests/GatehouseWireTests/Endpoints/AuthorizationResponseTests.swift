import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct AuthorizationResponseTests {
    private func response(
        _ mode: ResponseMode,
        at uri: String = "https://app.example.com/cb?tenant=1",
        outcome: AuthorizationResponse.Outcome = .code(Secret("c/1")),
        state: String? = "a b"
    ) throws -> AuthorizationResponse {
        AuthorizationResponse(
            redirectURI: try #require(RedirectURI(rawValue: uri)),
            mode: mode,
            outcome: outcome,
            state: state,
            issuer: "https://id.example.com"
        )
    }

    @Test func preservesQueryOfRedirectURI() throws {
        let response = try response(.query)
        let location =
            "https://app.example.com/cb?tenant=1&code=c%2F1&state=a%20b&iss=https%3A%2F%2Fid.example.com"
        #expect(response.location == location)
        #expect(response.status == .seeOther)
        #expect(response.fields == [.location: location, .cacheControl: "no-store"])
        #expect(response.body().isEmpty)
    }

    @Test func writesFragment() throws {
        #expect(
            try response(.fragment).location
                == "https://app.example.com/cb?tenant=1#code=c%2F1&state=a%20b&iss=https%3A%2F%2Fid.example.com"
        )
    }

    @Test func leavesFormPostToPage() throws {
        let response = try response(.formPost)
        #expect(response.location == nil)
        #expect(response.status == .ok)
        #expect(response.fields == [.cacheControl: "no-store"])
        #expect(response.parameters.formEncoded == "code=c%2F1&state=a%20b&iss=https%3A%2F%2Fid.example.com")
    }

    @Test func reportsErrorToClient() throws {
        let error = OAuthError(.accessDenied, "The user said \"no\".")
        #expect(
            try response(.query, at: "com.example.app:/cb", outcome: .error(error), state: nil).location
                == "com.example.app:/cb?error=access_denied&error_description=The%20user%20said%20%27no%27."
                + "&iss=https%3A%2F%2Fid.example.com"
        )
    }

    @Test(arguments: [ResponseMode.query, .fragment]) func readsBackCallback(_ mode: ResponseMode) throws {
        let outcomes: [AuthorizationResponse.Outcome] = [
            .code(Secret("c&=#?")), .error(OAuthError(.loginRequired, "Sign in first.")),
        ]
        for outcome in outcomes {
            let sent = try response(mode, at: "https://app.example.com/cb", outcome: outcome)
            let location = try #require(sent.location)
            let callback = try #require(URL(string: location))
            #expect(try AuthorizationResponse(callback: callback) == sent)
            #expect(try AuthorizationResponse(body: Data(), fields: sent.fields) == sent)
        }
    }

    @Test func readsPlusAsSpaceAndIgnoresUnknownParameters() throws {
        let url = "com.example.app:/cb?code=x&state=a+b&session_state=1&session_state=2&client_info=z"
        let response = try AuthorizationResponse(callback: try #require(URL(string: url)))
        #expect(response.outcome == .code(Secret("x")))
        #expect(response.state == "a b")
        #expect(response.issuer == nil)
        #expect(response.redirectURI.rawValue == "com.example.app:/cb")
    }

    @Test(arguments: [
        ("com.example.app:/cb", "The callback contains neither a code nor an error."),
        ("com.example.app:/cb?code=", "The callback contains neither a code nor an error."),
        ("com.example.app:/cb?code=a&error=b", "The callback contains both a code and an error."),
        ("com.example.app:/cb?code=a&code=b", "The callback contains a repeated parameter."),
        ("com.example.app:/cb?code=a&state=b&state=b", "The callback contains a repeated parameter."),
        ("com.example.app:/cb?code=a&iss=b&iss=c", "The callback contains a repeated parameter."),
        ("com.example.app:/cb?code=a%FF", "A name or value is not valid UTF-8 text."),
        ("/cb?code=a", "The callback is not an absolute URL."),
    ])
    func rejectsInvalidCallbacks(_ text: String, _ message: String) throws {
        let fields: HTTPFields = [.location: text]
        #expect(throws: WireError(message)) { try AuthorizationResponse(body: Data(), fields: fields) }
    }
}
