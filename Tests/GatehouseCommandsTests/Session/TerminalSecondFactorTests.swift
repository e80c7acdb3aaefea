import AnswerSchemas
import Foundation
import Gatehouse
import GatehouseCommands
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import Testing

/// `gatehouse login --native` on a server that requires second factors.
@Suite(.timeLimit(.minutes(2))) struct TerminalSecondFactorTests {
    private let server = TestServer(
        store: MemoryStore(),
        factors: FactorSettings(secondFactor: .required, acceptsSMSCodes: true),
        watchedBy: AnswerChecks.check
    )
    private let terminal: Terminal
    private let email = "ada@example.com"
    private let phone = "+819012345678"
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
            all: [
                "login", "--native", "--issuer", server.issuer.absoluteString, "--client-id", "app", "--email", email,
            ] + options
        )
    }

    private func enqueueCode(to address: String) {
        terminal.enqueueInput { [server] in try #require(try await server.mailedCode(to: address)) }
    }

    /// Enters the input of a sign-up with a phone number as the second factor.
    private func enqueueSignUp() {
        enqueueCode(to: email)
        terminal.enqueueInput(password, password)
        terminal.enqueueInput("2", "12", "2", phone, "00000000")
        enqueueCode(to: phone)
    }

    @Test func enrolsPhoneNumberAfterSignUp() async throws {
        try await server.clients.addNative()
        enqueueSignUp()
        #expect(await login("--sign-up") == .success)
        let output = terminal.errorOutput
        for words in ["Your account needs a second factor.", "Phone number: ", "-digit code sent to"] {
            #expect(output.contains(words), "\(words) is missing in: \(output)")
        }
        #expect(terminal.printed == "Signed in as \(email).\n")
    }

    @Test func promptsForCodeOfSecondFactor() async throws {
        try await server.clients.addNative()
        enqueueSignUp()
        #expect(await login("--sign-up") == .success)
        server.clock.advance(by: 301)
        // An empty line requests another code.
        terminal.enqueueInput("", password, "")
        enqueueCode(to: phone)
        #expect(await login() == .success)
        #expect(terminal.errorOutput.contains("New code sent."))
    }
}
