import Foundation
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct KiiAccessTokenTests {
    private func withRefreshTokens(_ client: inout Client) {
        client.grantTypes = [.password, .refreshToken]
        client.scopes.insert(.offlineAccess)
        client.passwordApp?.tokenLifetime = 3_600
    }

    @Test func acceptsTokenAsOAuthAccessToken() async throws {
        let app = try await KiiApp.standalone()
        let account = try await app.register("ada")
        let token = try await app.signIn("ada").response.accessToken
        #expect(token.reveal().hasPrefix("st."))
        let live = try #require(try await app.check(token))
        #expect(live.claims.subject == account.id.rawValue)
        #expect(live.claims.clientID == "app")
        #expect(live.claims.scope == app.client.scopes)
        #expect(live.claims.expiresAt.date == app.server.clock.now.addingTimeInterval(90 * 24 * 60 * 60))
        let info = try await app.server.identity.userInfo.userInfo(
            Parameters(),
            authorization: "Bearer " + token.reveal()
        )
        #expect(info.subject == account.id.rawValue)
        #expect(info.claims.preferredUsername == "ada")
    }

    @Test func keepsTokenValidAfterSigningKeysAreDeleted() async throws {
        let app = try await KiiApp.standalone()
        let account = try await app.register("ada")
        let token = try await app.signIn("ada").response.accessToken
        app.server.clock.advance(by: 89 * 24 * 60 * 60)
        for key in try await app.server.store.keys() {
            try await app.server.store.commit([.key(.delete(key.id))])
        }
        #expect(try await app.accountID(of: token) == account.id)
        app.server.clock.advance(by: 24 * 60 * 60)
        #expect(try await app.check(token) == nil)
    }

    @Test func rejectsAlteredTokens() async throws {
        let app = try await KiiApp.standalone()
        try await app.register("ada")
        let one = try await app.signIn("ada").response.accessToken.reveal()
        let two = try await app.signIn("ada").response.accessToken.reveal()
        let parts = one.split(separator: ".").map(String.init)
        let other = two.split(separator: ".").map(String.init)
        func joined(_ change: (inout [String]) -> Void) -> String {
            var parts = parts
            change(&parts)
            return parts.joined(separator: ".")
        }
        let wrong = [
            "", "st", "st....", String(one.dropLast()), String(one.dropFirst()), one + "A", one + ".", " " + one,
            joined { $0[1] = other[1] }, joined { $0[4] = other[4] }, joined { $0[2] = "2" }, joined { $0[2] = "01" },
            joined { $0[2] = "+1" }, joined { $0[3] = "9999999999" }, joined { $0[3] += "0" }, joined { $0[0] = "rt" },
            joined { $0[4] = "" }, joined { $0.removeLast() }, joined { $0[4] = $0[4].lowercased() },
            joined { $0[1] = "nothing" }, String(repeating: "st.", count: 400_000),
        ]
        for text in wrong { #expect(try await app.check(Secret(text)) == nil, "\(text.prefix(100))") }
        #expect(try await app.check(Secret(one)) != nil)
        #expect(try await app.check(Secret(two)) != nil)
    }

    @Test func rejectsTokenOfAnotherServer() async throws {
        let app = try await KiiApp.standalone()
        try await app.register("ada")
        let token = try await app.signIn("ada").response.accessToken
        #expect(try await KiiApp.standalone().check(token) == nil)
    }

    @Test func endsAccessTokenWhenSessionIsRefreshed() async throws {
        let app = try await KiiApp.standalone { withRefreshTokens(&$0) }
        let account = try await app.register("ada")
        let first = try await app.signIn("ada").response
        #expect(first.expiresIn == 3_600)
        let second = try await app.refresh(first.refreshToken).response
        #expect(try await app.check(first.accessToken) == nil)
        #expect(try await app.accountID(of: second.accessToken) == account.id)
        #expect(second.refreshToken != first.refreshToken)
        // A retry after a lost response returns the same refresh token and keeps the session.
        let again = try await app.refresh(first.refreshToken).response
        #expect(again.refreshToken == second.refreshToken)
        #expect(try await app.accountID(of: again.accessToken) == account.id)
        #expect(try await app.accountID(of: second.accessToken) == account.id)
    }

    @Test func rejectsTokenAfterItsAccountOrClientChanges() async throws {
        let ends: [(String, @Sendable (KiiApp, Account) async throws -> Void)] = [
            (
                "password",
                { app, account in
                    try await app.accounts.passwords.changePassword(
                        of: account,
                        from: "correct horse battery",
                        to: "purple monkey dishwasher",
                        app.request
                    )
                }
            ),
            (
                "reset",
                { app, account in
                    try await app.accounts.recovery.request(of: .account(account.id), by: .email, app.request)
                    try await app.accounts.recovery.complete(
                        of: .account(account.id),
                        code: try await app.server.code(to: "ada@example.com"),
                        newPassword: "purple monkey dishwasher",
                        app.request
                    )
                }
            ),
            ("disabled", { app, account in try await app.accounts.status.setDisabled(true, of: account, app.request) }),
            ("deleted", { app, account in try await app.accounts.status.delete(account, app.request) }),
            ("client", { app, _ in try await app.server.store.commit([.client(.delete("app"))]) }),
        ]
        for (name, end) in ends {
            let app = try await KiiApp.standalone()
            let account = try await app.verifyAddress(
                .email,
                of: try await app.register("ada", email: "ada@example.com")
            )
            let token = try await app.signIn("ada").response.accessToken
            #expect(try await app.check(token) != nil)
            app.server.clock.advance(by: 60)
            try await end(app, account)
            #expect(try await app.check(token) == nil, "\(name)")
        }
    }

    @Test func limitsTokenToScopesOfClient() async throws {
        let app = try await KiiApp.standalone()
        try await app.register("ada")
        let token = try await app.signIn("ada").response.accessToken
        var client = app.client
        client.scopes = [.openid, .profile]
        try await app.server.store.commit([.client(.update(client))])
        #expect(try await app.check(token)?.claims.scope == [.openid, .profile])
    }

    @Test func revokesOnlyTheTokenAndOnlyForItsClient() async throws {
        let app = try await KiiApp.standalone()
        let account = try await app.register("ada")
        let other = try await KiiApp(on: app.server, id: "other")
        let token = try await app.signIn("ada").response.accessToken
        let second = try await app.signIn("ada").response.accessToken
        func revoke(by client: Client) async throws {
            let request = RevocationRequest(token: token, client: ClientCredentials(clientID: client.id.rawValue))
            _ = try await app.server.identity.revocation.revoke(
                request.parameters,
                authorization: nil,
                context: app.request.context
            )
        }
        await #expect(throws: OAuthError.self) { try await revoke(by: other.client) }
        #expect(try await app.check(token) != nil)
        try await revoke(by: app.client)
        #expect(try await app.check(token) == nil)
        #expect(try await app.accountID(of: second) == account.id)
        try await revoke(by: app.client)
        #expect(try await app.server.auditKinds().filter { $0 == .tokenRevoked }.count == 1)
    }

    @Test func introspectsToken() async throws {
        let app = try await KiiApp.standalone()
        let account = try await app.register("ada")
        let token = try await app.signIn("ada").response.accessToken
        var resource = Client.app("resource", createdAt: app.server.clock.now)
        resource.secretHash = OpaqueToken.hash(of: "secret of the resource")
        resource.tokenEndpointAuthMethod = .clientSecretPost
        try await app.server.add(resource)
        let request = IntrospectionRequest(
            token: token,
            client: ClientCredentials(clientID: "resource", clientSecret: Secret("secret of the resource"))
        )
        let response = try await app.server.identity.introspection.introspect(
            request.parameters,
            authorization: nil,
            context: app.request.context
        )
        #expect(response.token?.subject == account.id.rawValue)
        #expect(response.token?.clientID == "app")
        #expect(response.token?.scope == app.client.scopes)
    }
}
