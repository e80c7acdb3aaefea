import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct PasswordVerifierTests {
    private let email = "ada@example.com"
    private let password = "correct horse battery"

    @Test func rehashesPasswordOfOtherCostOnSignIn() async throws {
        let hasher = PasswordHasher(cost: .minimal, threads: 1)
        let server = try await CompleteServer.with(hasher: hasher)
        var account = try await server.addAccount(email)
        account.passwordHash = try await PasswordHasher(cost: HashCost(memory: 16, passes: 1), threads: 1)
            .hash(Password(password))
        account.revision += 1
        try await server.store.commit([.account(.update(account))])

        var wrong = try await BrowserDriver(on: server)
        try await wrong.submit(.signInByPassword(email: email))
        #expect(await wrong.rejection(.password("not the password")) == .wrongCredentials)
        #expect(try await server.account(email) == account)

        try await wrong.submit(.password(password))
        #expect(wrong.hasCode)
        let renewed = try #require(try await server.account(email))
        let hash = try #require(renewed.passwordHash)
        #expect(hash.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
        #expect(try await hasher.verify(Password(password), against: hash))
        #expect(renewed.updatedAt == account.updatedAt)

        var again = try await BrowserDriver(on: server)
        try await again.submit(.signInByPassword(email: email))
        try await again.submit(.password(password))
        #expect(again.hasCode)
        #expect(try await server.account(email) == renewed)
    }

    @Test func rejectsSignInWhenPasswordChangesDuringIt() async throws {
        let store = SpyStore()
        let server = try await CompleteServer.with(store: store)
        var account = try await server.addAccount(email, password: password)
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.signInByPassword(email: email))

        account.passwordHash = try await server.identity.hasher.hash(Password("purple monkey dishwasher"))
        account.revision += 1
        // The first commit records the attempt and the second undoes it; the third signs in, on condition that the
        // password is unchanged.
        store.precede([.account(.update(account))], skipping: 2)
        #expect(await driver.rejection(.password(password)) == .wrongCredentials)
        #expect(driver.browser.session == nil)
        #expect(try await server.account(email)?.passwordHash == account.passwordHash)
        #expect(try await server.auditKinds().contains(.signedIn) == false)
    }

    @Test func acceptsPasswordDespiteConcurrentAccountChanges() async throws {
        let store = SpyStore()
        let app = try await KiiApp.standalone(store: store)
        let account = try await app.register("ada")
        store.compete { memory throws(StoreError) in try await memory.touch(account.id) }
        for _ in 0..<3 { #expect(try await app.signIn("ada").user == account.id) }
        #expect(try await app.stored(account)?.revision ?? 0 > 6)
    }

    @Test func rehashesDespiteConcurrentAccountChanges() async throws {
        let store = SpyStore()
        let app = try await KiiApp.standalone(store: store)
        let account = try await app.register("ada")
        let hash = try await PasswordHasher(cost: HashCost(memory: 16, passes: 1), threads: 1).hash(Password(password))
        try await store.commit([
            .account(.rehash(account.id, hash, credentialsRevision: account.credentialsRevision))
        ])
        store.compete { memory throws(StoreError) in try await memory.touch(account.id) }
        #expect(try await app.signIn("ada").user == account.id)
        let renewed = try #require(try await app.stored(account))
        #expect(renewed.passwordHash != hash)
        #expect(renewed.credentialsRevision == account.credentialsRevision)
    }

    @Test func doesNotCountCorrectPasswordAfterLostRace() async throws {
        let store = SpyStore()
        let app = try await KiiApp.standalone(store: store)
        let account = try await app.register("ada")
        let hashes = try await [
            app.server.identity.hasher.hash(Password(password)), app.server.identity.hasher.hash(Password(password)),
        ]
        store.compete { memory throws(StoreError) in
            guard var account = try await memory.account(account.id) else { return }
            account.passwordHash = account.passwordHash == hashes[0] ? hashes[1] : hashes[0]
            account.revision += 1
            try await memory.commit([.account(.update(account))])
        }
        for _ in 0..<5 {
            let error = await #expect(throws: OAuthError.self) { try await app.signIn("ada") }
            #expect(error?.code == .temporarilyUnavailable && error?.status == .serviceUnavailable)
        }
        store.compete(nil)
        for _ in 0..<9 {
            let error = await #expect(throws: OAuthError.self) { try await app.signIn("ada", "wrong horse battery") }
            #expect(error?.code == .invalidGrant)
        }
        #expect(try await app.signIn("ada").user == account.id)
    }
}

extension MemoryStore {
    /// Changes an unrelated attribute, as an app does that saves custom fields.
    fileprivate func touch(_ id: Account.ID) async throws(StoreError) {
        guard var account = try await account(id) else { return }
        account.attributes["level"] = .integer(Int64(account.revision))
        account.revision += 1
        try await commit([.account(.update(account))])
    }
}
