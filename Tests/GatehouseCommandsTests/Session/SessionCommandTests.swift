import Foundation
import Gatehouse
import GatehouseCommands
import GatehouseWire
import Testing

@Suite struct SessionCommandTests {
    private let terminal = Terminal()

    /// Stores sessions as a sign-in would, the first of them current.
    private func signIn(_ names: String...) async throws {
        try SessionProfile(issuer: "http://localhost:8080", client: "gatehouse-cli")
            .save(environment: ["XDG_CONFIG_HOME": terminal.folder.path])
        let grants = names.map { name in
            StoredGrant(
                id: "grant-\(name)",
                account: Account(id: "id-\(name)", name: name.capitalized, email: "\(name)@example.com"),
                scopes: [.openid, .profile],
                accessToken: Secret("token-of-\(name)"),
                expiresAt: .distantFuture,
                refreshToken: nil,
                idToken: nil
            )
        }
        try await terminal.tokenStore.save(
            StoredSessions(generation: 1, grants: grants, current: grants.first?.id),
            for: TokenKey(issuer: "http://localhost:8080", clientID: "gatehouse-cli"),
            replacing: nil
        )
    }

    @Test(arguments: [["whoami"], ["token"], ["account", "switch"]])
    func whatNeedsASessionSaysSoWithStatus4(arguments: [String]) async {
        #expect(await terminal.run(all: arguments) == .signInNeeded)
        #expect(terminal.complaints == "gatehouse: Nobody is signed in. Run 'gatehouse login' first.\n")
    }

    @Test(arguments: [["whoami"], ["token"]])
    func aKnownServerWithoutASessionIsTheSame(arguments: [String]) async throws {
        try await signIn()
        #expect(await terminal.run(all: arguments) == .signInNeeded)
    }

    @Test func theTokenAloneIsPrinted() async throws {
        try await signIn("alex")
        #expect(await terminal.run("token") == .success)
        #expect(terminal.printed == "token-of-alex\n")
    }

    @Test func theTokenAsJSONSaysWhatItIsGoodFor() async throws {
        try await signIn("alex")
        await terminal.run("token", "--json")
        let object = try #require(try terminal.json() as? [String: Any])
        #expect(object["token"] as? String == "token-of-alex")
        #expect(object["scopes"] as? String == "openid profile")
    }

    @Test func anotherClientHasAnotherSession() async throws {
        try await signIn("alex")
        #expect(await terminal.run("token", "--client-id", "other") == .signInNeeded)
        #expect(await terminal.run("token", "--issuer", "https://id.example.com") == .signInNeeded)
    }

    @Test func whoamiAsksTheServerAndSaysWhenItCannot() async throws {
        try await signIn("alex")
        #expect(await terminal.run("whoami") == .failure)
        #expect(
            terminal.complaints == "gatehouse: The server could not be reached. Check the connection and try again.\n"
        )
    }

    @Test func theDoctorSaysWhatIsNotWellAndNothingThatIsSecret() async throws {
        try await signIn("alex")
        #expect(await terminal.run("doctor") == .failure)
        let printed = terminal.printed
        #expect(printed.contains("✗ Server   does not answer\n? Clock    not compared with the server's yet\n"))
        #expect(printed.contains("✓ Store    "))
        #expect(printed.contains("✓ Session  grant- (current), token expires "))
        #expect(printed.contains("\nWhat to do\n  The server could not be reached. Check the connection and "))
        for secret in ["token-of-alex", "alex@example.com", "Alex"] { #expect(!printed.contains(secret)) }
        #expect(terminal.complaints == "gatehouse: There is one thing to do.\n")
    }

    @Test func theDoctorDoesNotSayThatNobodyIsSignedInWhereThatCannotBeRead() async throws {
        try await signIn("alex")
        terminal.tokenStore.fail(with: TokenStoreError(.corrupt, "damaged"))
        #expect(await terminal.run("doctor") == .failure)
        let printed = terminal.printed
        #expect(printed.contains("✗ Store    "))
        #expect(printed.contains("? Session  whether anybody is signed in cannot be read\n"))
        #expect(!printed.contains("nobody is signed in"))
    }

    @Test func nothingThatTheDoctorShowsSteersTheTerminal() async throws {
        try await signIn("alex")
        await terminal.run("doctor", "--client-id", "app\u{1B}[31m")
        let printed = terminal.printed
        #expect(printed.contains("app\u{FFFD}[31m"))
        #expect(!printed.contains("\u{1B}"))
    }

    @Test func theDoctorsReportAsJSONHoldsItAll() async throws {
        try await signIn("alex")
        await terminal.run("doctor", "--json")
        let report = try #require(try terminal.json() as? [String: Any])
        #expect((report["advice"] as? [String])?.count == 1)
        #expect((report["diagnostics"] as? [String: Any])?.keys.contains("events") == true)
    }

    @Test func accountsAreListedWithTheCurrentOneMarked() async throws {
        try await signIn("alex", "sam")
        await terminal.run("account", "list")
        #expect(terminal.printed == "*  id-alex  Alex  alex@example.com\n   id-sam   Sam   sam@example.com\n")
    }

    @Test func aListOfNobodyIsEmpty() async throws {
        #expect(await terminal.run("account", "list") == .success)
        #expect((terminal.printed, terminal.complaints) == ("", ""))
        for isKnown in [false, true] {
            if isKnown { try await signIn() }
            #expect(await terminal.run("account", "list", "--json") == .success)
            #expect(try terminal.json() as? [String] == [])
        }
    }

    @Test func switchingGoesToTheOtherOneOfTwo() async throws {
        try await signIn("alex", "sam")
        #expect(await terminal.run("account", "switch") == .success)
        #expect(terminal.printed == "Switched to sam@example.com.\n")
        await terminal.run("token")
        #expect(terminal.printed == "token-of-sam\n")
    }

    @Test func switchingBetweenSeveralNeedsAName() async throws {
        try await signIn("alex", "sam", "kim")
        #expect(await terminal.run("account", "switch") == .failure)
        #expect(terminal.complaints.contains("name one"))
        #expect(await terminal.run("account", "switch", "kim@example.com") == .success)
        #expect(await terminal.run("account", "switch", "id-sam") == .success)
        #expect(await terminal.run("account", "switch", "nobody@example.com") == .failure)
    }

    @Test func signingOutWorksWithoutANetwork() async throws {
        try await signIn("alex")
        #expect(await terminal.run("logout") == .success)
        #expect(terminal.printed == "Signed out alex@example.com.\n")
        #expect(terminal.complaints == "The server could not be reached; the next command tells it.\n")
        #expect(await terminal.run("token") == .signInNeeded)
    }

    @Test func whoIsStillSignedInIsNotForgotten() async throws {
        try await signIn("alex", "sam")
        await terminal.run("logout")
        #expect(terminal.printed == "Signed out alex@example.com.\n")
        #expect(
            terminal.complaints.contains(
                "Here sam@example.com is still signed in; 'gatehouse account switch' chooses one.\n"
            )
        )
        for verb in ["whoami", "token"] {
            #expect(await terminal.run(verb) == .signInNeeded)
            #expect(
                terminal.complaints
                    == "gatehouse: No account is the current one, though sam@example.com is still signed in. "
                    + "'gatehouse account switch' chooses one.\n"
            )
        }
        await terminal.run("logout")
        #expect(terminal.printed == "No account was the current one.\n")
        await terminal.run("account", "switch")
        #expect(await terminal.run("token") == .success)
    }

    @Test func signingOutWhenNobodyIsSignedInIsFine() async {
        #expect(await terminal.run("logout") == .success)
        #expect(terminal.printed == "Nobody was signed in.\n")
    }

    @Test func signingInWithoutAServerSaysThatItCannotBeReached() async {
        #expect(await terminal.run("login", "--device") == .failure)
        #expect(
            terminal.complaints
                == "gatehouse: The server http://localhost:8080 could not be reached. "
                + "Start it, or give --issuer the address of another.\n"
        )
        #expect(await terminal.run("token") == .signInNeeded)
    }

    @Test func aCertificateThatIsNotTrustedIsNotADeadServer() async {
        let terminal = Terminal(transport: UnreachableTransport(.untrusted))
        #expect(await terminal.run("login", "--device", "--issuer", "https://localhost:9443") == .failure)
        let complaint = terminal.complaints
        #expect(complaint.contains("certificate is not trusted"))
        #expect(complaint.contains("update-ca-certificates"))
    }

    @Test func codeAndAddressAreTwoWays() async {
        #expect(await terminal.run("login", "--device", "--no-browser") == .failure)
    }

    @Test func commandTellsTheServerOfEarlierSignOuts() async throws {
        let issuer = "http://localhost:8080"
        let server = RevocationServer(issuer: issuer)
        let terminal = Terminal(transport: server)
        try SessionProfile(issuer: issuer, client: "gatehouse-cli")
            .save(environment: ["XDG_CONFIG_HOME": terminal.folder.path])
        let key = TokenKey(issuer: issuer, clientID: "gatehouse-cli")
        let outbox = [PendingRevocation(id: "grant", token: Secret("refresh-of-alex"), since: Date())]
        try await terminal.tokenStore.save(StoredSessions(generation: 1, outbox: outbox), for: key, replacing: nil)
        #expect(await terminal.run("account", "list") == .success)
        #expect(server.revoked == ["refresh-of-alex"])
        #expect(try await terminal.tokenStore.load(key)?.outbox == [])
    }
}
