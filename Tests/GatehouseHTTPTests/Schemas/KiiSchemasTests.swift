import AnswerSchemas
import Foundation
import GatehouseHTTP
import HTTPTypes
import Testing

@Suite struct KiiSchemasTests {
    private static func request(_ path: String, _ method: HTTPRequest.Method = .post) -> HTTPRequest {
        HTTPRequest(method: method, scheme: "https", authority: "login.example.com", path: path)
    }

    private static func response(_ status: Int, contentType type: String?, body: String) -> ServerResponse {
        var fields: HTTPFields = [.cacheControl: "no-store"]
        fields[.contentType] = type
        return ServerResponse(status: .init(code: status), fields: fields, body: Data(body.utf8))
    }

    @Test func listsEverySchemaFile() throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../Fixtures/Kii/Schemas").standardized
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(files) == Set(KiiSchemas.all.map { $0 + ".json" }))
    }

    @Test(
        arguments: [
            ("/api/oauth2/token", 200, "application/json", "token"),
            ("/auth/api/oauth2/token?a=b", 400, "application/json", "oauth-refusal"),
            ("/api/apps/a/users", 201, "application/vnd.kii.RegistrationResponse+json", "RegistrationResponse"),
            ("/api/apps/a/users/me", 404, "application/vnd.kii.UserNotFoundException+json", "refusal"),
            ("/api/apps/a/users/me", 204, nil, nil), ("/oauth2/token", 200, "application/json", nil),
        ] as [(String, Int, String?, String?)]
    )
    func findsSchemaByMediaType(path: String, status: Int, type: String?, name: String?) {
        #expect(KiiSchemas.name(for: Self.request(path), Self.response(status, contentType: type, body: "")) == name)
        #expect(
            KiiSchemas.name(for: Self.request(path, .options), Self.response(status, contentType: type, body: ""))
                == nil
        )
    }

    @Test(
        arguments: [
            (200, "application/json", #"{"id":"u","access_token":"a b","expires_in":1,"token_type":"bearer"}"#),
            (200, "application/json", #"{"id":"u","access_token":"a","expires_in":1,"token_type":"Bearer"}"#),
            (200, "application/vnd.kii.UserDataRetrievalResponse+json", #"{"userID":"u","loginName":null}"#),
            (404, "application/vnd.kii.UserNotFoundException+json", #"{"errorCode":"USER_NOT_FOUND","message":"a"}"#),
            (404, "application/vnd.kii.UserNotFoundException+json", "no JSON"),
        ]
    )
    func recordsIssueForInvalidResponse(status: Int, type: String, body: String) {
        withKnownIssue {
            KiiSchemas.check(Self.request("/api/x"), Self.response(status, contentType: type, body: body))
        }
    }

    @Test func acceptsValidResponse() {
        let body = #"{"appID":"a","errorCode":"USER_NOT_FOUND","field":"userID","message":"Nobody","value":"u"}"#
        let type = "application/vnd.kii.UserNotFoundException+json"
        KiiSchemas.check(Self.request("/api/x"), Self.response(404, contentType: type, body: body))
    }
}
