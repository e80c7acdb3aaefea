import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Header fields, paths and media types of Kii's API.
@Suite struct KiiHeaderTests {
    private static let user: JSONValue = ["loginName": "ada", "password": .string(KiiFixture.password)]

    @Test func ignoresCaseOfAppFields() async throws {
        let kii = try await KiiFixture()
        let id = try #require(HTTPField.Name("x-kii-appid"))
        let key = try #require(HTTPField.Name("X-KII-APPKEY"))
        let reply = await kii.users(
            .post,
            "",
            json: Self.user,
            as: .anonymous,
            fields: [id: "kii-app", key: KiiFixture.appKey, .kiiSDK: "sn=jss;sv=3.0.2, sn=jss;sv=3.0.2"]
        )
        #expect(reply.status == 201)
    }

    @Test(arguments: ["kii-app:key", "kii-app:", "kii-app", "kii-app:a:b"])
    func ignoresPasswordOfBasicCredentials(pair: String) async throws {
        let kii = try await KiiFixture()
        let field = "Basic " + Data(pair.utf8).base64EncodedString()
        #expect(
            await kii.users(.post, "", json: Self.user, as: .anonymous, fields: [.authorization: field]).status == 201
        )
    }

    @Test(
        arguments: [
            ([:], "401 UNAUTHORIZED"), ([.kiiAppID: "kii-app"], "401 UNAUTHORIZED"),
            ([.kiiAppID: "kii-app", .kiiAppKey: ""], "401 UNAUTHORIZED"),
            ([.kiiAppID: "kii-app", .kiiAppKey: "a guess"], "401 UNAUTHORIZED"),
            ([.kiiAppID: "app", .kiiAppKey: KiiFixture.appKey], "401 UNAUTHORIZED"),
            ([.kiiAppKey: KiiFixture.appKey], "201"), ([.authorization: "Basic !"], "401 UNAUTHORIZED"),
            ([.authorization: "Basic b3RoZXI6a2V5"], "401 UNAUTHORIZED"),
            ([.authorization: "Digest a"], "401 UNAUTHORIZED"),
        ] as [(HTTPFields, String)]
    )
    func requiresAppCredentials(fields: HTTPFields, summary: String) async throws {
        let kii = try await KiiFixture()
        #expect(await kii.users(.post, "", json: Self.user, as: .anonymous, fields: fields).summary == summary)
    }

    @Test(arguments: ["unknown", "app", "%ff"]) func respondsNotFoundForUnknownApp(app: String) async throws {
        let kii = try await KiiFixture()
        let reply = await kii.send(.post, "/apps/\(app)/users", json: Self.user)
        #expect(reply.summary == "404 APP_NOT_FOUND")
        #expect(reply["appID"] == .string(app))
    }

    @Test(arguments: ["Bearer ", "bearer ", "BEARER ", "Bearer  "]) func ignoresCaseOfBearerScheme(
        scheme: String
    ) async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda()
        let reply = await kii.users(.get, "/me", as: .anonymous, fields: [.authorization: scheme + ada.token])
        #expect(reply.status == 200)
    }

    @Test func checksAppKeySentWithToken() async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda()
        let token = "Bearer " + ada.token
        #expect(await kii.users(.get, "/me", as: .app, fields: [.authorization: token]).status == 200)
        let wrong = await kii.users(.get, "/me", as: .app, fields: [.authorization: token, .kiiAppKey: "a guess"])
        #expect(wrong.summary == "401 UNAUTHORIZED")
    }

    @Test(arguments: ["?disable_cache=1772159853123", "?a=b&a=b&%", "?"]) func ignoresQuery(
        query: String
    ) async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda()
        #expect(await kii.users(.get, "/me\(query)", as: .token(ada.token)).status == 200)
        let login: JSONValue = ["username": "ada", "password": .string(KiiFixture.password)]
        #expect(await kii.send(.post, "/oauth2/token\(query)", json: login).status == 200)
    }

    @Test(arguments: [nil, "text/plain;charset=UTF-8", "application/x-www-form-urlencoded", "application/xml"])
    func requiresJSONMediaType(type: String?) async throws {
        let kii = try await KiiFixture()
        var fields = KiiTestCaller.app.fields
        fields[.contentType] = type
        let response = await kii.web.send(
            .post,
            "/api/apps/kii-app/users",
            fields: fields,
            body: JSONCoding.encode(Self.user)
        )
        #expect(KiiTestResponse(response).summary == (type == nil ? "201" : "415 UNSUPPORTED_MEDIA_TYPE"))
    }

    /// Some clients send a media type without a body.
    @Test func ignoresMediaTypeWithoutBody() async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda()
        let fields: HTTPFields = [.contentType: "text/plain"]
        #expect(await kii.users(.get, "/me", as: .token(ada.token), fields: fields).status == 200)
        #expect(await kii.users(.delete, "/me", as: .token(ada.token), fields: fields).status == 204)
    }

    @Test(arguments: [
        ("/apps/kii-app/users", HTTPRequest.Method.get), ("/apps/kii-app/users/me", .put), ("/oauth2/token", .get),
        ("/apps/kii-app/users/me/password", .post), ("/apps/kii-app/users/me/email-address", .get),
        ("/apps/kii-app/users/me/status", .delete),
    ])
    func listsAllowedMethodsForUnsupportedMethod(path: String, method: HTTPRequest.Method) async throws {
        let kii = try await KiiFixture()
        let reply = await kii.send(method, path)
        #expect(reply.summary == "405 METHOD_NOT_ALLOWED")
        #expect(reply.response.fields[.allow] != nil)
    }

    @Test(arguments: [
        "/apps/kii-app/users/me/buckets/b/objects", "/apps/kii-app/groups", "/apps/kii-app/users/me/topics", "/nothing",
    ])
    func respondsNotFoundInKiiFormat(path: String) async throws {
        let kii = try await KiiFixture()
        for method in [HTTPRequest.Method.get, .post] {
            #expect(await kii.send(method, path).summary == "404 NOT_FOUND")
        }
    }

    @Test func allowsEveryOrigin() async throws {
        let kii = try await KiiFixture()
        let requested = "authorization,content-type,x-kii-appid,x-kii-appkey,x-kii-sdk"
        for (path, method) in [("/apps/kii-app/users/me", "DELETE"), ("/oauth2/token", "POST")] {
            let preflight = await kii.send(
                .options,
                path,
                as: .anonymous,
                fields: [
                    .origin: "https://app.example.com", .accessControlRequestMethod: method,
                    .accessControlRequestHeaders: requested,
                ]
            )
            #expect(preflight.status == 204)
            #expect(preflight.response.fields[.accessControlAllowOrigin] == "*")
            #expect(preflight.response.fields[.accessControlAllowHeaders] == requested)
            #expect(preflight.response.fields[.accessControlAllowMethods]?.contains(method) == true)
            #expect(preflight.response.fields[.accessControlAllowCredentials] == nil)
        }
        let origin: HTTPFields = [.origin: "https://app.example.com"]
        let replies = [
            await kii.users(.post, "", json: Self.user, fields: origin),
            await kii.users(.get, "/me", as: .token("over"), fields: origin),
            await kii.send(.get, "/nothing", fields: origin),
        ]
        for reply in replies { #expect(reply.response.fields[.accessControlAllowOrigin] == "*") }
    }

    @Test func rejectsTooLargeBody() async throws {
        let kii = try await KiiFixture()
        let response = await kii.web.send(.post, "/api/apps/kii-app/users", fields: KiiTestCaller.app.fields, body: nil)
        #expect(KiiTestResponse(response).summary == "413 REQUEST_ENTITY_TOO_LARGE")
    }

    @Test func servesAPIBelowIssuerPath() async throws {
        let web = try await ServerFixture(issuer: "https://login.example.com/auth")
        _ = try await KiiFixture(on: web)
        var fields = KiiTestCaller.app.fields
        fields[.contentType] = "application/json"
        let path = "/auth/api/apps/kii-app/users"
        let reply = KiiTestResponse(await web.send(.post, path, fields: fields, body: JSONCoding.encode(Self.user)))
        #expect(reply.status == 201)
        #expect(
            reply.response.fields[.location]
                == "https://login.example.com/auth/api/apps/kii-app/users/\(reply["userID"]?.string ?? "")"
        )
    }

    /// The user's locale determines the language of mail.
    @Test func localizesMailForUser() async throws {
        let kii = try await KiiFixture()
        _ = try await kii.registerAda(["emailAddress": .string(KiiFixture.email), "locale": "ja"])
        try await kii.server.deliverMail()
        let text = kii.server.delivered.all.compactMap { if case .mail(let mail) = $0 { mail.subject } else { nil } }
            .first
        #expect(text?.unicodeScalars.contains { !$0.isASCII } == true)
    }
}
