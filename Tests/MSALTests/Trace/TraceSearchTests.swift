import Foundation
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// The trace search finds planted secrets that were printed by the real components.
@Suite struct TraceSearchTests {
    private static let address = "ada.lovelace+crew@example.com"
    private static let password = "Rowing 7 lanterns/home \"ü\""
    private static let token = "rt_9hG-4kq~ZmV0Y2g.t0p/x+Q=="

    private func inTrace(_ body: (TestTrace) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gatehouse-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(TestTrace(in: folder))
    }

    /// Returns the encodings of a secret as it may be printed, by name.
    private static func spellings(of secret: String) throws -> [String: String] {
        let form = Parameters([.loginHint: secret])
        var components = URLComponents()
        components.queryItems = [URLQueryItem(name: "hint", value: secret)]
        let bytes = Data(secret.utf8)
        let client = ClientAuthentication.basic(clientID: "example-app", clientSecret: Secret(secret))
        let json = try JSONEncoder().encode(["hint": secret])
        return [
            "raw": "for \(secret), in vain",
            "form": form.formEncoded,
            "form with a plus": form.formEncodedWithPlus,
            "form in a query": Parameters([.state: form.formEncoded]).formEncoded,
            "URL": try #require(components.string),
            "query": try #require(secret.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed)),
            "everything in percent": bytes.map { String(format: "%%%02x", $0) }.joined(),
            "Basic": "\(client.fields)",
            "base64": "(\(bytes.base64EncodedString()))",
            "base64 behind one byte": (Data("x".utf8) + bytes).base64EncodedString(),
            "base64 behind two bytes": (Data("xy".utf8) + bytes).base64EncodedString(),
            "base64 for URLs": "id-\(Base64URL.encode(bytes))",
            "JSON": String(decoding: json, as: UTF8.self),
            "JSON in base64": Base64URL.encode(json),
            "description": "\(["hint": secret])",
        ]
    }

    @Test(arguments: [address, password, token])
    func findsEveryEncodingOfSecret(secret: String) async throws {
        let spellings = try Self.spellings(of: secret)
        try await inTrace { trace in
            trace.keep(secret, as: "planted")
            for (name, text) in spellings { trace.print(text, from: name) }
            let found = try await TraceSearch.search(trace)
            #expect(found.places == Set(spellings.keys))
        }
    }

    /// All of it is sent over the network and printed unchanged.
    @Test func collectsSecretsFromTraffic() async throws {
        let fields: HTTPFields = [
            .authorization: "Bearer access-in-a-field", .cookie: "theme=dark; browser=cookie-of-browser",
            .setCookie: "browser=cookie-set-new; Path=/",
            .location: "app:/cb?code=code-in-a-redirect&state=state-7-given",
        ]
        let basic = ClientAuthentication.basic(clientID: "app", clientSecret: Secret("client secret: 1")).fields
        let form = "refresh_token=refresh-in-a-form&login_hint=ada%40example.com&grant_type=refresh_token"
        let claims = Base64URL.encode(Data(#"{"nonce":"nonce-in-a-token"}"#.utf8))
        let idToken = "eyJh.\(claims).c2lnbmVk"
        let json =
            #"{"access_token":"access-in-json","id_token":"\#(idToken)","nested":[{"email":"e@mail.me"}]}"#
        let planted = [
            "access-in-a-field", "cookie-of-browser", "cookie-set-new", "code-in-a-redirect", "state-7-given",
            "client secret: 1", "refresh-in-a-form", "ada@example.com", "access-in-json", claims, "c2lnbmVk",
            "nonce-in-a-token", "e@mail.me", "code-in-a-query", "48151623", "link-in-mail", "grace@example.com",
        ]
        try await inTrace { trace in
            trace.keep(
                HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/cb?code=code-in-a-query"),
                body: Data(form.utf8)
            )
            trace.keep(fields, body: Data(json.utf8))
            trace.keep(basic, body: Data())
            let mail = "48151623 is your code. Or https://id.example.com/x?token=link-in-mail"
            trace.keep(mail: mail, to: "grace@example.com")
            for secret in planted { trace.print("... \(secret)...", from: secret) }
            trace.print("grant_type=refresh_token, theme dark, 148151623, /cb", from: "nothing secret")
            let found = try await TraceSearch.search(trace)
            #expect(found.places == Set(planted))
            #expect(found.printed["nothing secret"] == 1)
        }
    }
}
