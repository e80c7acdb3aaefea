import GatehouseWire
import HTTPTypes
import Testing

@Suite struct KiiCredentialsTests {
    @Test(arguments: ["Bearer abc", "bearer abc", "BEARER  abc"])
    func acceptsSchemeInAnyCase(field: String) throws {
        #expect(try KiiCredentials(fields: [.authorization: field]).authorization == .token(Secret("abc")))
    }

    @Test(arguments: ["app:key", "app:", "app", "app:a:b%zz"])
    func ignoresPasswordOfApp(pair: String) throws {
        let field = "Basic \(Base64Text.encode(pair))"
        #expect(try KiiCredentials(fields: [.authorization: field]).authorization == .app(id: "app"))
    }

    @Test func readsAppHeadersInAnyCase() throws {
        let id = try #require(HTTPField.Name("x-kii-appid"))
        let key = try #require(HTTPField.Name("X-KII-APPKEY"))
        let sdk = try #require(HTTPField.Name("x-kii-sdk"))
        let credentials = try KiiCredentials(fields: [id: "app", key: "secret", sdk: "sn=jss;sv=3.0.2, sn=jss"])
        #expect(credentials == KiiCredentials(appID: "app", appKey: Secret("secret")))
    }

    @Test func treatsEmptyHeadersAsAbsent() throws {
        let fields: HTTPFields = [.kiiAppID: "", .kiiAppKey: "", .authorization: ""]
        #expect(try KiiCredentials(fields: fields) == KiiCredentials())
    }

    @Test(arguments: ["Digest abc", "Basic", "Basic :key", "Basic !!!", "abc"])
    func rejectsOtherCredentials(field: String) {
        #expect(throws: KiiWireError.self) { try KiiCredentials(fields: [.authorization: field]) }
    }

    @Test(arguments: [
        KiiCredentials(appID: "app", appKey: Secret("key")),
        KiiCredentials(appID: "app", appKey: Secret("key"), authorization: .token(Secret("abc"))),
        KiiCredentials(authorization: .app(id: "app")),
    ])
    func readsBackWrittenCredentials(credentials: KiiCredentials) throws {
        #expect(try KiiCredentials(fields: credentials.fields) == credentials)
    }
}
