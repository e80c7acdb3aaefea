import Foundation
import GatehouseTesting
import Testing

@testable import Gatehouse

@Suite struct KeychainTokenStoreTests {
    private static let key = TokenStoreKey(issuer: "https://id.example.com", clientID: "app")

    private static let identity = InMemoryKeychain.Identity(
        isInLoginKeychain: false,
        accessGroup: "app",
        service: "gatehouse",
        account: "https://id.example.com app"
    )

    private static func data(_ text: String) -> Data {
        Data(text.utf8)
    }

    /// Returns the error of a call; `nil` if it succeeds.
    private func error(_ body: () async throws -> Void) async -> TokenStoreError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? TokenStoreError
        }
    }

    @Test(arguments: TokenStoreConformance.all)
    func conformsToContractInDataProtectionKeychain(contract: TokenStoreConformance) async throws {
        try await contract.run(on: KeychainTokenStore(in: InMemoryKeychain()))
    }

    @Test(arguments: TokenStoreConformance.all)
    func conformsToContractInAccessGroup(contract: TokenStoreConformance) async throws {
        let keychain = InMemoryKeychain(accessGroups: ["app", "group"])
        try await contract.run(on: KeychainTokenStore(accessGroup: "group", in: keychain))
        #expect(keychain.items.keys.allSatisfy { $0.accessGroup == "group" })
    }

    @Test(arguments: TokenStoreConformance.all)
    func conformsToContractInLoginKeychain(contract: TokenStoreConformance) async throws {
        try await Directory.temporary { directory in
            let keychain = InMemoryKeychain(accessGroups: [], loginKeychainLock: directory.path)
            try await contract.run(on: KeychainTokenStore(in: keychain))
            #expect(keychain.items.keys.allSatisfy { $0.isInLoginKeychain })
        }
    }

    @Test func storesDigestAsAttribute() async throws {
        let keychain = InMemoryKeychain()
        let store = KeychainTokenStore(in: keychain)
        try await store.save(Self.data("abc"), for: Self.key, replacing: nil)
        // The first example of FIPS 180-2.
        let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(keychain.items.keys.map { $0 } == [Self.identity])
        #expect(keychain.items[Self.identity]?.generic?.map { String(format: "%02x", $0) }.joined() == digest)
    }

    @Test func replacesItemWithoutDigest() async throws {
        let keychain = InMemoryKeychain()
        let store = KeychainTokenStore(in: keychain)
        keychain.items = [Self.identity: KeychainContents(data: Self.data("old"), generic: Self.data("version"))]
        let rejected = await error { try await store.save(Self.data("x"), for: Self.key, replacing: Self.data("y")) }
        #expect(rejected?.code == .conflict)
        #expect(keychain.items[Self.identity]?.data == Self.data("old"))
        try await store.save(Self.data("new"), for: Self.key, replacing: Self.data("old"))
        #expect(try await store.load(Self.key) == Self.data("new"))
        try await store.save(Self.data("newer"), for: Self.key, replacing: Self.data("new"))
        #expect(try await store.load(Self.key) == Self.data("newer"))
    }

    @Test func reportsConflictIfItemExistsOrIsMissing() async throws {
        let store = KeychainTokenStore(in: InMemoryKeychain())
        let replacement = await error { try await store.save(Self.data("b"), for: Self.key, replacing: Self.data("a")) }
        #expect(replacement?.code == .conflict)
        try await store.save(Self.data("a"), for: Self.key, replacing: nil)
        let addition = await error { try await store.save(Self.data("b"), for: Self.key, replacing: nil) }
        #expect(addition?.code == .conflict)
        #expect(try await store.load(Self.key) == Self.data("a"))
    }

    @Test func usesLoginKeychainOfMacWithoutEntitlement() async throws {
        try await Directory.temporary { directory in
            let keychain = InMemoryKeychain(accessGroups: [], loginKeychainLock: directory.path)
            let store = KeychainTokenStore(in: keychain)
            try await store.save(Self.data("a"), for: Self.key, replacing: nil)
            #expect(try await store.load(Self.key) == Self.data("a"))
            // The choice is made once.
            #expect(keychain.calls == [.dataProtection(accessGroup: nil), .login, .login])
        }
    }

    @Test func usesDataProtectionKeychainOfMacWithEntitlement() async throws {
        let keychain = InMemoryKeychain(loginKeychainLock: "/unused")
        try await KeychainTokenStore(in: keychain).save(Self.data("a"), for: Self.key, replacing: nil)
        #expect(keychain.calls == [.dataProtection(accessGroup: nil)])
    }

    @Test(arguments: [nil, "group"], [nil, "/unused"])
    func deniesAccessWithoutEntitlement(accessGroup: String?, lock: String?) async {
        guard accessGroup != nil || lock == nil else { return }
        let keychain = InMemoryKeychain(accessGroups: [], loginKeychainLock: lock)
        let store = KeychainTokenStore(accessGroup: accessGroup, in: keychain)
        let denied = TokenStoreError(.denied, "keychain status -34018: no description")
        #expect(await error { _ = try await store.load(Self.key) } == denied)
        #expect(await error { try await store.save(Self.data("a"), for: Self.key, replacing: nil) } == denied)
        #expect(await error { try await store.remove(Self.key) } == denied)
        #expect(Set(keychain.calls) == [.dataProtection(accessGroup: accessGroup)])
    }

    @Test func isLockedBeforeFirstUnlock() async throws {
        let keychain = InMemoryKeychain()
        let store = KeychainTokenStore(in: keychain)
        try await store.save(Self.data("a"), for: Self.key, replacing: nil)
        keychain.fail(with: .interactionNotAllowed)
        let errors = [
            await error { _ = try await store.load(Self.key) },
            await error { try await store.save(Self.data("b"), for: Self.key, replacing: Self.data("a")) },
            await error { try await store.save(Self.data("b"), for: Self.key, replacing: nil) },
            await error { try await store.remove(Self.key) },
            await error { try await store.removeCorrupt(Self.key) },
            await error { try await store.checkWritable(Self.key, byteCount: 1) },
        ]
        #expect(errors.map { $0?.code } == Array(repeating: .locked, count: 6))
        keychain.fail(with: nil)
        #expect(try await store.load(Self.key) == Self.data("a"))
    }

    @Test(arguments: [
        (KeychainStatus.authFailed, TokenStoreError.Code.denied, "keychain status -25293: no description"),
        (.userCanceled, .denied, "keychain status -128: no description"),
        (.decode, .corrupt, "keychain status -26275: Unable to decode the provided data."),
        (KeychainStatus(rawValue: -50), .unavailable, "keychain status -50: no description"),
    ])
    func reportsStatus(status: KeychainStatus, code: TokenStoreError.Code, detail: String) async {
        let keychain = InMemoryKeychain()
        keychain.fail(with: status)
        let store = KeychainTokenStore(in: keychain)
        #expect(await error { _ = try await store.load(Self.key) } == TokenStoreError(code, detail))
    }

    @Test func removesItemWithoutData() async throws {
        let keychain = InMemoryKeychain()
        let store = KeychainTokenStore(in: keychain)
        keychain.items = [Self.identity: KeychainContents(generic: Self.data("version"))]
        #expect(await error { _ = try await store.load(Self.key) }?.code == .corrupt)
        try await store.removeCorrupt(Self.key)
        #expect(keychain.items.isEmpty)
    }

    @Test func separatesAccessGroups() async throws {
        let keychain = InMemoryKeychain(accessGroups: ["app", "first", "second"])
        let (first, second) = (
            KeychainTokenStore(accessGroup: "first", in: keychain),
            KeychainTokenStore(accessGroup: "second", in: keychain)
        )
        try await first.save(Self.data("1"), for: Self.key, replacing: nil)
        #expect(try await second.load(Self.key) == nil)
        try await second.save(Self.data("2"), for: Self.key, replacing: nil)
        try await second.remove(Self.key)
        #expect(try await first.load(Self.key) == Self.data("1"))
    }

    @Test func isSharedOnMacAndInAccessGroup() {
        #expect(!KeychainTokenStore(in: InMemoryKeychain()).isSharedBetweenProcesses)
        #expect(KeychainTokenStore(accessGroup: "group", in: InMemoryKeychain()).isSharedBetweenProcesses)
        #expect(KeychainTokenStore(in: InMemoryKeychain(loginKeychainLock: "/unused")).isSharedBetweenProcesses)
    }
}
