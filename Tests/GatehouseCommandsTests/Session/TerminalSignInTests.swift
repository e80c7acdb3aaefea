import AnswerSchemas
import Foundation
import Gatehouse
import GatehouseCommands
import GatehouseTesting
import Testing

/// `gatehouse login --native`, with all input at the terminal.
@Suite(.timeLimit(.minutes(2))) struct TerminalSignInTests {
    private let server = TestServer(watchedBy: AnswerChecks.check)
    private let terminal: Terminal
    private let email = "ada@example.com"
    private let password = "correct horse battery"

    init() {
        let clock = server.clock
        terminal = Terminal(
            transport: InProcessTransport(to: server),
            clientEnvironment: ClientEnvironment(now: { clock.now }, sleep: { _ in })
        )
    }

    private func login(_ options: String...) async -> GatehouseCommands.ExitStatus {
        await terminal.run(
            all: ["login", "--native", "--issuer", server.issuer.absoluteString, "--client-id", "app"] + options
        )
    }

    private func enqueueCode() {
        terminal.enqueueInput { [server, email] in try #require(try await server.mailedCode(to: email)) }
    }

    @Test func signsUpWithAttributesOnSeveralPages() async throws {
        try await server.clients.addNative(pages: [
            [NativeAttribute("displayName", label: "Your name"), NativeAttribute("vip", label: "VIP", kind: .boolean)],
            [
                NativeAttribute("postalCode", label: "Postal code", pattern: "[0-9]{5}"),
                NativeAttribute("plan", kind: .choice(["free", "paid"])),
            ],
        ])
        terminal.enqueueInput(email, "n", "00000000")
        enqueueCode()
        terminal.enqueueInput("12345678", "12345678", password, "something else", password, password)
        terminal.enqueueInput("Ada", "maybe", "y", "none", "free", "12345", "free")
        #expect(await login("--json") == .success)
        let account = try #require(try terminal.json() as? [String: Any])
        #expect(account["email"] as? String == email)
        #expect(account["name"] as? String == "Ada")
        let output = terminal.errorOutput
        for words in [
            "Email address: ", "-digit code sent to", "New password: ", "The passwords don't match.", "Your name: ",
            "VIP [y/n]: ", "Type y or n.", "plan (free, paid): ", "Check: postal_code", "Account created.",
        ] {
            #expect(output.contains(words), "\(words) is missing in: \(output)")
        }
        #expect(terminal.typedSecrets.count == 6)
        #expect(!output.contains(password))
        #expect(await terminal.run("whoami") == .success)
    }

    @Test func signsInWithPassword() async throws {
        try await server.clients.addNative()
        try await signUp()
        terminal.enqueueInput("wrong horse", password)
        #expect(await login("--email", email) == .cancelled)
        terminal.enqueueInput("", "wrong horse", password)
        #expect(await login("--email", email) == .success)
        #expect(terminal.printed == "Signed in as \(email).\n")
    }

    @Test func resendsCodeOnRequest() async throws {
        try await server.clients.addNative(usesPasswords: false)
        terminal.enqueueInput(email, "n", "")
        terminal.enqueueInput { [server] in
            server.clock.advance(by: 60)
            return ""
        }
        enqueueCode()
        #expect(await login() == .success)
        #expect(terminal.errorOutput.components(separatedBy: "New code sent.").count == 3)
        #expect(try await server.mailCount == 3)
    }

    @Test func resetsPassword() async throws {
        try await server.clients.addNative()
        try await signUp()
        server.clock.advance(by: 120)
        enqueueCode()
        terminal.enqueueInput("purple monkey dishwasher", "purple monkey dishwasher")
        #expect(await login("--reset-password", "--email", email) == .success)
        #expect(terminal.errorOutput.contains("Password changed."))
        terminal.enqueueInput("purple monkey dishwasher")
        terminal.enqueueInput("")
        #expect(await login("--email", email) == .cancelled)
    }

    /// Browser and terminal sign-in use separate clients, whichever was used last.
    @Test func usesNativeClientByDefault() async throws {
        try await server.clients.addNative("gatehouse-native")
        let issuer = server.issuer.absoluteString
        try SessionProfile(issuer: issuer, client: "gatehouse-cli")
            .save(environment: ["XDG_CONFIG_HOME": terminal.folder.path])
        enqueueCode()
        terminal.enqueueInput(password, password)
        let options = ["login", "--native", "--sign-up", "--email", email]
        #expect(await terminal.run(all: options) == .success)
        let profile = SessionProfile.load(environment: ["XDG_CONFIG_HOME": terminal.folder.path])
        #expect(profile == SessionProfile(issuer: issuer, client: "gatehouse-native", method: .terminal))
        #expect(await terminal.run("whoami") == .success)
    }

    @Test func cancelsAtEndOfInput() async throws {
        try await server.clients.addNative()
        terminal.enqueueInput(email)
        #expect(await login() == .cancelled)
        #expect(terminal.errorOutput.hasSuffix("gatehouse: The input ended before the sign-in was complete.\n"))
    }

    @Test func explainsUnregisteredClient() async throws {
        try await server.clients.addPublic("app")
        #expect(await login("--sign-up", "--email", email) == .failure)
        #expect(terminal.errorOutput.contains("Check --issuer and --client-id"))
    }

    @Test func suggestsCommandWhenServerDisclosesAccounts() async throws {
        try await server.clients.addNative(disclosesAccounts: true)
        terminal.enqueueInput("")
        #expect(await login("--email", email) == .failure)
        #expect(terminal.errorOutput.contains("Run: gatehouse login --native --sign-up"))
        try await signUp()
        #expect(await login("--sign-up", "--email", email) == .failure)
        #expect(terminal.errorOutput.contains("Run: gatehouse login --native\n"))
    }

    @Test(arguments: [
        ["--native", "--device"], ["--native", "--no-browser"], ["--sign-up"], ["--reset-password"],
        ["--email", "a@example.com"], ["--native", "--sign-up", "--reset-password"],
    ])
    func rejectsConflictingOptions(options: [String]) async {
        #expect(await terminal.run(all: ["login"] + options) == .failure)
    }

    private func signUp() async throws {
        let app = GatehouseClient(configuration: server.nativeConfiguration())
        guard case .codeRequired(let step) = try await app.signUp(email: email, password: password) else { return }
        _ = try await step.submit(try #require(try await server.mailedCode(to: email)))
    }
}
