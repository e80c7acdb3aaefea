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

/// Tokens that are not good, each with its refusal and nothing changed.
@Suite struct KiiBadTokenTests {
    /// Every operation that a user's token is for, as it would succeed.
    private static let operations: [(HTTPRequest.Method, String, JSONValue?)] = [
        (.get, "/me", nil), (.post, "/me", ["displayName": "Eve"]), (.delete, "/me", nil),
        (
            .put, "/me/password",
            ["oldPassword": .string(KiiWeb.password), "newPassword": .string(KiiWeb.otherPassword)]
        ),
        (.put, "/me/email-address", ["emailAddress": "eve@example.com"]),
        (.put, "/me/phone-number", ["phoneNumber": "+819012345678"]), (.get, "/me/phone-number", nil),
        (.post, "/me/email-address/resend-verification", nil),
        (.post, "/me/email-address/verify", ["verificationCode": "123456"]),
        (.post, "/me/password/request-reset", nil),
    ]

    /// Sends every operation with a token, each of which is refused as `WRONG_TOKEN` and changes nothing.
    private func expectRefused(_ token: String, _ kii: KiiWeb, _ comment: Comment? = nil) async throws {
        let before = try await kii.server.core.store.accounts(after: nil, limit: 10)
        let count = try await kii.server.mailCount
        for (method, path, body) in Self.operations {
            let reply = await kii.users(method, path, body, as: .token(token))
            #expect(reply.verdict == "403 WRONG_TOKEN", comment)
            #expect(reply["message"] == "The provided token is not valid", comment)
            #expect(reply["accessToken"] == .string(String(token.prefix(1024))), comment)
            #expect(reply.mediaType == "application/vnd.kii.WrongTokenException+json", comment)
        }
        let user: JSONValue = ["loginName": "eve", "password": .string(KiiWeb.password)]
        #expect(await kii.users(.post, "", user, as: .token(token)).verdict == "403 WRONG_TOKEN", comment)
        #expect(try await kii.server.core.store.accounts(after: nil, limit: 10) == before, comment)
        #expect(try await kii.server.mailCount == count, comment)
    }

    @Test(arguments: [
        "x", "st", "st.a.0.9999999999.b", "st....", "st.a.b.c.d.e", "eyJ.eyJ.x", "a.b.c", "....", "null", "undefined",
        "Atza|x", "rt.a.1.b", "-", "~", "==",
    ])
    func malformed(token: String) async throws {
        let kii = try await KiiWeb()
        _ = try await kii.registerAda()
        try await expectRefused(token, kii)
    }

    @Test(arguments: ["", " ", "a b", "\u{e9}", "a\u{0}b", "{}"]) func noTokenAtAll(token: String) async throws {
        let kii = try await KiiWeb()
        _ = try await kii.registerAda()
        for (method, path, body) in Self.operations {
            let reply = await kii.users(method, path, body, as: .token(token))
            #expect(["403 WRONG_TOKEN", "401 UNAUTHORIZED"].contains(reply.verdict))
        }
    }

    @Test func changedInAnyPart() async throws {
        let kii = try await KiiWeb()
        let ada = try await kii.registerAda()
        let bob = try await kii.register(["loginName": "bob", "password": .string(KiiWeb.password)])
        let mine = ada.token.split(separator: ".").map(String.init)
        let his = bob.token.split(separator: ".").map(String.init)
        try #require(mine.count == 5)
        for part in 1..<5 {
            var mixed = mine
            mixed[part] = part == 2 ? "2" : part == 3 ? "9999999999" : his[part]
            try await expectRefused(mixed.joined(separator: "."), kii, "part \(part)")
        }
        #expect(await kii.users(.get, "/me", as: .token(ada.token)).status == 200)
    }

    @Test(arguments: [1, 5, 20, 43]) func truncated(letters: Int) async throws {
        let kii = try await KiiWeb()
        let ada = try await kii.registerAda()
        try await expectRefused(String(ada.token.dropLast(letters)), kii)
    }

    @Test func aMegabyteLong() async throws {
        let kii = try await KiiWeb()
        let ada = try await kii.registerAda()
        try await expectRefused(String(repeating: "a", count: 1 << 20), kii)
        try await expectRefused(ada.token + String(repeating: "A", count: 1 << 20), kii)
        try await expectRefused(String(repeating: "eyJ.", count: 1 << 18), kii)
    }

    @Test func expired() async throws {
        let kii = try await KiiWeb(lifetime: 3600)
        let ada = try await kii.registerAda()
        kii.server.clock.advance(by: 3599)
        #expect(await kii.users(.get, "/me", as: .token(ada.token)).status == 200)
        kii.server.clock.advance(by: 2)
        try await expectRefused(ada.token, kii)
    }

    @Test func revoked() async throws {
        let kii = try await KiiWeb()
        let ada = try await kii.registerAda()
        _ = await kii.web.post("/oauth2/revoke", Parameters([.token: ada.token, .clientID: "kii-app"]))
        try await expectRefused(ada.token, kii)
    }

    @Test func ofADisabledUser() async throws {
        let kii = try await KiiWeb()
        let ada = try await kii.registerAda()
        let admin = try await kii.administrator()
        #expect(await kii.users(.put, "/\(ada.id)/status", ["disabled": true], as: admin).status == 204)
        try await expectRefused(ada.token, kii)
    }

    @Test func ofADeletedUser() async throws {
        let kii = try await KiiWeb()
        let ada = try await kii.registerAda()
        #expect(await kii.users(.delete, "/me", as: .token(ada.token)).status == 204)
        try await expectRefused(ada.token, kii)
    }

    @Test func ofAnotherApp() async throws {
        let kii = try await KiiWeb()
        try await kii.add("other-app")
        let ada = try await kii.registerAda()
        let fields: HTTPFields = [.kiiAppID: "other-app", .kiiAppKey: KiiWeb.appKey]
        let login: JSONValue = ["username": "ada", "password": .string(KiiWeb.password)]
        let other = await kii.send(.post, "/oauth2/token", login, as: .nobody, fields)
        try await expectRefused(try #require(other["access_token"]?.string), kii)
        guard case .token(let admin) = try await kii.administrator(of: "other-app") else { return }
        try await expectRefused(admin, kii)
        let reply = await kii.users(.get, "/\(ada.id)", as: .token(admin))
        #expect(reply.verdict == "403 WRONG_TOKEN")
    }

    @Test func ofAnAppWhoseTokensAreNotTaken() async throws {
        let kii = try await KiiWeb()
        let tokens = try await kii.web.tokens(from: try await kii.web.signedIn())
        try await expectRefused(tokens.accessToken.reveal(), kii)
    }

    @Test func anIDTokenOrARefreshToken() async throws {
        let kii = try await KiiWeb(accepts: ["app"])
        let scope: [ParameterName: String?] = [.scope: "openid email profile offline_access"]
        let tokens = try await kii.web.tokens(from: try await kii.web.signedIn(Web.authorization(scope)))
        #expect(await kii.users(.get, "/me", as: .token(tokens.accessToken.reveal())).status == 200)
        try await expectRefused(try #require(tokens.idToken).reveal(), kii)
        try await expectRefused(try #require(tokens.refreshToken).reveal(), kii)
    }

    /// A good token of another door, forged in every way that libraries have fallen for.
    @Test func unsignedOrSignedOtherwise() async throws {
        let kii = try await KiiWeb(accepts: ["app"])
        let scope: [ParameterName: String?] = [.scope: "openid email profile"]
        let tokens = try await kii.web.tokens(from: try await kii.web.signedIn(Web.authorization(scope)))
        let token = tokens.accessToken.reveal()
        let parts = token.split(separator: ".").map(String.init)
        let header = try #require(Base64URL.decode(parts[0]).flatMap { try? WireJSON.decode(JSONValue.self, from: $0) })
        func forged(_ algorithm: String, _ sign: (Data) -> Data) -> String {
            var members = header.object ?? [:]
            members["alg"] = .string(algorithm)
            let input = Base64URL.encode(WireJSON.encode(JSONValue.object(members))) + "." + parts[1]
            return input + "." + Base64URL.encode(sign(Data(input.utf8)))
        }
        try await expectRefused(forged("none") { _ in Data() }, kii, "none")
        try await expectRefused(forged("NONE") { _ in Data() }, kii, "NONE")
        try await expectRefused(forged("none") { _ in Base64URL.decode(parts[2]) ?? Data() }, kii, "none, signed")
        // The public key, which everybody has, taken for a secret.
        let keys = await kii.web.send(.get, "/oauth2/jwks").body
        let hmac = forged("HS256") { input in
            Data(HMAC<SHA256>.authenticationCode(for: input, using: SymmetricKey(data: keys)))
        }
        try await expectRefused(hmac, kii, "HS256")
        try await expectRefused(forged("RS256") { _ in Base64URL.decode(parts[2]) ?? Data() }, kii, "RS256")
        let stranger = try SigningKey(.es256, privateMaterial: Data(1...32))
        let claims = try #require(Base64URL.decode(parts[1]).flatMap { try? WireJSON.decode(JSONValue.self, from: $0) })
        try await expectRefused(try stranger.sign(claims, as: .accessToken).reveal(), kii, "a stranger's key")
        #expect(await kii.users(.get, "/me", as: .token(token)).status == 200)
    }

    @Test func ofAnotherIssuer() async throws {
        let kii = try await KiiWeb(accepts: ["app"])
        _ = try await kii.registerAda()
        let elsewhere = try await KiiWeb(on: try await Web(issuer: "https://other.example.com"))
        // The same seed makes the same identifiers there, and this server's key file is that server's.
        let foreign = try await elsewhere.register(["loginName": "ada", "password": .string(KiiWeb.password)])
        _ = foreign
        let key = try await elsewhere.server.core.keyring.signingKey(.es256)
        let now = UnixTime(kii.server.clock.now)
        let claims: JSONValue = [
            "iss": "https://other.example.com", "aud": "https://other.example.com", "sub": .string(foreign.id),
            "exp": .integer(now.seconds + 600), "iat": .integer(now.seconds), "jti": "one", "client_id": "app",
            "scope": "openid profile account",
        ]
        try await expectRefused(try key.sign(claims, as: .accessToken).reveal(), kii)
    }
}
