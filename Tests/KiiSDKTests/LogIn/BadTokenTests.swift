import Foundation
import Gatehouse
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import KiiSDK
import Testing

extension Facade {
    /// Tokens that are good for nothing, handed to our own server while somebody is logged in.
    @Suite struct BadTokenTests {
        /// A token of another kind: a signed one, of an app whose tokens are good here.
        private func signedToken(_ world: OwnServer, scopes: ScopeSet = [.profile, .email]) async throws -> String {
            let person = ScriptedPerson(email: "grace@example.com")
            let configuration = world.server.configuration(clientID: "web", person: person)
            return try await GatehouseClient(configuration).signIn(scopes: scopes).accessToken().value
        }

        private func world() async throws -> OwnServer {
            let world = try await OwnServer(acceptingTokensOf: ["web"])
            world.launch()
            return world
        }

        /// Every way to spoil the signed token.
        private func spoiled(_ token: String) throws -> [String: String] {
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

        private func check(_ world: OwnServer, _ tokens: [String: String], current: KiiUser) async throws {
            let stored = try world.stored
            let token = current.accessToken
            for (what, bad) in tokens {
                for form in Form.allCases {
                    let heard = await KiiCall.token(bad).outcome(form)
                    #expect(heard.error?.code == 301, "\(what)")
                    #expect(heard.user == nil)
                    #expect(bad.isEmpty || heard.text?.contains(bad) == false, "\(what)")
                    #expect(KiiUser.current() === current)
                    #expect(current.accessToken == token)
                }
            }
            #expect(try world.stored == stored)
        }

        @Test func aSpoiledTokenLogsNobodyIn() async throws {
            let world = try await world()
            let signed = try await signedToken(world)
            let ada = try await world.register("ada")
            let opaque = try #require(ada.accessToken)
            var tokens = try spoiled(signed)
            tokens["malformed"] = "not-a-token"
            tokens["dots"] = "..."
            tokens["one part"] = "st.abc"
            tokens["empty"] = ""
            tokens["truncated opaque"] = String(opaque.dropLast(3))
            tokens["changed opaque"] = opaque.replacing(/.$/, with: { $0.output == "A" ? "B" : "A" })
            tokens["one megabyte"] = String(repeating: "a", count: 1 << 20)
            tokens["one megabyte behind a good one"] = opaque + String(repeating: "a", count: 1 << 20)
            try await check(world, tokens, current: ada)
            // The signed one is good, as it came.
            #expect(try await KiiUser.authenticate(withToken: signed).userID != ada.userID)
        }

        @Test func aTokenThatIsOverLogsNobodyIn() async throws {
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
            try await changed.updatePassword(OwnServer.password, to: "another horse battery")
            let disabled = try await world.register("disabled")
            tokens["of a disabled user"] = disabled.accessToken ?? ""
            try await world.disable(try #require(disabled.userID))
            let other = try await world.server.addKiiApp("another-app")
            world.launch(other)
            try await KiiUser(username: "elsewhere", andPassword: OwnServer.password).performRegistration()
            tokens["of another app"] = try #require(KiiUser.current()?.accessToken)
            world.launch()
            let elsewhere = try await OwnServer()
            elsewhere.launch()
            try await elsewhere.register("stranger")
            tokens["of another issuer"] = try #require(KiiUser.current()?.accessToken)
            world.launch()
            world.server.clock.advance(by: 61)
            let ada = try await world.register("ada")
            try await check(world, tokens, current: ada)
        }

        @Test func aTokenThatWasRevokedLogsNobodyIn() async throws {
            let world = try await world()
            let signed = try await signedToken(world)
            let ada = try await world.register("ada")
            try await world.endSessions(email: "grace@example.com")
            try await check(world, ["revoked": signed], current: ada)
        }
    }
}
