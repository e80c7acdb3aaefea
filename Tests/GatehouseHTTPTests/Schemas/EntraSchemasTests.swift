import AnswerSchemas
import Foundation
import GatehouseHTTP
import HTTPTypes
import Testing

@Suite struct EntraSchemasTests {
    private static func request(_ path: String, _ method: HTTPRequest.Method = .post) -> HTTPRequest {
        HTTPRequest(method: method, scheme: "https", authority: "login.example.com", path: path)
    }

    @Test(
        arguments: [
            ("/default/signup/v1.0/start", "signup-start"), ("/default/oauth2/v2.0/token?dc=a", "oauth2-token"),
            ("/auth/default/resetpassword/v1.0/poll_completion", "resetpassword-poll_completion"),
            ("/default/v2.0/.well-known/openid-configuration", "openid-configuration"),
            ("/default/discovery/v2.0/keys", "discovery-keys"), ("/oauth2/token", nil),
            ("/.well-known/openid-configuration", nil), ("/default/oauth2/v2.0/authorize", nil),
            ("/default/oauth2/v2.0/authorize-challenge", "oauth2-authorize-challenge"),
            ("/default/api/v2.0/signin/start", "interaction"),
            ("/auth/default/api/v2.0/auth/methods/email/a1/verify", "interaction"),
            ("/default/api/v2.0/auth/methods/email/a1/unknown", nil),
        ] as [(String, String?)]
    )
    func findsSchemaByEndpoint(_ path: String, _ name: String?) {
        #expect(EntraSchemas.name(for: Self.request(path), isSuccess: true) == name)
        let error = name == "interaction" ? "interaction-error" : "error"
        #expect(EntraSchemas.name(for: Self.request(path), isSuccess: false) == name.map { _ in error })
        #expect(EntraSchemas.name(for: Self.request(path, .options), isSuccess: false) == nil)
    }

    @Test func listsEverySchemaFile() throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../Fixtures/Entra/Schemas").standardized
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(files) == Set(EntraSchemas.all.map { $0 + ".json" }))
    }

    @Test(arguments: [
        (200, #"{"continuation_token":"a b"}"#), (200, "{}"), (200, "[]"), (200, "no JSON"),
        (400, #"{"error":"invalid_request"}"#),
    ])
    func recordsIssueForInvalidResponse(_ status: Int, _ body: String) {
        let response = ServerResponse(status: .init(code: status), body: Data(body.utf8))
        withKnownIssue { EntraSchemas.check(Self.request("/default/signup/v1.0/start"), response) }
    }

    @Test func acceptsValidResponse() {
        let response = ServerResponse(status: .ok, body: Data(#"{"continuation_token":"AQAB"}"#.utf8))
        EntraSchemas.check(Self.request("/default/signup/v1.0/start"), response)
    }
}
