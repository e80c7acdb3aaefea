import Foundation
import Gatehouse
import GatehouseServer
import GatehouseStore
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import KiiSDK
import Testing

/// Invalid tokens at a Gatehouse server while a user is logged in.
@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct InvalidTokenTests {
    /// Returns a signed token of another app whose tokens are accepted.
    private func signedToken(_ world: GatehouseWorld, scopes: ScopeSet = [.profile, .email]) async throws -> String {
        let scriptedUser = ScriptedUser(email: "grace@example.com")
        var configuration = world.server.configuration(clientID: "web", user: scriptedUser)
        // Kii's API accepts bearer tokens only.
        configuration.dpop = .off
        return try await GatehouseClient(configuration: configuration).signIn(scopes: scopes).accessToken().value
    }

    private func world() async throws -> GatehouseWorld {
        let world = try await GatehouseWorld(acceptingTokensOf: ["web"])
        world.launch()
        return world
    }

    /// Returns the signed token with every modification.
    private func modified(_ token: String) throws -> [String: String] {
        let parts = token.split(separator: ".").map(String.init)
        try #require(parts.count == 3)
        let header = String(decoding: try #require(Base64URL.decode(parts[0])), as: UTF8.self)
        let unsigned = Base64URL.encode(Data(#"{"alg":"none","typ":"at+jwt"}"#.utf8))
        let swapped = Base64URL.encode(
            Data(header.replacing(/"alg":"[A-Z0-9]+"/, with: #""alg":"HS256""#).utf8)
        )
        return [
            "unsigned": "\(unsigned).\(parts[1]).",
            "unsigned with a signature": "\(unsigned).\(parts[1]).\(parts[2])",
            "another algorithm": "\(swapped).\(parts[1]).\(parts[2])",
            "truncated": String(token.dropLast(5)), "without a signature": "\(parts[0]).\(parts[1])",
            "longer": token + "AAAA", "twice": token + token,
        ]
    }

    private func check(_ world: GatehouseWorld, _ tokens: [String: String], current: KiiUser) async throws {
        let stored = try world.stored
        let token = current.accessToken
        for (label, bad) in tokens {
            for style in CallStyle.allCases {
                let outcome = await KiiCall.token(bad).outcome(style)
                #expect(outcome.error?.code == 301, "\(label)")
                #expect(outcome.user == nil)
                #expect(bad.isEmpty || outcome.text?.contains(bad) == false, "\(label)")
                #expect(KiiUser.current() === current)
                #expect(current.accessToken == token)
            }
        }
        #expect(try world.stored == stored)
    }

    @Test func rejectsModifiedToken() async throws {
        let world = try await world()
        let signed = try await signedToken(world)
        let ada = try await world.register("ada")
        let opaque = try #require(ada.accessToken)
        var tokens = try modified(signed)
        tokens["malformed"] = "not-a-token"
        tokens["dots"] = "..."
        tokens["one part"] = "st.abc"
        tokens["empty"] = ""
        tokens["truncated opaque"] = String(opaque.dropLast(3))
        tokens["changed opaque"] = opaque.replacing(/.$/, with: { $0.output == "A" ? "B" : "A" })
        tokens["one megabyte"] = String(repeating: "a", count: 1 << 20)
        tokens["valid token followed by one megabyte"] = opaque + String(repeating: "a", count: 1 << 20)
        try await check(world, tokens, current: ada)
        // The unmodified token is valid.
        #expect(try await KiiUser.authenticate(withToken: signed).userID != ada.userID)
    }

    @Test func rejectsExpiredAndInvalidatedTokens() async throws {
        let world = try await world()
        var tokens: [String: String] = [:]
        Kii.setAccessTokenExpiration(60)
        try await world.register("short")
        tokens["expired"] = try #require(KiiUser.current()?.accessToken)
        Kii.setAccessTokenExpiration(0)
        let deleted = try await world.register("deleted")
        tokens["of a deleted user"] = deleted.accessToken ?? ""
        try await deleted.delete()
        let changed = try await world.register("changed")
        tokens["before the password was changed"] = changed.accessToken ?? ""
        try await changed.updatePassword(GatehouseWorld.password, to: "another horse battery")
        let disabled = try await world.register("disabled")
        tokens["of a disabled user"] = disabled.accessToken ?? ""
        try await world.disable(try #require(disabled.userID))
        let other = try await world.server.clients.addKii("another-app")
        world.launch(other)
        try await KiiUser(username: "elsewhere", andPassword: GatehouseWorld.password).performRegistration()
        tokens["of another app"] = try #require(KiiUser.current()?.accessToken)
        world.launch()
        let elsewhere = try await GatehouseWorld()
        elsewhere.launch()
        try await elsewhere.register("other")
        tokens["of another issuer"] = try #require(KiiUser.current()?.accessToken)
        world.launch()
        world.server.clock.advance(by: 61)
        let ada = try await world.register("ada")
        try await check(world, tokens, current: ada)
    }

    @Test func rejectsRevokedToken() async throws {
        let world = try await world()
        let signed = try await signedToken(world)
        let ada = try await world.register("ada")
        try await world.endSessions(email: "grace@example.com")
        try await check(world, ["revoked": signed], current: ada)
    }
}
