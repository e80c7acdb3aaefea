import Foundation
import GatehouseCommands
import GatehouseServer
import Synchronization
import Testing

@Suite struct DataDirectoryTests {
    private func withFolder(_ body: (DataDirectory) async throws -> Void) async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "gatehouse-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        try await body(DataDirectory(path: url.path))
    }

    private func mode(_ url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }

    @Test func theFirstStartMakesAKeyFileForItsOwnerAlone() async throws {
        try await withFolder { directory in
            _ = try directory.masterKey(random: RandomSource { Data(repeating: 7, count: $0) })
            #expect(try mode(directory.keyFile) == 0o600)
            #expect(try mode(directory.folder) == 0o700)
            #expect(try Data(contentsOf: directory.keyFile) == Data(repeating: 7, count: 32))
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.folder.path) == ["key"])
        }
    }

    @Test func laterStartsUseTheSameKey() async throws {
        try await withFolder { directory in
            let first = try directory.masterKey(random: RandomSource { Data(repeating: 7, count: $0) })
            let second = try directory.masterKey(random: RandomSource { Data(repeating: 8, count: $0) })
            #expect(first.fingerprint(.counters, "a") == second.fingerprint(.counters, "a"))
        }
    }

    @Test func aDamagedKeyFileIsNotReplaced() async throws {
        try await withFolder { directory in
            try directory.create()
            try Data([1, 2, 3]).write(to: directory.keyFile)
            #expect(throws: CommandFailure.self) {
                _ = try directory.masterKey(random: RandomSource { Data(repeating: 7, count: $0) })
            }
            #expect(try Data(contentsOf: directory.keyFile) == Data([1, 2, 3]))
        }
    }
}
