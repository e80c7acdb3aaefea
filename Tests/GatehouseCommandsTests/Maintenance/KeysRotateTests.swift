import Foundation
import GatehouseCommands
import GatehouseStore
import Testing

@Suite struct KeysRotateTests {
    @Test func keepsRetiredKeysUntilTheirTokensExpire() async throws {
        let terminal = Terminal()
        #expect(await terminal.run("keys", "rotate", "--json") == .success)
        let created = try #require(try terminal.json() as? [String])
        let keys = try await terminal.store.keys()
        #expect(Set(keys.filter { $0.retiredAt == nil }.map(\.id.rawValue)) == Set(created))
        #expect(created.count == 2)
        let retired = keys.filter { $0.retiredAt != nil }
        #expect(retired.count == 2)
        #expect(retired.allSatisfy { ($0.expiresAt ?? .distantPast) >= Terminal.now.addingTimeInterval(3_600) })
        #expect(try await terminal.store.events(of: nil, before: nil, limit: 1).map(\.kind) == [.keysRotated])
    }

    @Test func reportsForeignKeyFile() async throws {
        let terminal = Terminal()
        await terminal.run("keys", "rotate")
        try Data(repeating: 9, count: 32).write(to: terminal.folder.appending(path: "key"))
        #expect(await terminal.run("keys", "rotate") == .failure)
        #expect(terminal.errorOutput.contains("Restore its key file"))
    }
}
