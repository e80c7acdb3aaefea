import AnswerSchemas
import Foundation
import Gatehouse
import GatehouseCommands
import GatehouseTesting
import Testing

/// `gatehouse login --native`: the person types everything at the terminal.
@Suite(.timeLimit(.minutes(2))) struct NativeLoginTests {
    private let server = TestServer(watchedBy: EntraSchemas.check)
    private let terminal: Terminal
    private let email = "ada@example.com"
    private let password = "correct horse battery"

    init() {
        let clock = server.clock
        terminal = Terminal(
            transport: InProcessTransport(to: server),
            clientEnvironment: GatehouseClient.Environment(now: { clock.now }, sleep: { _ in })
        )
    }

    private func login(_ options: String...) async -> GatehouseCommands.ExitStatus {
        await terminal.run(
            all: ["login", "--native", "--issuer", server.issuer.absoluteString, "--client-id", "app"] + options
        )
    }

    private func typesTheCode() {
        terminal.types { [server, email] in try #require(try await server.mailedCode(to: email)) }
    }

    @Test func aNewPersonSignsUpPageByPage() async throws {
        try await server.addNativeApp(pages: [
            [NativeAttribute("displayName", label: "Your name"), NativeAttribute("vip", label: "VIP", kind: .boolean)],
            [
                NativeAttribute("postalCode", label: "Postal code", pattern: "[0-9]{5}"),
                NativeAttribute("plan", kind: .choice(["free", "paid"])),
            ],
        ])
        terminal.types(email, "n", "00000000")
        typesTheCode()
        terminal.types("12345678", "12345678", password, "something else", password, password)
        terminal.types("Ada", "maybe", "y", "none", "free", "12345", "free")
        #expect(await login("--json") == .success)
        let account = try #require(try terminal.json() as? [String: Any])
        #expect(account["email"] as? String == email)
        #expect(account["name"] as? String == "Ada")
        let said = terminal.complaints
        for words in [
            "E-mail address: ", "digits sent to", "Choose a password: ", "two different passwords", "Your name: ",
            "VIP [y/n]: ", "Type y or n.", "plan (free, paid): ", "Look at: postalCode", "The account is created.",
        ] {
            #expect(said.contains(words), "\(words) was not said: \(said)")
        }
        #expect(terminal.typedSecrets.count == 6)
        #expect(!said.contains(password))
        #expect(await terminal.run("whoami") == .success)
    }

    @Test func aKnownPersonSignsInWithAPassword() async throws {
        try await server.addNativeApp()
        try await signUp()
        terminal.types("wrong horse", password)
        #expect(await login("--email", email) == .cancelled)
        terminal.types("", "wrong horse", password)
        #expect(await login("--email", email) == .success)
        #expect(terminal.printed == "Signed in as \(email).\n")
    }

    @Test func aCodeIsSentAgainWhenThePersonAsksForIt() async throws {
        try await server.addNativeApp(usesPasswords: false)
        terminal.types(email, "n", "")
        terminal.types { [server] in
            server.clock.advance(by: 60)
            return ""
        }
        typesTheCode()
        #expect(await login() == .success)
        #expect(terminal.complaints.components(separatedBy: "Another code is on its way.").count == 3)
        #expect(try await server.mailCount == 3)
    }

    @Test func aLostPasswordIsReplaced() async throws {
        try await server.addNativeApp()
        try await signUp()
        server.clock.advance(by: 120)
        typesTheCode()
        terminal.types("purple monkey dishwasher", "purple monkey dishwasher")
        #expect(await login("--reset-password", "--email", email) == .success)
        #expect(terminal.complaints.contains("The password is changed."))
        terminal.types("purple monkey dishwasher")
        terminal.types("")
        #expect(await login("--email", email) == .cancelled)
    }

    /// The two ways to sign in are two clients, whichever was used last.
    @Test func withoutAClientItIsItsOwn() async throws {
        try await server.addNativeApp("gatehouse-native")
        let issuer = server.issuer.absoluteString
        try SessionProfile(issuer: issuer, client: "gatehouse-cli")
            .save(environment: ["XDG_CONFIG_HOME": terminal.folder.path])
        typesTheCode()
        terminal.types(password, password)
        let options = ["login", "--native", "--sign-up", "--email", email]
        #expect(await terminal.run(all: options) == .success)
        let profile = SessionProfile.load(environment: ["XDG_CONFIG_HOME": terminal.folder.path])
        #expect(profile == SessionProfile(issuer: issuer, client: "gatehouse-native"))
        #expect(await terminal.run("whoami") == .success)
    }

    @Test func theEndOfTheInputIsTheEndOfTheSignIn() async throws {
        try await server.addNativeApp()
        terminal.types(email)
        #expect(await login() == .cancelled)
        #expect(terminal.complaints.hasSuffix("gatehouse: The input has ended before the sign-in.\n"))
    }

    @Test func aClientThatIsNotRegisteredForItIsTold() async throws {
        try await server.addPublicClient("app")
        #expect(await login("--sign-up", "--email", email) == .failure)
        #expect(terminal.complaints.contains("Check --issuer and --client-id"))
    }

    @Test func aServerThatTellsSaysWhatToDoInstead() async throws {
        try await server.addNativeApp(revealsAccounts: true)
        terminal.types("")
        #expect(await login("--email", email) == .failure)
        #expect(terminal.complaints.contains("Run 'gatehouse login --native --sign-up'."))
        try await signUp()
        #expect(await login("--sign-up", "--email", email) == .failure)
        #expect(terminal.complaints.contains("Run 'gatehouse login --native' to sign in."))
    }

    @Test(arguments: [
        ["--native", "--device"], ["--native", "--no-browser"], ["--sign-up"], ["--reset-password"],
        ["--email", "a@example.com"], ["--native", "--sign-up", "--reset-password"],
    ])
    func optionsThatDoNotGoTogetherAreRefused(options: [String]) async {
        #expect(await terminal.run(all: ["login"] + options) == .failure)
    }

    private func signUp() async throws {
        let app = GatehouseClient(server.nativeConfiguration())
        guard case .codeRequired(let step) = try await app.signUp(email: email, password: password) else { return }
        _ = try await step.submit(try #require(try await server.mailedCode(to: email)))
    }
}
