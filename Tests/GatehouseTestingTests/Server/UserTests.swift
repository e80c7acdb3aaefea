import Gatehouse
import GatehouseTesting
import Testing

/// Users by one line each, and what a server does to them.
struct UserTests {
    private let server = TestServer()

    private func app(of person: ScriptedPerson, clientID: String = "app") -> GatehouseClient {
        GatehouseClient(server.device(of: person).configuration(clientID: clientID))
    }

    @Test func aUserSignsInWithAPasswordAndIsKnownByName() async throws {
        try await server.addPublicClient("app")
        let ada = try await server.addUser(
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
        #expect(try await server.mailbox.messages().isEmpty, "A password needs no mail.")
        for name in ["ADA@example.com", "+819012345678", "ada", user.id] {
            #expect(try await server.userID(of: name) == user.id)
        }
    }

    @Test func aUserWithoutAPasswordSignsInWithAMailedCode() async throws {
        try await server.addPublicClient("app")
        let ada = try await server.addUser(email: "ada@example.com")
        #expect(try await app(of: ada).signIn().account.id == server.userID(of: "ada@example.com"))
        #expect(try await server.mailbox.messages(to: "ada@example.com").count == 1)
    }

    @Test func namesThatAreTakenOrCannotBeOneAreToldApart() async throws {
        try await server.addUser(email: "ada@example.com", username: "ada")
        await #expect(throws: TestServerError.self) { try await server.addUser(email: "ADA@example.com") }
        await #expect(throws: TestServerError.self) {
            try await server.addUser(email: "b@example.com", username: "ada")
        }
        await #expect(throws: TestServerError.self) { try await server.addUser(email: "ada") }
        await #expect(throws: TestServerError.self) { try await server.addUser(email: "c@example.com", phone: "110") }
        await #expect(throws: TestServerError.self) { try await server.userID(of: "b@example.com") }
    }

    @Test func whoIsShutOutComesInAgainOnceThatIsOver() async throws {
        try await server.addPublicClient("app")
        let ada = try await server.addUser(email: "ada@example.com", password: "hunter2")
        let session = try await app(of: ada).signIn()
        try await server.disableUser("ada@example.com")
        try await expectsTheEnd(of: session)
        await #expect(throws: AuthError.self) { try await app(of: ada).signIn() }
        try await server.enableUser("ada@example.com")
        #expect(try await app(of: ada).signIn().account == session.account)
    }

    @Test func aPasswordIsChangedAndSessionsGoOn() async throws {
        try await server.addPublicClient("app")
        var ada = try await server.addUser(email: "ada@example.com", password: "hunter2")
        let session = try await app(of: ada).signIn()
        try await server.setPassword("*******", of: "ada@example.com")
        await #expect(throws: AuthError.self) { try await app(of: ada).signIn() }
        ada.password = "*******"
        #expect(try await app(of: ada).signIn().account == session.account)
        server.clock.advance(by: 3_600)
        #expect(try await session.accessToken().expiresAt > server.clock.now)
    }

    @Test func aGrantThatIsRevokedEndsOneAppAlone() async throws {
        try await server.addPublicClient("app")
        try await server.addPublicClient("other")
        let ada = try await server.addUser(email: "ada@example.com", password: "hunter2")
        let session = try await app(of: ada).signIn()
        let other = try await app(of: ada, clientID: "other").signIn()
        try await server.revokeGrant(by: "ada@example.com")
        try await expectsTheEnd(of: session)
        #expect(try await other.accessToken().expiresAt > server.clock.now)
    }

    @Test(arguments: ["revoked", "deleted"])
    func whatTheServerEndsIsOverInEveryApp(way: String) async throws {
        try await server.addPublicClient("app")
        let ada = try await server.addUser(email: "ada@example.com", password: "hunter2")
        let session = try await app(of: ada).signIn()
        if way == "revoked" {
            try await server.revokeSessions(of: "ada@example.com")
        } else {
            try await server.deleteUser("ada@example.com")
        }
        try await expectsTheEnd(of: session)
    }

    @Test func aConfidentialClientSignsInWithItsSecret() async throws {
        let secret = try await server.addConfidentialClient("site")
        var configuration = server.device(of: ScriptedPerson(email: "ada@example.com")).configuration(clientID: "site")
        configuration.clientSecret = secret
        #expect(try await GatehouseClient(configuration).signIn().user().id.isEmpty == false)
        configuration.clientSecret = Secret("wrong")
        configuration.tokenStore = MemoryTokenStore()
        let error = await #expect(throws: AuthError.self) { try await GatehouseClient(configuration).signIn() }
        #expect(error?.serverCode == OAuthErrorCode.invalidClient.rawValue)
    }

    /// The next refresh is refused for good.
    private func expectsTheEnd(of session: Session, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        server.clock.advance(by: 3_600)
        let error = await #expect(throws: AuthError.self, sourceLocation: sourceLocation) {
            try await session.accessToken()
        }
        #expect(error?.code == .signedOut, sourceLocation: sourceLocation)
    }
}
