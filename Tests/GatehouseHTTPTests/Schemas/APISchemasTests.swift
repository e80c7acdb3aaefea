import AnswerSchemas
import Foundation
import GatehouseHTTP
import HTTPTypes
import Testing

@Suite struct APISchemasTests {
    private static func request(_ method: HTTPRequest.Method, _ path: String) -> HTTPRequest {
        HTTPRequest(method: method, scheme: "https", authority: "login.example.com", path: path)
    }

    private static func response(
        _ status: Int,
        _ body: String,
        type: String = "application/json",
        fields: HTTPFields = [:]
    ) -> ServerResponse {
        var fields = fields
        fields[.contentType] = type
        return ServerResponse(status: .init(code: status), fields: fields, body: Data(body.utf8))
    }

    @Test(
        arguments: [
            (.get, "/account/v1/me", "getAccount"), (.head, "/account/v1/me?a=b", "getAccount"),
            (.delete, "/auth/account/v1/sessions/a-1", "endSession"),
            (.delete, "/account/v1/sessions", "endOtherSessions"),
            (.get, "/health/ready/", "checkReadiness"), (.post, "/account/v1/me", nil),
            (.get, "/account/v1/other", nil),
            (.get, "/oauth2/userinfo", nil),
        ] as [(HTTPRequest.Method, String, String?)]
    )
    func findsOperationOfRequest(method: HTTPRequest.Method, path: String, name: String?) {
        #expect(APISchemas.operation(of: Self.request(method, path))?.name == name)
    }

    private static let health = request(.get, "/health/live")
    private static let problem = #"{"type":"urn:gatehouse:problem:not_found","title":"a","status":404}"#

    @Test(arguments: [
        (health, response(200, #"{"status":"ok"}"#)), (request(.head, "/health/live"), response(200, "")),
        (request(.delete, "/account/v1/apps/x"), response(404, problem, type: "application/problem+json")),
        (request(.delete, "/account/v1/apps/x"), ServerResponse(status: .noContent)),
        (request(.post, "/account/v1/me"), response(405, "")), (request(.get, "/other"), response(500, "")),
        (request(.options, "/account/v1/me"), ServerResponse(status: .noContent)),
    ])
    func acceptsDocumentedResponse(request: HTTPRequest, response: ServerResponse) {
        APISchemas.check(request, response)
    }

    @Test(arguments: [
        // A status, a media type, a missing, mistyped or additional member, and a missing field.
        (health, response(201, #"{"status":"ok"}"#)), (health, response(200, #"{"status":"ok"}"#, type: "text/plain")),
        (health, response(200, "{}")), (health, response(200, #"{"status":1}"#)), (health, response(200, "")),
        (health, response(200, #"{"status":"ok","other":1}"#)),
        (request(.delete, "/account/v1/apps/x"), response(404, problem)),
        (request(.delete, "/account/v1/apps/x"), response(204, "{}")),
        (
            request(.delete, "/account/v1/apps/x"),
            response(404, problem.replacing("not_found", with: "wrong_code"), type: "application/problem+json")
        ),
        (
            request(.get, "/account/v1/me"),
            response(
                401,
                problem.replacing("not_found", with: "invalid_token").replacing("404", with: "401"),
                type: "application/problem+json"
            )
        ),
        (request(.post, "/account/v1/me"), response(500, "")),
    ])
    func recordsIssueForUndocumentedResponse(request: HTTPRequest, response: ServerResponse) {
        withKnownIssue { APISchemas.check(request, response) }
    }
}
