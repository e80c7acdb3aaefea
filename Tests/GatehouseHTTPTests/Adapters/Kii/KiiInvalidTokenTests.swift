import Crypto
import Foundation
import GatehouseHTTP
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Invalid tokens: each is rejected and nothing changes.
@Suite struct KiiInvalidTokenTests {
    /// All operations that accept a user's token, with valid arguments.
    private static let operations: [(HTTPRequest.Method, String, JSONValue?)] = [
        (.get, "/me", nil), (.post, "/me", ["displayName": "Eve"]), (.delete, "/me", nil),
        (
            .put, "/me/password",
            ["oldPassword": .string(KiiFixture.password), "newPassword": .string(KiiFixture.otherPassword)]
        ),
        (.put, "/me/email-address", ["emailAddress": "eve@example.com"]),
        (.put, "/me/phone-number", ["phoneNumber": "+819012345678"]), (.get, "/me/phone-number", nil),
        (.post, "/me/email-address/resend-verification", nil),
        (.post, "/me/email-address/verify", ["verificationCode": "123456"]),
        (.post, "/me/password/request-reset", nil),
    ]

    /// Sends every operation with a token; expects `WRONG_TOKEN` and no changes.
    private func expectRejected(_ token: String, by kii: KiiFixture, _ comment: Comment? = nil) async throws {
        let before = try await kii.server.store.accounts(after: nil, limit: 10)
        let count = try await kii.server.mailCount
        for (method, path, body) in Self.operations {
            let reply = await kii.users(method, path, json: body, as: .token(token))
            #expect(reply.summary == "403 WRONG_TOKEN", comment)
            #expect(reply["message"] == "The provided token is not valid", comment)
            #expect(reply["accessToken"] == .string(String(token.prefix(1024))), comment)
            #expect(reply.mediaType == "application/vnd.kii.WrongTokenException+json", comment)
        }
        let user: JSONValue = ["loginName": "eve", "password": .string(KiiFixture.password)]
        #expect(await kii.users(.post, "", json: user, as: .token(token)).summary == "403 WRONG_TOKEN", comment)
        #expect(try await kii.server.store.accounts(after: nil, limit: 10) == before, comment)
        #expect(try await kii.server.mailCount == count, comment)
    }

    @Test(arguments: [
        "x", "st", "st.a.0.9999999999.b", "st....", "st.a.b.c.d.e", "eyJ.eyJ.x", "a.b.c", "....", "null", "undefined",
        "Atza|x", "rt.a.1.b", "-", "~", "==",
    ])
    func rejectsMalformedToken(token: String) async throws {
        let kii = try await KiiFixture()
        _ = try await kii.registerAda()
        try await expectRejected(token, by: kii)
    }

    @Test(arguments: ["", " ", "a b", "\u{e9}", "a\u{0}b", "{}"]) func rejectsEmptyToken(token: String) async throws {
        let kii = try await KiiFixture()
        _ = try await kii.registerAda()
        for (method, path, body) in Self.operations {
            let reply = await kii.users(method, path, json: body, as: .token(token))
            #expect(["403 WRONG_TOKEN", "401 UNAUTHORIZED"].contains(reply.summary))
        }
    }

    @Test func rejectsModifiedToken() async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda()
        let bob = try await kii.register(["loginName": "bob", "password": .string(KiiFixture.password)])
        let adaParts = ada.token.split(separator: ".").map(String.init)
        let bobParts = bob.token.split(separator: ".").map(String.init)
        try #require(adaParts.count == 5)
        for part in 1..<5 {
            var mixed = adaParts
            mixed[part] = part == 2 ? "2" : part == 3 ? "9999999999" : bobParts[part]
            try await expectRejected(mixed.joined(separator: "."), by: kii, "part \(part)")
        }
        #expect(await kii.users(.get, "/me", as: .token(ada.token)).status == 200)
    }

    @Test(arguments: [1, 5, 20, 43]) func rejectsTruncatedToken(letters: Int) async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda()
        try await expectRejected(String(ada.token.dropLast(letters)), by: kii)
    }

    @Test func rejectsVeryLongToken() async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda()
        try await expectRejected(String(repeating: "a", count: 1 << 20), by: kii)
        try await expectRejected(ada.token + String(repeating: "A", count: 1 << 20), by: kii)
        try await expectRejected(String(repeating: "eyJ.", count: 1 << 18), by: kii)
    }

    @Test func rejectsExpiredToken() async throws {
        let kii = try await KiiFixture(lifetime: 3600)
        let ada = try await kii.registerAda()
        kii.server.clock.advance(by: 3599)
        #expect(await kii.users(.get, "/me", as: .token(ada.token)).status == 200)
        kii.server.clock.advance(by: 2)
        try await expectRejected(ada.token, by: kii)
    }

    @Test func rejectsRevokedToken() async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda()
        _ = await kii.web.post("/oauth2/revoke", Parameters([.token: ada.token, .clientID: "kii-app"]))
        try await expectRejected(ada.token, by: kii)
    }

    @Test func rejectsTokenOfDisabledUser() async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda()
        let admin = try await kii.administrator()
        #expect(await kii.users(.put, "/\(ada.id)/status", json: ["disabled": true], as: admin).status == 204)
        try await expectRejected(ada.token, by: kii)
    }

    @Test func rejectsTokenOfDeletedUser() async throws {
        let kii = try await KiiFixture()
        let ada = try await kii.registerAda()
        #expect(await kii.users(.delete, "/me", as: .token(ada.token)).status == 204)
        try await expectRejected(ada.token, by: kii)
    }

    @Test func rejectsTokenOfAnotherApp() async throws {
        let kii = try await KiiFixture()
        try await kii.add("other-app")
        let ada = try await kii.registerAda()
        let fields: HTTPFields = [.kiiAppID: "other-app", .kiiAppKey: KiiFixture.appKey]
        let login: JSONValue = ["username": "ada", "password": .string(KiiFixture.password)]
        let other = await kii.send(.post, "/oauth2/token", json: login, as: .anonymous, fields: fields)
        try await expectRejected(try #require(other["access_token"]?.string), by: kii)
        guard case .token(let admin) = try await kii.administrator(of: "other-app") else { return }
        try await expectRejected(admin, by: kii)
        let reply = await kii.users(.get, "/\(ada.id)", as: .token(admin))
        #expect(reply.summary == "403 WRONG_TOKEN")
    }

    @Test func rejectsTokenOfUnlistedClient() async throws {
        let kii = try await KiiFixture()
        let tokens = try await kii.web.tokens(from: try await kii.web.signedIn())
        try await expectRejected(tokens.accessToken.reveal(), by: kii)
    }

    @Test func rejectsIDTokenAndRefreshToken() async throws {
        let kii = try await KiiFixture(accepts: ["app"])
        let scope: [ParameterName: String?] = [.scope: "openid email profile offline_access"]
        let tokens = try await kii.web.tokens(from: try await kii.web.signedIn(ServerFixture.authorization(scope)))
        #expect(await kii.users(.get, "/me", as: .token(tokens.accessToken.reveal())).status == 200)
        try await expectRejected(try #require(tokens.idToken).reveal(), by: kii)
        try await expectRejected(try #require(tokens.refreshToken).reveal(), by: kii)
    }

    /// Forges a valid OAuth access token with known attacks on JWT libraries.
    @Test func rejectsForgedSignature() async throws {
        let kii = try await KiiFixture(accepts: ["app"])
        let scope: [ParameterName: String?] = [.scope: "openid email profile"]
        let tokens = try await kii.web.tokens(from: try await kii.web.signedIn(ServerFixture.authorization(scope)))
        let token = tokens.accessToken.reveal()
        let parts = token.split(separator: ".").map(String.init)
        let header = try #require(
            Base64URL.decode(parts[0]).flatMap { try? JSONCoding.decode(JSONValue.self, from: $0) }
        )
        func forged(_ algorithm: String, _ sign: (Data) -> Data) -> String {
            var members = header.object ?? [:]
            members["alg"] = .string(algorithm)
            let input = Base64URL.encode(JSONCoding.encode(JSONValue.object(members))) + "." + parts[1]
            return input + "." + Base64URL.encode(sign(Data(input.utf8)))
        }
        try await expectRejected(forged("none") { _ in Data() }, by: kii, "none")
        try await expectRejected(forged("NONE") { _ in Data() }, by: kii, "NONE")
        try await expectRejected(forged("none") { _ in Base64URL.decode(parts[2]) ?? Data() }, by: kii, "none, signed")
        // Uses the public key as an HMAC secret.
        let keys = await kii.web.send(.get, "/oauth2/jwks").body
        let hmac = forged("HS256") { input in
            Data(HMAC<SHA256>.authenticationCode(for: input, using: SymmetricKey(data: keys)))
        }
        try await expectRejected(hmac, by: kii, "HS256")
        try await expectRejected(forged("RS256") { _ in Base64URL.decode(parts[2]) ?? Data() }, by: kii, "RS256")
        let foreignKey = try SigningKey(.es256, privateMaterial: Data(1...32))
        let claims = try #require(
            Base64URL.decode(parts[1]).flatMap { try? JSONCoding.decode(JSONValue.self, from: $0) }
        )
        try await expectRejected(try foreignKey.sign(claims, as: .accessToken).reveal(), by: kii, "foreign key")
        #expect(await kii.users(.get, "/me", as: .token(token)).status == 200)
    }

    @Test func rejectsTokenOfAnotherIssuer() async throws {
        let kii = try await KiiFixture(accepts: ["app"])
        _ = try await kii.registerAda()
        let otherServer = try await KiiFixture(on: try await ServerFixture(issuer: "https://other.example.com"))
        // The same seed gives both servers the same identifiers and keys; only the issuer differs.
        let foreign = try await otherServer.register(["loginName": "ada", "password": .string(KiiFixture.password)])
        _ = foreign
        let key = try await otherServer.server.identity.keyring.signingKey(.es256)
        let now = UnixTime(kii.server.clock.now)
        let claims: JSONValue = [
            "iss": "https://other.example.com", "aud": "https://other.example.com", "sub": .string(foreign.id),
            "exp": .integer(now.seconds + 600), "iat": .integer(now.seconds), "jti": "one", "client_id": "app",
            "scope": "openid profile account",
        ]
        try await expectRejected(try key.sign(claims, as: .accessToken).reveal(), by: kii)
    }
}
