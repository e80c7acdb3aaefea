import Foundation
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct KeyringTests {
    /// Returns the keyring of another process over the same records.
    private func keyring(
        beside server: ServerHarness,
        masterKey: MasterKey? = nil
    ) -> Keyring {
        Keyring(
            lifetimes: server.identity.settings.lifetimes,
            environment: server.identity.environment,
            store: server.store,
            masterKey: masterKey ?? server.identity.masterKey
        )
    }

    private func failure(of body: () async throws(KeyringError) -> Void) async -> KeyringError? {
        do throws(KeyringError) {
            try await body()
            return nil
        } catch {
            return error
        }
    }

    @Test func generatesKeyOnFirstUseAndKeepsIt() async throws {
        let server = try ServerHarness()
        let key = try await server.identity.keyring.signingKey(.es256)
        #expect(try await server.identity.keyring.signingKey(.es256).keyID == key.keyID)
        #expect(try await keyring(beside: server).signingKey(.es256).keyID == key.keyID)
        #expect(try await server.store.keys().map(\.id.rawValue) == [key.keyID])

        try await server.identity.keyring.prepare()
        #expect(try await server.store.keys().map(\.algorithm) == [.es256, .rs256])
    }

    @Test func publishesKeysOfBothAlgorithmsFromFirstRequest() async throws {
        let server = try ServerHarness()
        let published = try await server.identity.keyring.publicKeys().keys.compactMap(\.keyID)
        #expect(try await server.store.keys().map(\.algorithm) == [.es256, .rs256])
        #expect(
            published == [
                try await server.identity.keyring.signingKey(.es256).keyID,
                try await server.identity.keyring.signingKey(.rs256).keyID,
            ]
        )
    }

    @Test func generatesOneKeyForConcurrentProcesses() async throws {
        let server = try ServerHarness()
        let names = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<50 {
                let keyring = keyring(beside: server)
                group.addTask { try await keyring.signingKey(.es256).keyID }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(try await server.store.keys().map(\.id.rawValue) == Array(names))
        #expect(names.count == 1)
    }

    @Test func sealsPrivateKeyWithMasterKey() async throws {
        let server = try ServerHarness()
        let key = try await server.identity.keyring.signingKey(.es256)
        let stored = try #require(try await server.store.keys().first)
        #expect(stored.sealedPrivateKey.firstRange(of: key.privateMaterial) == nil)

        let another = try #require(MasterKey(bytes: Data(repeating: 8, count: 32)))
        let other = keyring(beside: server, masterKey: another)
        let unreadable = KeyringError.unreadable(key.keyID)
        #expect(await failure { () throws(KeyringError) in _ = try await other.signingKey(.es256) } == unreadable)
        #expect(await failure { () throws(KeyringError) in _ = try await other.publicKeys() } == unreadable)
        #expect(await failure { () throws(KeyringError) in try await other.prepare() } == unreadable)
        #expect(try await server.store.keys() == [stored], "No new key is generated next to an unreadable one.")
    }

    @Test func rejectsKeyStoredUnderAnotherID() async throws {
        let server = try ServerHarness()
        _ = try await server.identity.keyring.signingKey(.es256)
        let stored = try #require(try await server.store.keys().first)
        let renamed = StoredKey(
            id: "another-name",
            algorithm: stored.algorithm,
            sealedPrivateKey: stored.sealedPrivateKey,
            createdAt: stored.createdAt
        )
        try await server.store.commit([.key(.delete(stored.id)), .key(.insert(renamed))])
        let keyring = keyring(beside: server)
        let failure = await failure { () throws(KeyringError) in _ = try await keyring.signingKey(.es256) }
        #expect(failure == .unreadable("another-name"))
    }

    @Test func keepsPublishingRotatedKeysUntilTheirTokensExpire() async throws {
        let server = try ServerHarness()
        let keyring = server.identity.keyring
        try await keyring.prepare()
        let old = try await keyring.publicKeys().keys.compactMap(\.keyID)
        let new = try await keyring.rotate()
        #expect(new.count == 2)
        #expect(Set(new).isDisjoint(with: old))
        #expect(try await keyring.publicKeys().keys.compactMap(\.keyID) == old + new)
        server.clock.advance(by: 3)
        #expect(new.contains(try await keyring.signingKey(.es256).keyID))
        #expect(new.contains(try await keyring.signingKey(.rs256).keyID))

        // One hour for the tokens, six seconds for nodes that still signed with the old keys.
        server.clock.advance(by: 3_602.999)
        #expect(try await keyring.publicKeys().keys.compactMap(\.keyID) == old + new)
        server.clock.advance(by: 0.001)
        #expect(try await self.keyring(beside: server).publicKeys().keys.compactMap(\.keyID) == new)
    }

    @Test func signsWithNewKeyOnceEveryNodeHasIt() async throws {
        let server = try ServerHarness()
        let nodes = [server.identity.keyring, keyring(beside: server)]
        var old = try await nodes[0].signingKey(.es256).keyID
        for _ in 1...2 {
            let new = try #require(try await nodes[0].rotate().first)
            server.clock.advance(by: 0.001)
            _ = try await nodes[1].publicKeys()
            server.clock.advance(by: 1.999)
            for node in nodes {
                #expect(try await node.publicKeys().keys.contains { $0.keyID == new })
                #expect(try await node.signingKey(.es256).keyID == old)
            }
            server.clock.advance(by: 1)
            for node in nodes { #expect(try await node.signingKey(.es256).keyID == new) }
            old = new
        }
    }

    @Test func activatesKeysOfConsecutiveRotationsInOrder() async throws {
        let server = try ServerHarness()
        let keyring = server.identity.keyring
        let first = try await keyring.signingKey(.es256).keyID
        let second = try await keyring.rotate()
        server.clock.advance(by: 1)
        let third = try await keyring.rotate()
        server.clock.advance(by: 1.999)
        #expect(try await keyring.signingKey(.es256).keyID == first)
        server.clock.advance(by: 0.001)
        #expect(try await [keyring.signingKey(.es256).keyID] == second)
        server.clock.advance(by: 1)
        #expect(try await [keyring.signingKey(.es256).keyID] == third)
    }

    @Test func verifiesTokensOfPreviousKeyAfterRotation() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let account = try await server.addAccount()
        let before = try #require(try await server.signIn(account, to: client).idToken)
        _ = try await server.identity.keyring.rotate()
        server.clock.advance(by: 3)
        let after = try #require(try await server.signIn(account, to: client).idToken)
        let old = try await server.read(before, as: IDTokenClaims.self, kind: .idToken)
        let new = try await server.read(after, as: IDTokenClaims.self, kind: .idToken)
        #expect(old.claims.subject == new.claims.subject)
        #expect(old.header.keyID != new.header.keyID)
    }

    @Test func seesRotationOfAnotherProcessWithinTwoSeconds() async throws {
        let server = try ServerHarness()
        let old = try await server.identity.keyring.publicKeys().keys.compactMap(\.keyID)
        let new = try await keyring(beside: server).rotate()
        server.clock.advance(by: 1.999)
        #expect(try await server.identity.keyring.publicKeys().keys.compactMap(\.keyID) == old)
        server.clock.advance(by: 0.001)
        #expect(try await server.identity.keyring.publicKeys().keys.compactMap(\.keyID) == old + new)
    }

    @Test func usesCachedKeysDuringStoreFailure() async throws {
        let server = try ServerHarness()
        let key = try await server.identity.keyring.signingKey(.es256).keyID
        server.store.isDown = true
        #expect(try await server.identity.keyring.signingKey(.es256).keyID == key)
        server.clock.advance(by: 5)
        let keyring = server.identity.keyring
        let failure = await failure { () throws(KeyringError) in _ = try await keyring.signingKey(.es256) }
        #expect(failure == .unavailable)
    }
}

@Suite struct KeySetHandlerTests {
    @Test func publishesRetiredKeyUntilItsTokensExpire() async throws {
        let server = try ServerHarness()
        let handler = server.identity.keySet
        let first = try await current(server)
        #expect(try await handler.keySet() == JSONWebKeySet(keys: first))
        _ = try await server.identity.keyring.rotate()
        server.clock.advance(by: 3)
        let second = try await current(server)
        #expect(try await handler.keySet() == JSONWebKeySet(keys: first + second))
        server.clock.advance(by: 3_610)
        #expect(try await handler.keySet() == JSONWebKeySet(keys: second))
    }

    private func current(_ server: ServerHarness) async throws -> [JSONWebKey] {
        [
            try await server.identity.keyring.signingKey(.es256).publicJWK,
            try await server.identity.keyring.signingKey(.rs256).publicJWK,
        ]
    }

    @Test func returnsTemporarilyUnavailableWhenStoreFails() async throws {
        let server = try ServerHarness()
        server.store.isDown = true
        let error = try await oauthError { try await server.identity.keySet.keySet() }
        #expect(error.code == .temporarilyUnavailable)
    }

    @Test func publishesCachedKeysDuringStoreFailure() async throws {
        let server = try ServerHarness()
        let handler = server.identity.keySet
        let keys = try await handler.keySet()
        server.store.isDown = true
        server.clock.advance(by: 60)
        #expect(try await handler.keySet() == keys)
        await #expect(throws: KeyringError.unavailable) { try await server.identity.keyring.verifier() }
    }
}
