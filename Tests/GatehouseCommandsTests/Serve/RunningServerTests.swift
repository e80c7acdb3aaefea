import GatehouseCommands
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct RunningServerTests {
    private let terminal = Terminal()

    @Test func everyKeyIsThereBeforeAnybodyIsAnswered() async throws {
        // An address of the documentation (RFC 5737): nobody can listen there, so the start ends where it would begin to answer.
        let status = await terminal.run(
            "serve",
            "--issuer",
            "https://login.example.com",
            "--smtp",
            "smtps://mail.example.com",
            "--listen",
            "192.0.2.1:8080"
        )
        #expect(status == .failure)
        #expect(try await terminal.store.keys().map(\.algorithm) == [.es256, .rs256])
    }
}
