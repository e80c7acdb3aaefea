import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Checks that the worst requests of the allowed size do not block the event loop.
///
/// Measures the CPU time of the event loop's thread, without password hashing; up to 20 ms pass. A slower debug build
/// is compared with a request of a quarter of the size: quadratic work takes sixteen times as long.
@Suite(.serialized) struct WorstCaseTests {
    /// Fields that each fill a request up to their limit.
    struct Field: Sendable, CustomTestStringConvertible {
        enum Location: Sendable {
            case form(fixed: String)
            case json(fixed: String)
            case query
            case header
        }

        let path: String
        let names: [String]
        let location: Location
        var testDescription: String { "\(path) \(names.joined(separator: ","))" }

        init(_ path: String, _ location: Location, _ names: String...) {
            self.path = path
            self.location = location
            self.names = names
        }
    }

    private static let oauth = Field.Location.form(fixed: "client_id=app&grant_type=authorization_code")
    private static let entra = Field.Location.form(
        fixed: "client_id=native-app&challenge_type=oob%20password%20redirect&grant_type=password"
    )
    private static let entraCode = Field.Location.form(fixed: "client_id=native-app&grant_type=authorization_code")
    private static let entraJSON = Field.Location.json(fixed: #""continuationToken":"bmF0aXZlLWFwcA.made-up""#)
    private static let amazon = Field.Location.form(fixed: "grant_type=refresh_token&response_type=device_code")
    private static let amazonJSON = Field.Location.json(fixed: #""grant_type":"refresh_token""#)
    private static let kii = Field.Location.json(fixed: #""loginName":"ada","password":"Rowing 7 lanterns home""#)
    private static let page = Field.Location.form(fixed: "action=continue")

    private static let fields: [Field] = [
        Field("/oauth2/token", oauth, "code", "redirect_uri", "code_verifier"),
        Field("/oauth2/token", .form(fixed: "a=b"), "client_id", "client_secret", "grant_type"),
        Field("/oauth2/token", .form(fixed: "client_id=app&grant_type=refresh_token"), "refresh_token", "scope"),
        Field("/oauth2/token", .form(fixed: "client_id=app&grant_type=device_code"), "device_code", "resource"),
        Field("/oauth2/revoke", oauth, "token", "token_type_hint"),
        Field("/oauth2/introspect", oauth, "token", "client_secret"),
        Field("/oauth2/device_authorization", oauth, "scope", "resource"),
        Field("/oauth2/userinfo", oauth, "access_token"),
        Field("/oauth2/authorize", .query, "state"), Field("/oauth2/authorize", .query, "claims"),
        Field("/oauth2/authorize", .query, "login_hint"), Field("/oauth2/authorize", .query, "ui_locales"),
        Field("/oauth2/authorize", .query, "scope"), Field("/oauth2/authorize", .query, "id_token_hint"),
        Field("/oauth2/authorize", .query, "redirect_uri"), Field("/oauth2/authorize", .query, "acr_values"),
        Field("/oauth2/logout", .query, "id_token_hint"), Field("/oauth2/logout", .query, "logout_hint"),
        Field("/device", .query, "user_code"), Field("/link", .query, "token"), Field("/sign-in", .query, "flow"),
        Field("/device", page, "user-code", "csrf", "flow"), Field("/sign-in", page, "flow", "email", "password"),
        Field("/link", page, "flow", "password", "csrf"),
        Field("/ap/oa", .query, "scope"), Field("/ap/oa", .query, "scope_data"), Field("/ap/oa", .query, "client_id"),
        Field("/auth/o2/token", amazon, "client_id", "client_secret", "refresh_token"),
        Field("/auth/o2/token", amazonJSON, "client_id", "client_secret", "refresh_token"),
        Field("/auth/o2/create/codepair", amazon, "client_id", "scope", "scope_data"),
        Field("/auth/o2/revoke", amazon, "token", "client_id"), Field("/auth/o2/tokeninfo", .query, "access_token"),
        Field("/user/profile", .query, "access_token"), Field("/ap/user/profile", .query, "access_token"),
        Field("/default/signup/v1.0/start", entra, "username", "password", "attributes"),
        Field("/default/signup/v1.0/continue", entra, "continuation_token", "oob", "attributes"),
        Field("/default/signup/v1.0/challenge", entra, "continuation_token"),
        Field("/default/oauth2/v2.0/initiate", entra, "username"),
        Field("/default/oauth2/v2.0/challenge", entra, "continuation_token"),
        Field("/default/oauth2/v2.0/token", entra, "continuation_token", "password", "claims"),
        Field("/default/oauth2/v2.0/token", .form(fixed: "a=b"), "client_id", "scope", "username"),
        Field("/default/oauth2/v2.0/devicecode", entra, "scope"),
        Field("/default/resetpassword/v1.0/start", entra, "username"),
        Field("/default/resetpassword/v1.0/challenge", entra, "continuation_token"),
        Field("/default/resetpassword/v1.0/continue", entra, "continuation_token", "oob"),
        Field("/default/resetpassword/v1.0/submit", entra, "continuation_token", "new_password"),
        Field("/default/resetpassword/v1.0/poll_completion", entra, "continuation_token"),
        Field("/default/oauth2/v2.0/introspect", entra, "continuation_token"),
        Field("/default/register/v1.0/introspect", entra, "continuation_token"),
        Field("/default/register/v1.0/challenge", entra, "continuation_token", "challenge_target"),
        Field("/default/register/v1.0/continue", entra, "continuation_token", "oob"),
        Field("/default/oauth2/v2.0/authorize-challenge", entra, "continuation_token"),
        Field("/default/oauth2/v2.0/authorize-challenge", entra, "scope", "claims"),
        Field("/default/oauth2/v2.0/token", entraCode, "code", "claims", "scope"),
        Field("/default/api/v2.0/signin/start", entraJSON, "username"),
        Field("/default/api/v2.0/signup/attributes", entraJSON, "attributes"),
        Field("/default/api/v2.0/signup/attributes", .json(fixed: ""), "continuationToken"),
        Field("/default/api/v2.0/auth/methods/email/id/verify", entraJSON, "otp", "password"),
        Field("/default/api/v2.0/auth/methods/sms/id/enroll", entraJSON, "target"),
        Field("/default/oauth2/v2.0/authorize", .query, "claims"),
        Field("/default/oauth2/v2.0/authorize", .query, "scope"),
        Field("/default/oauth2/v2.0/logout", .query, "id_token_hint"),
        Field("/api/oauth2/token", kii, "username", "password"),
        Field("/api/oauth2/token", .form(fixed: "grant_type=password"), "username", "password", "client_id"),
        Field("/api/apps/kii-app/users", kii, "custom"), Field("/api/apps/kii-app/users", kii, "displayName"),
        Field("/api/apps/kii-app/users", kii, "emailAddress"), Field("/api/apps/kii-app/users", kii, "phoneNumber"),
        Field("/api/apps/kii-app/users/EMAIL:ada@example.com/password/complete-reset", kii, "pinCode", "newPassword"),
        Field("/api/apps/kii-app/users/EMAIL:ada@example.com/password/request-reset", kii, "notificationMethod"),
        Field("/api/apps/kii-app/users", kii, "locale"), Field("/api/apps/kii-app/users", .json(fixed: ""), "password"),
        Field("/oauth2/token", .header, "Authorization"), Field("/api/oauth2/token", .header, "Authorization"),
        Field("/device", .header, "Cookie"), Field("/device", .header, "Accept-Language"),
        Field("/device", .header, "Accept"), Field("/oauth2/token", .header, "Content-Type"),
        Field("/default/oauth2/v2.0/initiate", .header, "Content-Type"),
        Field("/default/oauth2/v2.0/initiate", .header, "Origin"), Field("/oauth2/token", .header, "X-Forwarded-For"),
        Field("/oauth2/token", .header, "Connection"), Field("/oauth2/token", .header, "X-Request-ID"),
        Field("/user/profile", .header, "x-amz-access-token"), Field("/api/oauth2/token", .header, "X-Kii-AppID"),
    ]

    private func server() async throws -> TestServer {
        let web = try await ServerFixture(limits: .unlimited)
        _ = try await EntraFixture(.password, on: web)
        _ = try await AmazonFixture(on: web)
        _ = try await KiiFixture(on: web)
        return web.server
    }

    private func request(_ method: HTTPRequest.Method, _ path: String, fields: HTTPFields) -> HTTPRequest {
        var request = HTTPRequest(method: method, scheme: "https", authority: "login.example.com", path: path)
        request.headerFields = fields
        request.headerFields.append(contentsOf: KiiTestCaller.app.fields)
        return request
    }

    private func request(_ field: Field, _ text: (Int) -> String, share: Int) throws -> (HTTPRequest, Data) {
        let size = 16 * 1024 / share - 256
        switch field.location {
        case .form(let fixed):
            let body = field.names.reduce(fixed) { $0 + "&\($1)=" + text(size) }
            return (
                request(.post, field.path, fields: [.contentType: "application/x-www-form-urlencoded"]), Data(body.utf8)
            )
        case .json(let fixed):
            let members = field.names.map { name in
                "\"\(name)\":"
                    + String(decoding: JSONCoding.encode(text(name == "custom" ? 16 * size : size)), as: UTF8.self)
            }
            let body = "{" + ([fixed] + members).filter { !$0.isEmpty }.joined(separator: ",") + "}"
            return (request(.post, field.path, fields: [.contentType: "application/json"]), Data(body.utf8))
        case .query:
            // Escaping triples the size, and a field of the head has at most 16 KB.
            let query =
                ServerFixture.authorization().formEncoded + "&\(field.names[0])=" + FormCoding.encode(text(size / 3))
            return (request(.get, field.path + "?" + query, fields: [:]), Data())
        case .header:
            let name = try #require(HTTPField.Name(field.names[0]))
            let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
            var request = request(field.path == "/device" ? .get : .post, field.path, fields: form)
            let scheme =
                name == .authorization ? "Basic " : name == .contentType ? "multipart/form-data; boundary=" : ""
            let text = text(size)
            let value = name == .authorization ? Data("\(text):\(text)".utf8).base64EncodedString() : text
            request.headerFields[name] = scheme + String(value.prefix(16 * 1024))
            return (request, Data("client_id=app".utf8))
        }
    }

    @Test(arguments: fields) func processesWorstCaseFieldInLinearTime(field: Field) async throws {
        let server = try await server()
        let thread = MeasuredThread()
        defer { thread.end() }
        for text in WorstCaseText.allCases {
            try await server.expectQuick("\(text)", measuring: thread) { try request(field, text.text, share: $0) }
        }
    }

    @Test(arguments: [
        "/oauth2/token", "/auth/o2/token", "/api/oauth2/token", "/api/apps/kii-app/users",
        "/default/oauth2/v2.0/initiate", "/default/api/v2.0/signup/attributes",
        "/sign-in",
    ])
    func processesWorstCaseBodyInLinearTime(path: String) async throws {
        let server = try await server()
        let thread = MeasuredThread()
        defer { thread.end() }
        let limit = path.hasPrefix("/api") ? 256 * 1024 : ServerRequest.bodyLimit
        for whole in WorstCaseBody.allCases {
            try await server.expectQuick(whole.rawValue, measuring: thread) { share in
                let (type, body) = whole.body(limit / share - 256)
                return (request(.post, path, fields: [.contentType: type]), Data(body.utf8))
            }
        }
    }

    @Test(arguments: WorstCaseText.allCases) func processesWorstCasePathInLinearTime(text: WorstCaseText) async throws {
        let server = try await server()
        let thread = MeasuredThread()
        defer { thread.end() }
        for prefix in [
            "/", "/default/", "/api/apps/", "/api/apps/kii-app/users/", "/account/v1/addresses/",
        ] {
            for escapes in [true, false] {
                try await server.expectQuick(prefix, measuring: thread) { share in
                    let text = text.text(16 * 1024 / share / (escapes ? 3 : 1))
                    let end = prefix == "/default/" ? "/oauth2/v2.0/token" : prefix == "/api/apps/" ? "/users" : ""
                    return (
                        request(.get, prefix + (escapes ? FormCoding.encode(text) : text) + end, fields: [:]), Data()
                    )
                }
            }
        }
    }
}
