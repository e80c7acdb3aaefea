import Foundation
import GatehouseCommands
import GatehouseStore
import Testing

@Suite struct KeysRotateTests {
    @Test func theCurrentKeysRetireAndStayUntilTheirTokensHaveExpired() async throws {
        let terminal = Terminal()
        #expect(await terminal.run("keys", "rotate", "--json") == .success)
        let made = try #require(try terminal.json() as? [String])
        let keys = try await terminal.store.keys()
        #expect(Set(keys.filter { $0.retiredAt == nil }.map(\.id.rawValue)) == Set(made))
        #expect(made.count == 2)
        let retired = keys.filter { $0.retiredAt != nil }
        #expect(retired.count == 2)
        #expect(retired.allSatisfy { ($0.expiresAt ?? .distantPast) >= Terminal.now.addingTimeInterval(3_600) })
        #expect(try await terminal.store.events(of: nil, before: nil, limit: 1).map(\.kind) == [.keysRotated])
    }

    @Test func aStrangersKeyFileIsNamedAsTheCause() async throws {
        let terminal = Terminal()
        await terminal.run("keys", "rotate")
        try Data(repeating: 9, count: 32).write(to: terminal.folder.appending(path: "key"))
        #expect(await terminal.run("keys", "rotate") == .failure)
        #expect(terminal.complaints.contains("Put back the key file"))
    }
}
