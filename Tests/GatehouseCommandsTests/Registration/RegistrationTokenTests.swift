import Foundation
import GatehouseCommands
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct RegistrationTokenTests {
    private let terminal = Terminal()

    @Test func createsTokenThatIsStoredAsHash() async throws {
        let status = await terminal.run(
            all: ["registration", "token", "create", "--note", "Partners", "--uses", "3", "--lifetime", "1d"]
        )
        #expect(status == .success)
        let secret = terminal.printed.trimmingCharacters(in: .newlines)
        let token = try #require(try await terminal.store.initialAccessTokens().first)
        #expect(token.id.rawValue == OpaqueToken.hash(of: secret))
        #expect(token.note == "Partners")
        #expect(token.remaining == 3)
        #expect(token.expiresAt == Terminal.now.addingTimeInterval(86_400))
    }

    @Test(arguments: [nil, "off", "token", "open"])
    func warnsIfRegistrationIsOff(mode: String?) async {
        let terminal = Terminal(environment: mode.map { ["GATEHOUSE_REGISTRATION": $0] } ?? [:])
        #expect(await terminal.run("registration", "token", "create") == .success)
        #expect(terminal.errorOutput.contains("Registration is off") == (mode == nil || mode == "off"))
    }

    @Test func createsTokenForOneClientByDefault() async throws {
        #expect(await terminal.run("registration", "token", "create") == .success)
        #expect(try await terminal.store.initialAccessTokens().first?.remaining == 1)
    }

    @Test func createsTokenForAnyNumberOfClients() async throws {
        #expect(await terminal.run("registration", "token", "create", "--uses", "0") == .success)
        let token = try #require(try await terminal.store.initialAccessTokens().first)
        #expect(token.remaining == nil)
    }

    @Test(arguments: [["--uses", "-1"], ["--uses", "many"], ["--lifetime", "-1d"], ["--lifetime", "366d"]])
    func rejectsInvalidNumbers(options: [String]) async {
        #expect(await terminal.run(all: ["registration", "token", "create"] + options) == .failure)
        #expect(terminal.errorOutput.contains("The value '\(options[1])' is invalid for '\(options[0]) <"))
    }

    @Test func listsAndRevokesTokens() async throws {
        await terminal.run("registration", "token", "create", "--note", "Partners")
        _ = terminal.printed
        let hash = try #require(try await terminal.store.initialAccessTokens().first).id.rawValue
        let id = hash.drop { $0 == "-" }.prefix(12)
        #expect(await terminal.run("registration", "token", "list") == .success)
        let list = terminal.printed
        #expect(list.contains(id))
        #expect(list.contains("Partners"))
        #expect(await terminal.run("registration", "token", "revoke", String(id)) == .success)
        #expect(try await terminal.store.initialAccessTokens().isEmpty)
        let events = try await terminal.store.events(of: nil, before: nil, limit: 10)
        #expect(Set(events.map(\.kind)) == [.initialAccessTokenRevoked, .initialAccessTokenCreated])
        #expect(events.allSatisfy { $0.detail == String(id) })
    }

    @Test func printsTokenAsJSON() async throws {
        #expect(await terminal.run("registration", "token", "create", "--note", "Partners", "--json") == .success)
        let object = try #require(try terminal.json() as? [String: Any])
        #expect(object["note"] as? String == "Partners")
        #expect(object["created"] as? String == "2023-11-14T22:13:20Z")
        #expect(object["expires"] as? String == "2023-11-21T22:13:20Z")
        #expect((object["token"] as? String)?.isEmpty == false)
    }

    @Test func reportsUnknownToken() async {
        #expect(await terminal.run("registration", "token", "revoke", "unknown") == .failure)
    }
}
