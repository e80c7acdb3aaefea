import AnswerSchemas
import Foundation
import Gatehouse
import GatehouseCommands
import GatehouseSecurityKeys
import GatehouseServer
import GatehouseTesting
import Testing

/// Passkeys and second factors of `gatehouse login` and of the account commands.
@Suite(.timeLimit(.minutes(2))) struct TerminalPasskeyTests {
    private let server = TestServer(watchedBy: AnswerChecks.check)
    private let key: TestPasskeyAuthenticator
    private let email = "ada@example.com"
    private let password = "correct horse battery"

    init() {
        key = TestPasskeyAuthenticator(.securityKey, on: server)
        // A key with a PIN.
        key.verifiesUser = true
    }

    private func terminal(_ authenticator: (any PasskeyAuthenticator)? = nil) -> Terminal {
        let clock = server.clock
        return Terminal(
            transport: InProcessTransport(to: server),
            clientEnvironment: ClientEnvironment(now: { clock.now }, sleep: { _ in }),
            passkeyAuthenticator: authenticator ?? key
        )
    }

    private func login(_ terminal: Terminal, _ options: String...) async -> GatehouseCommands.ExitStatus {
        await terminal.run(
            all: ["login", "--issuer", server.issuer.absoluteString, "--client-id", "app"] + options
        )
    }

    /// Creates an account with a passkey on the key.
    private func addPasskey(requiresSecondFactor: Bool = false) async throws {
        try await server.clients.addNative()
        try await server.users.add(email: email, password: password)
        var configuration = server.nativeConfiguration()
        configuration.passkeyAuthenticator = key
        let app = GatehouseClient(configuration: configuration)
        let session = try #require(try await app.signIn(email: email, password: password).session)
        try await session.account.addPasskey(named: "Key")
        if requiresSecondFactor { _ = try await session.account.turnOnSecondFactor() }
    }

    @Test func signsInWithPasskey() async throws {
        try await addPasskey()
        let terminal = terminal()
        #expect(await login(terminal, "--passkey") == .success)
        #expect(terminal.printed == "Signed in as \(email).\n")
        #expect(await terminal.run("whoami") == .success)
        let profile = SessionProfile.load(environment: ["XDG_CONFIG_HOME": terminal.folder.path])
        #expect(profile?.method == .passkey)
    }

    @Test func signsInAgainWithPasskeyForAccountCommands() async throws {
        try await addPasskey()
        let terminal = terminal()
        #expect(await login(terminal, "--passkey") == .success)
        server.clock.advance(by: 11 * 60)
        #expect(await terminal.run("account", "export") == .success)
        #expect(terminal.errorOutput.contains("Sign in again to continue."))
    }

    @Test func explainsMissingKey() async throws {
        try await addPasskey()
        let noKeys = unsafe SecurityKeyConnector(paths: { [] }, open: { _, _ in -1 })
        let prompts = SecurityKeyPrompts(
            pin: { () throws(AuthError) in throw .cancelled() },
            wrongPIN: {},
            touch: {},
            choose: { _ throws(AuthError) in throw .cancelled() }
        )
        let terminal = terminal(SecurityKeyAuthenticator(prompts: prompts, connector: noKeys))
        #expect(await login(terminal, "--passkey") == .failure)
        #expect(terminal.errorOutput.contains("No security key is connected. Insert one, then try again."))
    }

    @Test func usesKeyAsSecondFactor() async throws {
        try await addPasskey(requiresSecondFactor: true)
        let terminal = terminal()
        terminal.enqueueInput("", password, "1")
        #expect(await login(terminal, "--native", "--email", email) == .success)
        #expect(terminal.errorOutput.contains("Security key"))
    }

    @Test func offersOtherFactorsWithoutKey() async throws {
        try await addPasskey(requiresSecondFactor: true)
        let terminal = terminal(TestPasskeyAuthenticator(.securityKey, on: server))
        terminal.enqueueInput("", password, "1", "2", "000000")
        #expect(await login(terminal, "--native", "--email", email) == .cancelled)
        let output = terminal.errorOutput
        #expect(output.contains("The authenticator has no passkey that the server accepts."))
        #expect(output.contains("The code is incorrect."))
    }

    @Test(arguments: [["--passkey", "--native"], ["--passkey", "--device"], ["--passkey", "--no-browser"]])
    func rejectsConflictingOptions(options: [String]) async {
        #expect(await terminal().run(all: ["login"] + options) == .failure)
    }
}
