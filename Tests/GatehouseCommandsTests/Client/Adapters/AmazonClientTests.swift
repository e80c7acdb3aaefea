import Foundation
import GatehouseCommands
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct AmazonClientTests {
    private let terminal = Terminal()

    private func create(_ options: String...) async throws -> ClientInformation {
        let status = await terminal.run(
            all: ["client", "create", "--name", "Example App", "--amazon"] + options + ["--json"]
        )
        #expect(status == .success)
        return try JSONDecoder().decode(ClientInformation.self, from: Data(terminal.printed.utf8))
    }

    @Test func issuesSignedAPIKeyWithServerURL() async throws {
        let issuer = "https://id.example.com/login"
        let information = try await create("--bundle-id", "com.example.App", "--issuer", issuer)
        let text = try #require(information.apiKey)
        let key = try AmazonAPIKey(text)
        #expect(key.clientID == information.clientID)
        #expect(key.bundleID == "com.example.App")
        #expect(key.issuer == issuer)
        #expect(key.endpoints.authorization.absoluteString == issuer + "/ap/oa")
        #expect(key.endpoints.token.absoluteString == issuer + "/auth/o2/token")
        #expect(key.endpoints.revocation?.absoluteString == issuer + "/auth/o2/revoke")
        #expect(key.issuedAt == 1_700_000_000_000)
        #expect(key.id?.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)

        let parts = text.split(separator: ".").map(String.init)
        #expect(Data(base64Encoded: parts[2])?.count == 256)
        #expect(parts.prefix(2).joined(separator: ".") == key.unsigned)

        let client = try #require(try await terminal.store.client(Client.ID(information.clientID)))
        #expect(client.id.rawValue.wholeMatch(of: /amzn1\.application-oa2-client\.[0-9a-f]{32}/) != nil)
        #expect(client.secretHash == nil)
        #expect(client.requiresPKCE)
        #expect(client.redirectURIs == ["amzn-com.example.App://?methodName=signin", "http://127.0.0.1/callback"])
        #expect(client.grantTypes == [.authorizationCode, .refreshToken, .deviceCode])
        #expect(client.scopes == [.profile, .email, .amazonUserID, .postalCode, .offlineAccess])
    }

    @Test func registersWebsiteWithSecretAndWithoutPKCE() async throws {
        let information = try await create("--redirect-uri", "https://shop.example.com/cb", "--scope", "alexa:all")
        #expect(information.apiKey == nil)
        #expect(information.clientSecret != nil)
        let client = try #require(try await terminal.store.client(Client.ID(information.clientID)))
        #expect(client.isConfidential)
        #expect(!client.requiresPKCE)
        #expect(!client.mayOmitRedirectURI)
        #expect(client.redirectURIs == ["https://shop.example.com/cb"])
        #expect(client.scopes.contains(Scope(rawValue: "alexa:all")))
    }

    @Test func registersBrowserAppWithoutSecretAndWithPKCE() async throws {
        let information = try await create("--redirect-uri", "https://a.example.com/", "--type", "public")
        let client = try #require(try await terminal.store.client(Client.ID(information.clientID)))
        #expect(client.secretHash == nil)
        #expect(client.requiresPKCE)
    }

    @Test func allowsOmittedRedirectURI() async throws {
        let information = try await create("--redirect-uri", "https://a.example.com/", "--redirect-uri-optional")
        #expect(try await terminal.store.client(Client.ID(information.clientID))?.mayOmitRedirectURI == true)
    }

    @Test func printsAPIKeyOnSeparateLine() async throws {
        await terminal.run("client", "create", "--name", "App", "--amazon", "--bundle-id", "com.example.app")
        let lines = terminal.printed.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("Client ID      amzn1.application-oa2-client."))
        let key = try AmazonAPIKey(String(try #require(lines[1].split(separator: " ").last)))
        #expect(key.endpoints.token.absoluteString == "http://localhost:8080/auth/o2/token")
        #expect(terminal.errorOutput == "The API key contains the server URL http://localhost:8080.\n")
    }

    @Test(arguments: [
        ["--bundle-id", "com.example.app"], ["--amazon", "--issuer", "https://id.example.com"],
        ["--amazon", "--bundle-id", "not a bundle"],
        ["--amazon", "--bundle-id", "a", "--issuer", "http://id.example.com"],
    ])
    func rejectsInvalidCombinations(_ options: [String]) async throws {
        let status = await terminal.run(all: ["client", "create", "--name", "App"] + options)
        #expect(status != .success)
        #expect(terminal.printed.isEmpty)
        #expect(try await terminal.store.clients(after: nil, limit: 9).isEmpty)
    }
}
