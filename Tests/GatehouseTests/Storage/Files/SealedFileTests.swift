import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import Gatehouse

/// The store with its key in a file, which depends on no system service.
struct SealedFileTests {
    private let key = TokenStoreKey(issuer: "https://id.example.com/a", clientID: "example-app")

    @Test(arguments: TokenStoreConformance.all)
    func conformsToTokenStoreContract(contract: TokenStoreConformance) async throws {
        try await Directory.temporary { directory in try await contract.run(on: store(in: directory)) }
    }

    @Test func encryptsFileWithKeyInSeparateDirectory() async throws {
        try await sealed { store, directory, file in
            let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
            #expect(text.hasPrefix(#"{"key":""#) && text.contains(#","protection":"key-file","sealed":""#))
            #expect(text.hasSuffix(#"","version":2}"#))
            let sealed = try #require(text.firstMatch(of: /"sealed":"([^"]+)"/)?.output.1)
            let bytes = String(decoding: try #require(Data(base64Encoded: String(sealed))), as: UTF8.self)
            // Base64 can contain a short text by chance.
            let rest = text.replacing(sealed, with: "")
            for secret in ["access-1", "ada", "example-app"] {
                #expect(!rest.contains(secret) && !bytes.contains(secret))
            }
            let keys = directory.appending(path: "data/gatehouse")
            let name = try #require(try FileManager.default.contentsOfDirectory(atPath: keys.path).first)
            #expect(name.hasPrefix("id.example.com-") && name.hasSuffix(".key"))
            #expect(try mode(of: keys) == 0o700)
            #expect(try mode(of: keys.appending(path: name)) == 0o600)
            #expect(try mode(of: file) == 0o600)
            let files = try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
            #expect(Set(files) == [".lock", file.lastPathComponent])
        }
    }

    @Test func rejectsCopiedFileWithoutKey() async throws {
        try await sealed { _, directory, file in
            try await Directory.temporary { other in
                let copy = other.appending(path: "state/gatehouse")
                try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
                try FileManager.default.copyItem(at: file, to: copy.appending(path: file.lastPathComponent))
                let reader = self.store(in: other)
                try await expectFailure(reader, .corrupt)
                // Another key does not decrypt the file, and no key is created while the file exists.
                #expect(!FileManager.default.fileExists(atPath: other.appending(path: "data").path))
                try await reader.remove(key)
                try await reader.save(signedIn(1, "eve"), for: key, replacing: nil)
                #expect(try await self.store(in: other).sessions(key) == signedIn(1, "eve"))
            }
        }
    }

    @Test(arguments: ["missing", "changed", "empty"])
    func reportsMissingKeyAndReadsAgainOnceRestored(how: String) async throws {
        try await sealed { _, directory, file in
            let before = try Data(contentsOf: file)
            let keys = directory.appending(path: "data/gatehouse")
            let name = try #require(try FileManager.default.contentsOfDirectory(atPath: keys.path).first)
            let path = keys.appending(path: name)
            let text = try Data(contentsOf: path)
            switch how {
            case "missing": try FileManager.default.removeItem(at: path)
            case "changed": try Data(Data(repeating: 7, count: 32).base64EncodedString().utf8).write(to: path)
            default: try Data().write(to: path)
            }
            let store = self.store(in: directory)
            try await expectFailure(store, .corrupt)
            let error = await #expect(throws: TokenStoreError.self) { try await store.sessions(key) }
            #expect(error?.detail.contains(path.path) == true)
            #expect(try Data(contentsOf: file) == before)
            #expect(try FileManager.default.contentsOfDirectory(atPath: keys.path).filter { $0 != name } == [])
            try text.write(to: path)
            #expect(try await store.sessions(key) == signedIn(1, "ada"))
        }
    }

    @Test func keepsExistingKeysWhenKeyDirectoryChanges() async throws {
        try await sealed { _, directory, file in
            let named = directory.appending(path: "named")
            let store = self.store(in: directory, .keyFile(in: named))
            #expect(try await store.sessions(key) == signedIn(1, "ada"))
            try await store.save(signedIn(2, "ada"), for: key, replacing: 1)
            #expect(try await self.store(in: directory).sessions(key) == signedIn(2, "ada"))
            // A sign-in after all accounts are signed out creates a key in the new directory.
            try await store.save(StoredSessions(generation: 3), for: key, replacing: 2)
            try await store.checkWritable(key)
            try await store.save(signedIn(4, "eve"), for: key, replacing: 3)
            #expect(try FileManager.default.contentsOfDirectory(atPath: named.path).count == 1)
            try FileManager.default.removeItem(at: named)
            let reader = self.store(in: directory, .keyFile(in: named))
            let error = await #expect(throws: TokenStoreError.self) { try await reader.sessions(key) }
            #expect(error?.detail.contains(named.path) == true)
        }
    }

    @Test func acceptsKeyDirectoryOwnedByAnotherUser() async throws {
        try await Directory.temporary { directory in
            let mounted = directory.appending(path: "mounted")
            try FileManager.default.createDirectory(at: mounted, withIntermediateDirectories: true)
            // Only root can change the owner; otherwise the test's own user owns the directory.
            if geteuid() == 0 { #expect(unsafe chown(mounted.path, 12_345, 12_345) == 0) }
            let store = self.store(in: directory, .keyFile(in: mounted))
            try await store.checkWritable(key)
            try await store.save(signedIn(1, "ada"), for: key, replacing: nil)
            #expect(try await self.store(in: directory, .keyFile(in: mounted)).sessions(key) == signedIn(1, "ada"))
        }
    }

    @Test(arguments: ["protection", "key", "sealed", "version"])
    func reportsTamperedFileAsCorrupt(member: String) async throws {
        try await sealed { _, directory, file in
            var object = try JSONDecoder().decode([String: JSONValue].self, from: try Data(contentsOf: file))
            switch (member, object[member]) {
            case ("protection", _): object[member] = "a-later-one"
            case ("version", _): object[member] = 3
            case (_, .string(let text)?):
                // The last characters of the key's name, or of the authentication tag.
                object[member] = .string(text.dropLast(4) + (text.hasSuffix("AAA=") ? "BBB=" : "AAA="))
            default: Issue.record("The file has no member \(member).")
            }
            try JSONEncoder().encode(object).write(to: file)
            try await expectFailure(self.store(in: directory), .corrupt)
        }
    }

    @Test func rejectsFileOfAnotherClientWithItsKey() async throws {
        try await sealed { store, directory, file in
            let other = TokenStoreKey(issuer: key.issuer, clientID: "other")
            try await store.save(signedIn(1, "eve"), for: other, replacing: nil)
            let folder = file.deletingLastPathComponent()
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            let name = try #require(names.first { $0.hasSuffix(".json") && $0 != file.lastPathComponent })
            let keys = directory.appending(path: "data/gatehouse")
            for keyName in try FileManager.default.contentsOfDirectory(atPath: keys.path) {
                let renamed = keyName.replacing(file.deletingPathExtension().lastPathComponent, with: name.dropLast(5))
                try? FileManager.default.copyItem(at: keys.appending(path: keyName), to: keys.appending(path: renamed))
            }
            try FileManager.default.removeItem(at: folder.appending(path: name))
            try FileManager.default.copyItem(at: file, to: folder.appending(path: name))
            let reader = self.store(in: directory)
            let error = await #expect(throws: TokenStoreError.self) { try await reader.sessions(other) }
            let text = "The stored document was modified or belongs to another client."
            #expect(error == TokenStoreError(.corrupt, text))
        }
    }

    @Test func storesKeyInDirectoryChosenByApp() async throws {
        try await Directory.temporary { directory in
            let keys = directory.appending(path: "volume/keys")
            let state = directory.appending(path: "state")
            let store = FileTokenStore(directory: state, protection: .keyFile(in: keys), environment: [:])
            try await store.save(signedIn(1, "ada"), for: key, replacing: nil)
            #expect(try FileManager.default.contentsOfDirectory(atPath: keys.path).count == 1)
            let next = FileTokenStore(directory: state, protection: .keyFile(in: keys), environment: [:])
            #expect(try await next.sessions(key) == signedIn(1, "ada"))
        }
    }

    @Test(arguments: [false, true])
    func createsNewKeyForSignInAfterKeyLoss(isExplicit: Bool) async throws {
        try await sealed { store, directory, file in
            let keys = directory.appending(path: "data/gatehouse")
            let named = { FileTokenStore(directory: file.deletingLastPathComponent(), protection: .keyFile(in: keys)) }
            let store = isExplicit ? named() : store
            var signedOut = try #require(try await store.sessions(key))
            (signedOut.sessions, signedOut.current, signedOut.generation) = ([], nil, 2)
            try await store.save(signedOut, for: key, replacing: 1)
            try FileManager.default.removeItem(at: keys)
            try await store.checkWritable(key)
            try await store.save(signedIn(3, "eve"), for: key, replacing: 2)
            let next = isExplicit ? named() : self.store(in: directory)
            #expect(try await next.sessions(key) == signedIn(3, "eve"))
        }
    }

    /// The ways in which an encrypted file is damaged so that it does not look encrypted.
    enum Damage: CaseIterable {
        case truncated, garbled, laterVersion
    }

    @Test(arguments: Damage.allCases)
    func encryptsPendingRevocationsAfterClearingDamagedFile(damage: Damage) async throws {
        try await Directory.temporary { directory in
            let app = try TestApp { $0.tokenStore = store(in: directory) }
            try await app.gatehouse.signIn()
            let file = URL(filePath: store(in: directory).files.path(of: TestApp.key))
            let encrypted = try Data(contentsOf: file)
            let damaged =
                switch damage {
                case .truncated: encrypted.prefix(encrypted.count / 2)
                case .garbled: Data(encrypted.map { $0 ^ 1 })
                case .laterVersion: Data(#"{"sealed":"AAAA","version":3}"#.utf8)
                }
            try damaged.write(to: file)

            app.server.failNext(RevocationEndpoint.path, times: 9)
            #expect(try await app.gatehouse.signOut().device == .removed)
            await app.gatehouse.waitForPendingWork()
            let stored = try await store(in: directory).sessions(TestApp.key)
            #expect(stored?.pendingRevocations.map { $0.token.reveal() } == ["refresh-2"])
            let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
            #expect(text.contains(#""sealed":"#) && !text.contains("refresh-2"))
        }
    }

    @Test func createsOnlyKeyWhenCheckingWritability() async throws {
        try await Directory.temporary { directory in
            let store = store(in: directory)
            try await store.checkWritable(key)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: directory.path + "/state/gatehouse") == [".lock"]
            )
            let keys = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/data/gatehouse")
            #expect(keys.count == 1)
            try await self.store(in: directory).checkWritable(key)
            try await self.store(in: directory).save(signedIn(1, "ada"), for: key, replacing: nil)
            try await self.store(in: directory).checkWritable(key)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path + "/data/gatehouse") == keys)
            #expect(try await store.sessions(key) == signedIn(1, "ada"))
        }
    }

    @Test(arguments: ["state", "data"])
    func reportsUnavailableDirectoryWhenCheckingWritability(part: String) async throws {
        try await Directory.temporary { directory in
            try Data().write(to: directory.appending(path: part))
            let error = await #expect(throws: TokenStoreError.self) {
                try await store(in: directory).checkWritable(key)
            }
            #expect(error?.code == .unavailable)
        }
    }

    /// Expects every operation of the store to fail with this code.
    private func expectFailure(_ store: FileTokenStore, _ kind: TokenStoreError.Code) async throws {
        let load = await #expect(throws: TokenStoreError.self) { try await store.sessions(key) }
        let save = await #expect(throws: TokenStoreError.self) {
            try await store.save(signedIn(1, "eve"), for: key, replacing: nil)
        }
        let next = await #expect(throws: TokenStoreError.self) {
            try await store.save(signedIn(2, "eve"), for: key, replacing: 1)
        }
        let check = await #expect(throws: TokenStoreError.self) { try await store.checkWritable(key) }
        #expect([load, save, next, check].map { $0?.code } == [kind, kind, kind, kind])
    }

    private func signedIn(_ generation: UInt64, _ user: String) -> StoredSessions {
        StoredSessions(generation: generation, sessions: [.sample(user)], current: "grant-of-\(user)")
    }

    private func mode(of url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }

    /// Returns a new store, as in another process.
    private func store(in directory: URL, _ protection: FileTokenStore.Protection = .automatic) -> FileTokenStore {
        FileTokenStore(
            directory: nil,
            protection: protection,
            environment: ["XDG_STATE_HOME": directory.path + "/state", "XDG_DATA_HOME": directory.path + "/data"]
        )
    }

    /// Runs the body with a store that contains a session, its directory and its file.
    private func sealed(_ body: (FileTokenStore, URL, URL) async throws -> Void) async throws {
        try await Directory.temporary { directory in
            let store = store(in: directory)
            try await store.save(signedIn(1, "ada"), for: key, replacing: nil)
            let state = directory.appending(path: "state/gatehouse")
            let names = try FileManager.default.contentsOfDirectory(atPath: state.path)
            let name = try #require(names.first { $0.hasSuffix(".json") })
            try await body(store, directory, state.appending(path: name))
        }
    }
}

extension StoredSession {
    fileprivate static func sample(_ user: String) -> StoredSession {
        StoredSession(
            id: "grant-of-\(user)",
            account: Account(id: user),
            scopes: [.openid],
            accessToken: Secret("access-1"),
            expiresAt: Date(timeIntervalSince1970: 1_800_000_000),
            refreshToken: Secret("refresh-1"),
            idToken: nil
        )
    }
}
