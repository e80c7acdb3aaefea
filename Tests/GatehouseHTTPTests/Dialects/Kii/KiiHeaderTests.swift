import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Who calls and what, by fields, paths and media types.
@Suite struct KiiHeaderTests {
    private static let user: JSONValue = ["loginName": "ada", "password": .string(KiiWeb.password)]

    @Test func theAppIsNamedByFieldsInAnyCase() async throws {
        let kii = try await KiiWeb()
        let id = try #require(HTTPField.Name("x-kii-appid"))
        let key = try #require(HTTPField.Name("X-KII-APPKEY"))
        let reply = await kii.users(
            .post,
            "",
            Self.user,
            as: .nobody,
            [id: "kii-app", key: KiiWeb.appKey, .kiiSDK: "sn=jss;sv=3.0.2, sn=jss;sv=3.0.2"]
        )
        #expect(reply.status == 201)
    }

    @Test(arguments: ["kii-app:key", "kii-app:", "kii-app", "kii-app:a:b"])
    func whateverFollowsTheAppInBasicIsIgnored(pair: String) async throws {
        let kii = try await KiiWeb()
        let field = "Basic " + Data(pair.utf8).base64EncodedString()
        #expect(await kii.users(.post, "", Self.user, as: .nobody, [.authorization: field]).status == 201)
    }

    @Test(
        arguments: [
            ([:], "401 UNAUTHORIZED"), ([.kiiAppID: "kii-app"], "401 UNAUTHORIZED"),
            ([.kiiAppID: "kii-app", .kiiAppKey: ""], "401 UNAUTHORIZED"),
            ([.kiiAppID: "kii-app", .kiiAppKey: "a guess"], "401 UNAUTHORIZED"),
            ([.kiiAppID: "app", .kiiAppKey: KiiWeb.appKey], "401 UNAUTHORIZED"),
            ([.kiiAppKey: KiiWeb.appKey], "201"), ([.authorization: "Basic !"], "401 UNAUTHORIZED"),
            ([.authorization: "Basic b3RoZXI6a2V5"], "401 UNAUTHORIZED"),
            ([.authorization: "Digest a"], "401 UNAUTHORIZED"),
        ] as [(HTTPFields, String)]
    )
    func theAppHasToProveThatItIsOne(fields: HTTPFields, verdict: String) async throws {
        let kii = try await KiiWeb()
        #expect(await kii.users(.post, "", Self.user, as: .nobody, fields).verdict == verdict)
    }

    @Test(arguments: ["nobody", "app", "%ff"]) func anAppThatIsNoneOfKiiIsNotFound(app: String) async throws {
        let kii = try await KiiWeb()
        let reply = await kii.send(.post, "/apps/\(app)/users", Self.user)
        #expect(reply.verdict == "404 APP_NOT_FOUND")
        #expect(reply["appID"] == .string(app))
    }

    @Test(arguments: ["Bearer ", "bearer ", "BEARER ", "Bearer  "]) func theSchemeMayBeInAnyCase(
        scheme: String
    ) async throws {
        let kii = try await KiiWeb()
        let ada = try await kii.registerAda()
        let reply = await kii.users(.get, "/me", as: .nobody, [.authorization: scheme + ada.token])
        #expect(reply.status == 200)
    }

    @Test func aTokenNeedsNoKeyButAWrongOneIsNoticed() async throws {
        let kii = try await KiiWeb()
        let ada = try await kii.registerAda()
        let token = "Bearer " + ada.token
        #expect(await kii.users(.get, "/me", as: .app, [.authorization: token]).status == 200)
        let wrong = await kii.users(.get, "/me", as: .app, [.authorization: token, .kiiAppKey: "a guess"])
        #expect(wrong.verdict == "401 UNAUTHORIZED")
    }

    @Test(arguments: ["?disable_cache=1772159853123", "?a=b&a=b&%", "?"]) func whatFollowsThePathIsIgnored(
        query: String
    ) async throws {
        let kii = try await KiiWeb()
        let ada = try await kii.registerAda()
        #expect(await kii.users(.get, "/me\(query)", as: .token(ada.token)).status == 200)
        let login: JSONValue = ["username": "ada", "password": .string(KiiWeb.password)]
        #expect(await kii.send(.post, "/oauth2/token\(query)", login).status == 200)
    }

    @Test(arguments: [nil, "text/plain;charset=UTF-8", "application/x-www-form-urlencoded", "application/xml"])
    func aBodyIsJSONUnderWhateverNameOfKii(type: String?) async throws {
        let kii = try await KiiWeb()
        var fields = KiiAsker.app.fields
        fields[.contentType] = type
        let answer = await kii.web.send(
            .post,
            "/api/apps/kii-app/users",
            fields,
            body: WireJSON.encode(Self.user)
        )
        #expect(KiiReply(answer).verdict == (type == nil ? "201" : "415 UNSUPPORTED_MEDIA_TYPE"))
    }

    /// Some clients say what the body is that they do not send.
    @Test func aTypeWithoutABodyIsIgnored() async throws {
        let kii = try await KiiWeb()
        let ada = try await kii.registerAda()
        let fields: HTTPFields = [.contentType: "text/plain"]
        #expect(await kii.users(.get, "/me", as: .token(ada.token), fields).status == 200)
        #expect(await kii.users(.delete, "/me", as: .token(ada.token), fields).status == 204)
    }

    @Test(arguments: [
        ("/apps/kii-app/users", HTTPRequest.Method.get), ("/apps/kii-app/users/me", .put), ("/oauth2/token", .get),
        ("/apps/kii-app/users/me/password", .post), ("/apps/kii-app/users/me/email-address", .get),
        ("/apps/kii-app/users/me/status", .delete),
    ])
    func aMethodThatIsNotAnsweredSaysWhichAre(path: String, method: HTTPRequest.Method) async throws {
        let kii = try await KiiWeb()
        let reply = await kii.send(method, path)
        #expect(reply.verdict == "405 METHOD_NOT_ALLOWED")
        #expect(reply.answer.fields[.allow] != nil)
    }

    @Test(arguments: [
        "/apps/kii-app/users/me/buckets/b/objects", "/apps/kii-app/groups", "/apps/kii-app/users/me/topics", "/nothing",
    ])
    func whatIsNotHereIsSaidInKiisWords(path: String) async throws {
        let kii = try await KiiWeb()
        for method in [HTTPRequest.Method.get, .post] {
            #expect(await kii.send(method, path).verdict == "404 NOT_FOUND")
        }
    }

    @Test func anyPageMayCall() async throws {
        let kii = try await KiiWeb()
        let asked = "authorization,content-type,x-kii-appid,x-kii-appkey,x-kii-sdk"
        for (path, method) in [("/apps/kii-app/users/me", "DELETE"), ("/oauth2/token", "POST")] {
            let preflight = await kii.send(
                .options,
                path,
                as: .nobody,
                [
                    .origin: "https://app.example.com", .accessControlRequestMethod: method,
                    .accessControlRequestHeaders: asked,
                ]
            )
            #expect(preflight.status == 204)
            #expect(preflight.answer.fields[.accessControlAllowOrigin] == "*")
            #expect(preflight.answer.fields[.accessControlAllowHeaders] == asked)
            #expect(preflight.answer.fields[.accessControlAllowMethods]?.contains(method) == true)
            #expect(preflight.answer.fields[.accessControlAllowCredentials] == nil)
        }
        let origin: HTTPFields = [.origin: "https://app.example.com"]
        let replies = [
            await kii.users(.post, "", Self.user, origin), await kii.users(.get, "/me", as: .token("over"), origin),
            await kii.send(.get, "/nothing", nil, origin),
        ]
        for reply in replies { #expect(reply.answer.fields[.accessControlAllowOrigin] == "*") }
    }

    @Test func aBodyHasALimit() async throws {
        let kii = try await KiiWeb()
        let answer = await kii.web.send(.post, "/api/apps/kii-app/users", KiiAsker.app.fields, body: nil)
        #expect(KiiReply(answer).verdict == "413 REQUEST_ENTITY_TOO_LARGE")
    }

    @Test func aServerBelowAPathHasItsAPIThere() async throws {
        let web = try await Web(issuer: "https://login.example.com/auth")
        _ = try await KiiWeb(on: web)
        var fields = KiiAsker.app.fields
        fields[.contentType] = "application/json"
        let path = "/auth/api/apps/kii-app/users"
        let reply = KiiReply(await web.send(.post, path, fields, body: WireJSON.encode(Self.user)))
        #expect(reply.status == 201)
        #expect(
            reply.answer.fields[.location]
                == "https://login.example.com/auth/api/apps/kii-app/users/\(reply["userID"]?.string ?? "")"
        )
    }

    /// A mail is in the language of the app's person, however few apps say which that is.
    @Test func mailIsInTheUsersLanguage() async throws {
        let kii = try await KiiWeb()
        _ = try await kii.registerAda(["emailAddress": .string(KiiWeb.email), "locale": "ja"])
        try await kii.server.deliverMail()
        let text = kii.server.delivered.all.compactMap { if case .mail(let mail) = $0 { mail.subject } else { nil } }
            .first
        #expect(text?.unicodeScalars.contains { !$0.isASCII } == true)
    }
}
