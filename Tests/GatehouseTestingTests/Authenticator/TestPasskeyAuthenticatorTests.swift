import Foundation
import Gatehouse
import GatehouseTesting
import Testing

/// The authenticator of a test device, in an app's account screens and in its sign-ins.
@Suite struct TestPasskeyAuthenticatorTests {
    private let server = TestServer()

    @Test func addsPasskeyOfDeviceInApp() async throws {
        try await server.clients.addPublic("app")
        let ada = try await server.users.add(email: "ada@example.com", password: "correct horse battery")
        let device = server.device(of: ada)
        let app = GatehouseClient(configuration: device.configuration())
        let account = try await app.signIn(scopes: [.account]).account
        let added = try await account.addPasskey(named: "Phone")
        #expect(device.passkeys.passkeys.map(\.userName) == ["ada@example.com"])
        #expect(try await account.credentials().items == [added.credential])
        let error = await #expect(throws: AuthError.self) { try await account.addPasskey() }
        #expect(error?.code == .passkeyAlreadyAdded)
        #expect(device.passkeys.passkeys.count == 1)
    }

    @Test func cannotSignInWithoutUserVerification() async throws {
        try await server.clients.addPublic("app")
        var ada = try await server.users.add(email: "ada@example.com", password: "correct horse battery")
        ada.usesPasskey = true
        let device = server.device(of: ada)
        try await ada.addPasskey(on: device)
        device.passkeys.verifiesUser = false
        let error = await #expect(throws: AuthError.self) {
            try await GatehouseClient(configuration: device.configuration()).signIn()
        }
        #expect(error?.underlying?.contains("cannot verify the user") == true)
        device.passkeys.verifiesUser = true
        _ = try await GatehouseClient(configuration: device.configuration()).signIn()
    }

    @Test func rejectsClonedSecurityKey() async throws {
        try await server.clients.addPublic("app")
        let ada = try await server.users.add(email: "ada@example.com", password: "correct horse battery")
        let key = TestPasskeyAuthenticator(.securityKey, on: server)
        let device = server.device(of: ada, factors: TestFactors(on: server, passkeys: key))
        try await ada.addPasskey(on: device)
        try await server.users.setSecondFactor(true, of: "ada@example.com")
        key.signatureCount = 10
        _ = try await GatehouseClient(configuration: device.configuration()).signIn()
        key.signatureCount = 5
        await device.browser.forgetCookies()
        let error = await #expect(throws: AuthError.self) {
            var configuration = device.configuration()
            configuration.tokenStore = MemoryTokenStore()
            return try await GatehouseClient(configuration: configuration).signIn()
        }
        #expect(error?.underlying?.contains("Confirm it’s you") == true)
    }

    @Test(arguments: [
        (TestPasskeyAuthenticator.Backup.notEligible, "hwk"), (.eligible, "swk"), (.backedUp, "swk"),
    ])
    func reportsBackupToServer(backup: TestPasskeyAuthenticator.Backup, method: String) async throws {
        try await server.clients.addPublic("app")
        var ada = try await server.users.add(email: "ada@example.com", password: "correct horse battery")
        ada.usesPasskey = true
        let device = server.device(of: ada)
        device.passkeys.backup = backup
        try await ada.addPasskey(on: device)
        let session = try await GatehouseClient(configuration: device.configuration()).signIn()
        #expect(try await SignInClaims(of: session).amr.contains(method))
    }

    @Test func reportsPasskeyThatServerHasRemoved() async throws {
        try await server.clients.addPublic("app")
        var ada = try await server.users.add(email: "ada@example.com", password: "correct horse battery")
        ada.usesPasskey = true
        let device = server.device(of: ada)
        try await ada.addPasskey(on: device)
        let passkey = try #require(device.passkeys.passkeys.first)
        try await server.users.removePasskey(passkey.id, of: "ada@example.com")
        await #expect(throws: TestServerError.self) {
            try await server.users.removePasskey(passkey.id, of: "ada@example.com")
        }
        let error = await #expect(throws: AuthError.self) {
            try await GatehouseClient(configuration: device.configuration()).signIn()
        }
        #expect(error?.code == .cancelled)
        device.passkeys.remove(passkey.id)
        #expect(device.passkeys.passkeys == [])
    }
}
