import Foundation
import Testing

@testable import Gatehouse

/// File handling, independent of the protection.
struct FileTokenStoreTests {
    private let key = TokenStoreKey(issuer: "https://id.example.com/a", clientID: "example-app")

    @Test func createsFilesReadableOnlyByOwner() async throws {
        try await stored { store, directory, file in
            #expect(try mode(of: file) == 0o600)
            #expect(try mode(of: directory) == 0o700)
            #expect(file.lastPathComponent.hasPrefix("id.example.com-"))
            #expect(file.lastPathComponent.hasSuffix(".json"))
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
            try await store.save(StoredSessions(generation: 2), for: key, replacing: 1)
            #expect(try mode(of: file) == 0o600)
        }
    }

    @Test func leavesNoTemporaryFiles() async throws {
        try await stored { _, directory, file in
            let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            #expect(Set(names) == [".lock", file.lastPathComponent])
        }
    }

    @Test(arguments: ["", "{", "[]", #"{"version":1}"#, "<html>", #"{"version":2,"anything":true}"#])
    func reportsUnreadableFileAsCorruptAndKeepsIt(text: String) async throws {
        try await stored { store, _, file in
            try Data(text.utf8).write(to: file)
            let error = await #expect(throws: TokenStoreError.self) { try await store.sessions(key) }
            #expect(error?.code == .corrupt)
            let save = await #expect(throws: TokenStoreError.self) {
                try await store.save(StoredSessions(generation: 1), for: key, replacing: nil)
            }
            #expect(save?.code == .corrupt)
            #expect(try Data(contentsOf: file) == Data(text.utf8))
            try await store.remove(key)
            #expect(try await store.sessions(key) == nil)
        }
    }

    @Test func removesOnlyCorruptFile() async throws {
        try await stored { store, _, file in
            let valid = try Data(contentsOf: file)
            try await store.removeCorrupt(key)
            #expect(try Data(contentsOf: file) == valid)
            let sessions = SessionStore(key, in: store)
            for damaged in [Data(), Data("{".utf8), Data(#"{"version":2}"#.utf8), Data(count: 5 << 20)] {
                try damaged.write(to: file)
                try await sessions.removeCorrupt()
                #expect(try await store.sessions(key)?.sessions ?? [] == [])
                try await sessions.removeCorrupt()
            }
        }
    }

    @Test func keepsSessionStoredSinceCorruptionWasFound() async throws {
        try await Directory.temporary { directory in
            let store = FileTokenStore(directory: directory, protection: .keyFile(in: directory))
            let app = try TestApp { $0.tokenStore = store }
            try await app.gatehouse.signIn()
            let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            let name = try #require(names.first { $0.hasSuffix(".json") })
            try Data("{".utf8).write(to: directory.appending(path: name))
            let late = try app.relaunched { $0.tokenStore = store }
            #expect(try await failure { try await late.session() }.code == .storeCorrupt)
            let quick = try app.relaunched { $0.tokenStore = store }
            try await quick.signOut()
            let session = try await quick.signIn()
            try await late.manager.removeCorruptData()
            #expect(try await quick.session()?.id == session.id)
        }
    }

    @Test func reportsFileOfAnotherClientAsCorrupt() async throws {
        try await stored { store, directory, file in
            let other = TokenStoreKey(issuer: key.issuer, clientID: "other")
            try await store.save(StoredSessions(generation: 1), for: other, replacing: nil)
            let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            let name = try #require(names.first { $0.hasSuffix(".json") && $0 != file.lastPathComponent })
            try FileManager.default.removeItem(at: directory.appending(path: name))
            try FileManager.default.copyItem(at: file, to: directory.appending(path: name))
            let error = await #expect(throws: TokenStoreError.self) { try await store.sessions(other) }
            #expect(error?.code == .corrupt)
        }
    }

    @Test func rejectsSymbolicLink() async throws {
        try await stored { store, directory, file in
            let target = directory.appending(path: "target")
            try FileManager.default.moveItem(at: file, to: target)
            try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
            let error = await #expect(throws: TokenStoreError.self) { try await store.sessions(key) }
            #expect(error?.code == .denied)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "Only the superuser can give a file away."))
    func rejectsFileOwnedByAnotherUser() async throws {
        try await stored { store, _, file in
            try FileManager.default.setAttributes([.ownerAccountID: 12_345], ofItemAtPath: file.path)
            let error = await #expect(throws: TokenStoreError.self) { try await store.sessions(key) }
            #expect(error?.code == .denied)
        }
    }

    @Test func reportsUnavailableWhenDirectoryCannotBeCreated() async throws {
        try await Directory.temporary { directory in
            let file = directory.appending(path: "file")
            try Data().write(to: file)
            let store = FileTokenStore(directory: file.appending(path: "below"), protection: .plaintext)
            let error = await #expect(throws: TokenStoreError.self) {
                try await store.save(StoredSessions(generation: 1), for: key, replacing: nil)
            }
            #expect(error?.code == .unavailable)
        }
    }

    @Test func overwritesTemporaryFileOfCrashedProcess() async throws {
        try await stored { store, _, file in
            try Data(repeating: 0x7B, count: 100_000).write(to: URL(fileURLWithPath: file.path + ".new"))
            try await store.save(StoredSessions(generation: 2), for: key, replacing: 1)
            #expect(try await store.sessions(key) == StoredSessions(generation: 2))
        }
    }

    @Test func timesOutOnLockOfStoppedProcess() async throws {
        try await stored { store, directory, _ in
            let stopped = try PrivateFile(at: directory.path + "/.lock", O_RDWR | O_CREAT)
            #expect(try stopped?.tryLock() == true)
            let error = await #expect(throws: TokenStoreError.self) { try await store.remove(key) }
            #expect(error?.code == .unavailable)
            #expect(try await store.sessions(key) != nil)
            _ = consume stopped
            try await store.remove(key)
        }
    }

    @Test func serializesSavesOfStoresInOneDirectory() async throws {
        try await stored { _, directory, _ in
            let stores = (0..<4).map { _ in FileTokenStore(directory: directory, protection: .plaintext) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for store in stores {
                    group.addTask {
                        for _ in 0..<5 {
                            while true {
                                let found = try await store.sessions(key)?.generation
                                let next = StoredSessions(generation: (found ?? 0) + 1)
                                if (try? await store.save(next, for: key, replacing: found)) != nil { break }
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await stores[0].sessions(key)?.generation == 21)
        }
    }

    private func mode(of url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }

    /// Runs the body with a store that contains generation 1, its directory and its file.
    private func stored(_ body: (FileTokenStore, URL, URL) async throws -> Void) async throws {
        try await Directory.temporary { parent in
            let directory = parent.appending(path: "gatehouse")
            let store = FileTokenStore(directory: directory, protection: .plaintext)
            try await store.save(StoredSessions(generation: 1), for: key, replacing: nil)
            let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            let name = try #require(names.first { $0.hasSuffix(".json") })
            try await body(store, directory, directory.appending(path: name))
        }
    }
}
