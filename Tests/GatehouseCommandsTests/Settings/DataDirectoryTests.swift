import Foundation
import GatehouseCommands
import GatehouseConcurrency
import GatehouseServer
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

    @Test func createsKeyFileReadableOnlyByOwner() async throws {
        try await withFolder { directory in
            _ = try directory.masterKey(random: RandomSource { Data(repeating: 7, count: $0) })
            #expect(try mode(directory.keyFile) == 0o600)
            #expect(try mode(directory.folder) == 0o700)
            #expect(try Data(contentsOf: directory.keyFile) == Data(repeating: 7, count: 32))
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.folder.path) == ["key"])
        }
    }

    @Test func reusesExistingKey() async throws {
        try await withFolder { directory in
            let first = try directory.masterKey(random: RandomSource { Data(repeating: 7, count: $0) })
            let second = try directory.masterKey(random: RandomSource { Data(repeating: 8, count: $0) })
            #expect(first.fingerprint(.counters, "a") == second.fingerprint(.counters, "a"))
        }
    }

    @Test func doesNotReplaceDamagedKeyFile() async throws {
        try await withFolder { directory in
            try directory.create()
            try Data([1, 2, 3]).write(to: directory.keyFile)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: directory.keyFile.path)
            #expect(throws: CommandError.self) {
                _ = try directory.masterKey(random: RandomSource { Data(repeating: 7, count: $0) })
            }
            #expect(try Data(contentsOf: directory.keyFile) == Data([1, 2, 3]))
        }
    }

    @Test(arguments: [0o640, 0o604, 0o644, 0o620, 0o602])
    func rejectsKeyFileAccessibleByOthers(mode: Int) async throws {
        try await withFolder { directory in
            _ = try directory.masterKey(random: RandomSource { Data(repeating: 7, count: $0) })
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: directory.keyFile.path)
            let failure = try #require(
                #expect(throws: CommandError.self) {
                    _ = try directory.masterKey(random: RandomSource { Data(repeating: 8, count: $0) })
                }
            )
            #expect(failure.message.contains("mode 0\(String(mode, radix: 8))"))
            #expect(failure.advice?.contains("chmod 600 \(directory.keyFile.path)") == true)
            #expect(try self.mode(directory.keyFile) == mode)
        }
    }

    @Test(arguments: [0o770, 0o702, 0o720, 0o1777])
    func rejectsFolderWritableByOthers(mode: Int) async throws {
        try await withFolder { directory in
            for isFirstStart in [true, false] {
                try directory.create()
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: directory.folder.path)
                let failure = try #require(
                    #expect(throws: CommandError.self) {
                        _ = try directory.masterKey(random: RandomSource { Data(repeating: 7, count: $0) })
                    }
                )
                let reason = "writable by other users (mode 0\(String(mode, radix: 8)))"
                #expect(failure.message.contains("\(directory.folder.path) is \(reason)"))
                #expect(failure.advice?.contains("chmod go-w") == true)
                #expect(FileManager.default.fileExists(atPath: directory.keyFile.path) == !isFirstStart)
                try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.folder.path)
                _ = try directory.masterKey(random: RandomSource { Data(repeating: 7, count: $0) })
            }
        }
    }

    @Test func acceptsReadOnlyKeyFile() async throws {
        try await withFolder { directory in
            _ = try directory.masterKey(random: RandomSource { Data(repeating: 7, count: $0) })
            try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: directory.keyFile.path)
            _ = try directory.masterKey(random: RandomSource { Data(repeating: 8, count: $0) })
        }
    }
}
