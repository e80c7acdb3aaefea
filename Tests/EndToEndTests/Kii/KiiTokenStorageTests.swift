import Foundation
import Gatehouse
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct KiiTokenStorageTests {
    @Test func storesTokensInPrivateFilesAndOmitsCustomFields() async throws {
        let world = try await World()
        let directory = TemporaryDirectory()
        let device = try KiiDevice(
            of: try await world.server.clients.addKii(options: .init(hasRefreshTokens: true)),
            on: world.server
        ) {
            $0.tokenStore = FileTokenStore(directory: URL(filePath: directory.path), protection: .plaintext)
        }
        let login = try await device.users.register(.named("ada", fields: ["diary": "lanterns are loud"]))
        _ = try await device.users.read(login.session)
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        var text = ""
        for name in names {
            let path = directory.path + "/" + name
            let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(permissions == 0o600, "\(name)")
            text += String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
        }
        #expect(text.contains(login.accessToken.reveal()))
        #expect(text.contains("ada example"))
        #expect(!text.contains("lanterns"))
        #expect(!text.contains("diary"))
        #expect(try device.relaunched().current()?.user.displayName == "ada example")
        try device.users.logOut()
        for name in names {
            let data = FileManager.default.contents(atPath: directory.path + "/" + name) ?? Data()
            #expect(!String(decoding: data, as: UTF8.self).contains(login.accessToken.reveal()))
        }
    }

    @Test func acceptsTokenOfAnotherClientOnlyIfAllowlisted() async throws {
        let world = try await World()
        try await world.server.clients.addPublic("website")
        let app = try await world.server.clients.addKii(options: .init(acceptedClients: ["app"]))
        let device = try KiiDevice(of: app, on: world.server)
        // Kii's API accepts bearer tokens only.
        let session = try await world.device { $0.dpop = .off }.app.signIn(scopes: [.profile, .email])
        let token = try await session.accessToken().value
        let login = try await device.users.logIn(accessToken: token)
        #expect(login.user.userID == session.account.id)
        #expect(login.user.emailAddress == "ada@example.com")
        let change = try await failure {
            try await device.users.update(login.session, KiiUpdateRequest(displayName: .set("Ada")))
        }
        #expect(
            (change.code, change.response?.error) == (.requestRejected, "UNAUTHORIZED"),
            "The token lacks the required scope."
        )
        let other = world.device(clientID: "website") { $0.dpop = .off }.app
        let website = try await other.signIn(scopes: [.profile]).accessToken().value
        let error = try await failure { try await device.users.logIn(accessToken: website) }
        #expect((error.code, error.response?.error) == (.requestRejected, "WRONG_TOKEN"))
    }
}
