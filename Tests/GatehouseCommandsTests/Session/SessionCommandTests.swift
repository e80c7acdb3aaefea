import Foundation
import Gatehouse
import GatehouseCommands
import GatehouseWire
import Testing

@Suite struct SessionCommandTests {
    private let terminal = Terminal()

    /// Stores sessions like a sign-in; the first one is current.
    private func signIn(_ names: String...) async throws {
        try SessionProfile(issuer: "http://localhost:8080", client: "gatehouse-cli")
            .save(environment: ["XDG_CONFIG_HOME": terminal.folder.path])
        let grants = names.map { name in
            StoredSession(
                id: "grant-\(name)",
                account: Account(id: "id-\(name)", name: name.capitalized, email: "\(name)@example.com"),
                scopes: [.openid, .profile],
                accessToken: Secret("token-of-\(name)"),
                expiresAt: .distantFuture,
                refreshToken: nil,
                idToken: nil
            )
        }
        let key = TokenStoreKey(issuer: "http://localhost:8080", clientID: "gatehouse-cli")
        _ = try await SessionStore(key, in: terminal.tokenStore)
            .update { _ in StoredSessions(sessions: grants, current: grants.first?.id) }
    }

    @Test(arguments: [["whoami"], ["token"], ["account", "switch"]])
    func exitsWithStatus4WithoutSession(arguments: [String]) async {
        #expect(await terminal.run(all: arguments) == .signInNeeded)
        #expect(terminal.errorOutput == "gatehouse: You're not signed in. Run: gatehouse login\n")
    }

    @Test(arguments: [["whoami"], ["token"]])
    func exitsWithStatus4WithProfileButWithoutSession(arguments: [String]) async throws {
        try await signIn()
        #expect(await terminal.run(all: arguments) == .signInNeeded)
    }

    @Test func rejectsScopesThatCommasSeparate() async {
        #expect(await terminal.run("login", "--scope", "openid,profile") == .failure)
        #expect(terminal.errorOutput.contains("Separate scopes with single spaces"))
    }

    @Test func printsOnlyToken() async throws {
        try await signIn("alex")
        #expect(await terminal.run("token") == .success)
        #expect(terminal.printed == "token-of-alex\n")
    }

    @Test func printsTokenWithScopesAsJSON() async throws {
        try await signIn("alex")
        await terminal.run("token", "--json")
        let object = try #require(try terminal.json() as? [String: Any])
        #expect(object["token"] as? String == "token-of-alex")
        #expect(object["scopes"] as? String == "openid profile")
    }

    @Test func separatesSessionsByClient() async throws {
        try await signIn("alex")
        #expect(await terminal.run("token", "--client-id", "other") == .signInNeeded)
        #expect(await terminal.run("token", "--issuer", "https://id.example.com") == .signInNeeded)
    }

    @Test func failsWhoAmIWhenServerIsUnreachable() async throws {
        try await signIn("alex")
        #expect(await terminal.run("whoami") == .failure)
        #expect(
            terminal.errorOutput == "gatehouse: The server could not be reached. Check the connection and try again.\n"
        )
    }

    @Test func diagnosesProblemsWithoutSecrets() async throws {
        try await signIn("alex")
        #expect(await terminal.run("doctor") == .failure)
        let printed = terminal.printed
        #expect(printed.contains("✗ Server   not reachable\n? Clock    not compared with the server yet\n"))
        #expect(printed.contains("✓ Store    "))
        #expect(printed.contains("✓ Session  grant- (current), token expires "))
        #expect(printed.contains("\nSuggestions\n  The server could not be reached. Check the connection and "))
        for secret in ["token-of-alex", "alex@example.com", "Alex"] { #expect(!printed.contains(secret)) }
        #expect(terminal.errorOutput == "gatehouse: 1 problem found.\n")
    }

    @Test func reportsUnknownSessionWhenStoreIsUnreadable() async throws {
        try await signIn("alex")
        terminal.tokenStore.fail(with: TokenStoreError(.corrupt, "damaged"))
        #expect(await terminal.run("doctor") == .failure)
        let printed = terminal.printed
        #expect(printed.contains("✗ Store    "))
        #expect(printed.contains("? Session  unknown: the store can't be read\n"))
        #expect(!printed.contains("not signed in"))
    }

    @Test func replacesControlCharactersInDiagnosis() async throws {
        try await signIn("alex")
        await terminal.run("doctor", "--client-id", "app\u{1B}[31m")
        let printed = terminal.printed
        #expect(printed.contains("app\u{FFFD}[31m"))
        #expect(!printed.contains("\u{1B}"))
    }

    @Test func printsFullDiagnosisAsJSON() async throws {
        try await signIn("alex")
        await terminal.run("doctor", "--json")
        let report = try #require(try terminal.json() as? [String: Any])
        #expect((report["advice"] as? [String])?.count == 1)
        #expect((report["diagnostics"] as? [String: Any])?.keys.contains("events") == true)
    }

    @Test func listsAccountsAndMarksCurrentOne() async throws {
        try await signIn("alex", "sam")
        await terminal.run("account", "list")
        #expect(terminal.printed == "*  id-alex  Alex  alex@example.com\n   id-sam   Sam   sam@example.com\n")
    }

    @Test func listsNothingWithoutAccounts() async throws {
        #expect(await terminal.run("account", "list") == .success)
        #expect((terminal.printed, terminal.errorOutput) == ("", ""))
        for hasProfile in [false, true] {
            if hasProfile { try await signIn() }
            #expect(await terminal.run("account", "list", "--json") == .success)
            #expect(try terminal.json() as? [String] == [])
        }
    }

    @Test func switchesBetweenTwoAccounts() async throws {
        try await signIn("alex", "sam")
        #expect(await terminal.run("account", "switch") == .success)
        #expect(terminal.printed == "Switched to sam@example.com.\n")
        await terminal.run("token")
        #expect(terminal.printed == "token-of-sam\n")
    }

    @Test func requiresNameToSwitchBetweenSeveralAccounts() async throws {
        try await signIn("alex", "sam", "kim")
        #expect(await terminal.run("account", "switch") == .failure)
        #expect(terminal.errorOutput.contains("Name one of"))
        #expect(await terminal.run("account", "switch", "kim@example.com") == .success)
        #expect(await terminal.run("account", "switch", "id-sam") == .success)
        #expect(await terminal.run("account", "switch", "nobody@example.com") == .failure)
    }

    @Test func signsOutOffline() async throws {
        try await signIn("alex")
        #expect(await terminal.run("logout") == .success)
        #expect(terminal.printed == "Signed out alex@example.com.\n")
        #expect(terminal.errorOutput == "The server couldn't be reached. The next command notifies it.\n")
        #expect(await terminal.run("token") == .signInNeeded)
    }

    @Test func mentionsOtherAccountsAfterSignOut() async throws {
        try await signIn("alex", "sam")
        await terminal.run("logout")
        #expect(terminal.printed == "Signed out alex@example.com.\n")
        #expect(
            terminal.errorOutput.contains(
                "Note: sam@example.com is still signed in. Switch: gatehouse account switch\n"
            )
        )
        for verb in ["whoami", "token"] {
            #expect(await terminal.run(verb) == .signInNeeded)
            #expect(
                terminal.errorOutput
                    == "gatehouse: No current account, but sam@example.com is still signed in. "
                    + "Choose one: gatehouse account switch\n"
            )
        }
        await terminal.run("logout")
        #expect(terminal.printed == "There was no current account.\n")
        await terminal.run("account", "switch")
        #expect(await terminal.run("token") == .success)
    }

    @Test func signsOutWithoutSession() async {
        #expect(await terminal.run("logout") == .success)
        #expect(terminal.printed == "You were not signed in.\n")
    }

    @Test func reportsUnreachableServerOnSignIn() async {
        #expect(await terminal.run("login", "--device") == .failure)
        #expect(
            terminal.errorOutput
                == "gatehouse: Server http://localhost:8080 can't be reached. "
                + "Start it, or change --issuer.\n"
        )
        #expect(await terminal.run("token") == .signInNeeded)
    }

    @Test func reportsUntrustedCertificate() async {
        let terminal = Terminal(transport: UnreachableTransport(.untrustedCertificate))
        #expect(await terminal.run("login", "--device", "--issuer", "https://localhost:9443") == .failure)
        let message = terminal.errorOutput
        #expect(message.contains("certificate is not trusted"))
        #expect(message.contains("update-ca-certificates"))
    }

    @Test func rejectsDeviceWithNoBrowser() async {
        #expect(await terminal.run("login", "--device", "--no-browser") == .failure)
    }

    @Test func deliversPendingRevocations() async throws {
        let issuer = "http://localhost:8080"
        let server = RevocationServer(issuer: issuer)
        let terminal = Terminal(transport: server)
        try SessionProfile(issuer: issuer, client: "gatehouse-cli")
            .save(environment: ["XDG_CONFIG_HOME": terminal.folder.path])
        let key = TokenStoreKey(issuer: issuer, clientID: "gatehouse-cli")
        let outbox = [PendingRevocation(id: "grant", token: Secret("refresh-of-alex"), since: Date())]
        let store = SessionStore(key, in: terminal.tokenStore)
        _ = try await store.update { _ in StoredSessions(pendingRevocations: outbox) }
        #expect(await terminal.run("account", "list") == .success)
        #expect(server.revoked == ["refresh-of-alex"])
        #expect(try await store.load()?.pendingRevocations == [])
    }
}
