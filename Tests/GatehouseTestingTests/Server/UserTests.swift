import Gatehouse
import GatehouseTesting
import Testing

/// Test users, and server operations on their accounts.
struct UserTests {
    private let server = TestServer()

    private func app(of user: ScriptedUser, clientID: String = "app") -> GatehouseClient {
        GatehouseClient(configuration: server.device(of: user).configuration(clientID: clientID))
    }

    @Test func signsInWithPasswordAndFindsUserByEveryIdentifier() async throws {
        try await server.clients.addPublic("app")
        let ada = try await server.users.add(
            email: "Ada@Example.com",
            password: "hunter2",
            name: "Ada",
            username: "ada",
            phone: "+81 90-1234-5678",
            attributes: ["tier": "gold"]
        )
        let user = try await app(of: ada).signIn(scopes: [.profile, .email, .phone]).user()
        #expect(user.name == "Ada")
        #expect(user.claims.email == "ada@example.com")
        #expect(user.claims.phoneNumber == "+819012345678")
        #expect(try await server.mailbox.messages().isEmpty, "Signing in with a password sends no message.")
        for name in ["ADA@example.com", "+819012345678", "ada", user.id] {
            #expect(try await server.users.id(of: name) == user.id)
        }
    }

    @Test func signsInWithEmailedCodeWithoutPassword() async throws {
        try await server.clients.addPublic("app")
        let ada = try await server.users.add(email: "ada@example.com")
        #expect(try await app(of: ada).signIn().account.id == server.users.id(of: "ada@example.com"))
        #expect(try await server.mailbox.messages(to: "ada@example.com").count == 1)
    }

    @Test func rejectsTakenAndInvalidIdentifiers() async throws {
        try await server.users.add(email: "ada@example.com", username: "ada")
        await #expect(throws: TestServerError.self) { try await server.users.add(email: "ADA@example.com") }
        await #expect(throws: TestServerError.self) {
            try await server.users.add(email: "b@example.com", username: "ada")
        }
        await #expect(throws: TestServerError.self) { try await server.users.add(email: "ada") }
        await #expect(throws: TestServerError.self) { try await server.users.add(email: "c@example.com", phone: "110") }
        await #expect(throws: TestServerError.self) { try await server.users.id(of: "b@example.com") }
    }

    @Test func endsSessionOfDisabledUserAndSignsInAfterEnabling() async throws {
        try await server.clients.addPublic("app")
        let ada = try await server.users.add(email: "ada@example.com", password: "hunter2")
        let session = try await app(of: ada).signIn()
        try await server.users.disable("ada@example.com")
        try await expectSessionEnded(of: session)
        await #expect(throws: AuthError.self) { try await app(of: ada).signIn() }
        try await server.users.enable("ada@example.com")
        #expect(try await app(of: ada).signIn().account.info == session.account.info)
    }

    @Test func keepsSessionsAfterPasswordChange() async throws {
        try await server.clients.addPublic("app")
        var ada = try await server.users.add(email: "ada@example.com", password: "hunter2")
        let session = try await app(of: ada).signIn()
        try await server.users.setPassword("*******", of: "ada@example.com")
        await #expect(throws: AuthError.self) { try await app(of: ada).signIn() }
        ada.password = "*******"
        #expect(try await app(of: ada).signIn().account.info == session.account.info)
        server.clock.advance(by: 3_600)
        #expect(try await session.accessToken().expiresAt > server.clock.now)
    }

    @Test func endsOnlySessionOfClientWithRevokedGrant() async throws {
        try await server.clients.addPublic("app")
        try await server.clients.addPublic("other")
        let ada = try await server.users.add(email: "ada@example.com", password: "hunter2")
        let session = try await app(of: ada).signIn()
        let other = try await app(of: ada, clientID: "other").signIn()
        try await server.users.revokeGrant(by: "ada@example.com")
        try await expectSessionEnded(of: session)
        #expect(try await other.accessToken().expiresAt > server.clock.now)
    }

    @Test(arguments: ["revoked", "deleted"])
    func endsSessionsWhenRevokedOrUserDeleted(cause: String) async throws {
        try await server.clients.addPublic("app")
        let ada = try await server.users.add(email: "ada@example.com", password: "hunter2")
        let session = try await app(of: ada).signIn()
        if cause == "revoked" {
            try await server.users.revokeSessions(of: "ada@example.com")
        } else {
            try await server.users.delete("ada@example.com")
        }
        try await expectSessionEnded(of: session)
    }

    @Test func signsInConfidentialClientWithItsSecret() async throws {
        let secret = try await server.clients.addConfidential("site")
        var configuration = server.device(of: ScriptedUser(email: "ada@example.com")).configuration(clientID: "site")
        configuration.clientSecret = secret
        #expect(try await GatehouseClient(configuration: configuration).signIn().user().id.isEmpty == false)
        configuration.clientSecret = Secret("wrong")
        configuration.tokenStore = MemoryTokenStore()
        let error = await #expect(throws: AuthError.self) {
            try await GatehouseClient(configuration: configuration).signIn()
        }
        #expect(error?.response?.error == OAuthErrorCode.invalidClient.rawValue)
    }

    /// Expects the server to reject the next refresh for good.
    private func expectSessionEnded(of session: Session, sourceLocation: SourceLocation = #_sourceLocation) async throws
    {
        server.clock.advance(by: 3_600)
        let error = await #expect(throws: AuthError.self, sourceLocation: sourceLocation) {
            try await session.accessToken()
        }
        #expect(error?.code == .signedOut, sourceLocation: sourceLocation)
    }
}
