import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct PasswordVerifierTests {
    private let email = "ada@example.com"
    private let password = "correct horse battery"

    @Test func aHashOfAnotherCostIsReplacedAtSignIn() async throws {
        let hasher = PasswordHasher(cost: .minimal, threads: 1)
        let server = try await FullServer.with(hasher: hasher)
        var account = try await server.addAccount(email)
        account.passwordHash = try await PasswordHasher(cost: HashCost(memory: 16, passes: 1), threads: 1)
            .hash(Password(password))
        account.revision += 1
        try await server.core.store.commit([.account(.update(account))])

        var wrong = try await Visit(on: server)
        try await wrong.submit(.signInByPassword(email: email))
        #expect(await wrong.refused(.password("not the password")) == .wrongCredentials)
        #expect(try await server.account(email) == account)

        try await wrong.submit(.password(password))
        #expect(wrong.hasCode)
        let renewed = try #require(try await server.account(email))
        let hash = try #require(renewed.passwordHash)
        #expect(hash.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
        #expect(try await hasher.verify(Password(password), against: hash))
        #expect(renewed.updatedAt == account.updatedAt)

        var again = try await Visit(on: server)
        try await again.submit(.signInByPassword(email: email))
        try await again.submit(.password(password))
        #expect(again.hasCode)
        #expect(try await server.account(email) == renewed)
    }

    @Test func aPasswordChangedInMidSignInEndsThatSignIn() async throws {
        let store = SpyStore()
        let server = try await FullServer.with(store: store)
        var account = try await server.addAccount(email, password: password)
        var visit = try await Visit(on: server)
        try await visit.submit(.signInByPassword(email: email))

        account.passwordHash = try await server.core.hasher.hash(Password("purple monkey dishwasher"))
        account.revision += 1
        // The first commit of a try counts it; the second signs in, on the password as it was compared.
        store.precede([.account(.update(account))], skipping: 1)
        #expect(await visit.refused(.password(password)) == .wrongCredentials)
        #expect(visit.browser.session == nil)
        #expect(try await server.account(email)?.passwordHash == account.passwordHash)
        #expect(try await server.audited().contains(.signedIn) == false)
    }
}
