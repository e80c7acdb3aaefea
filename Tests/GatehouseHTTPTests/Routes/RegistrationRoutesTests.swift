import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@testable import GatehouseHTTP

/// Dynamic registration over HTTP (RFC 7591 §3, RFC 7592 §2).
@Suite struct RegistrationRoutesTests {
    private static let path = "/oauth2/register"
    /// The request of the Python SDK of the Model Context Protocol.
    private static let agent = """
        {"response_types":["code"],"scope":"openid offline_access","client_name":"probe",
        "redirect_uris":["http://127.0.0.1:18999/cb"],"grant_types":["authorization_code","refresh_token"],
        "application_type":"native"}
        """

    private func send(
        _ method: HTTPRequest.Method,
        _ path: String = path,
        body: String = "",
        token: Secret? = nil,
        to web: ServerFixture
    ) async -> ServerResponse {
        var fields: HTTPFields = [.contentType: "application/json"]
        if let token { fields[.authorization] = "Bearer " + token.reveal() }
        return await web.send(method, path, fields: fields, body: Data(body.utf8))
    }

    private func information(_ response: ServerResponse) throws -> ClientInformation {
        try JSONCoding.decode(ClientInformation.self, from: response.body)
    }

    @Test func registersAgent() async throws {
        let web = try await ServerFixture(registration: RegistrationSettings(mode: .open))
        let response = await send(.post, Self.path, body: Self.agent, to: web)
        #expect(response.status == .created)
        #expect(response.fields[.cacheControl] == "no-store")
        #expect(response.fields[.accessControlAllowOrigin] == "*")
        let client = try information(response)
        #expect(client.tokenEndpointAuthMethod == ClientAuthenticationMethod.none)
        #expect(client.clientSecret == nil)
        #expect(client.scope == [.openid, .offlineAccess])
    }

    @Test func managesRegistration() async throws {
        let web = try await ServerFixture(registration: RegistrationSettings(mode: .open))
        let client = try information(await send(.post, Self.path, body: Self.agent, to: web))
        let path = Self.path + "/" + client.clientID
        let token = try #require(client.registrationAccessToken)
        #expect(client.registrationClientURI == "https://login.example.com" + path)
        let read = await send(.get, path, token: token, to: web)
        #expect(read.status == .ok)
        #expect(try information(read) == client)
        let update = #"{"client_id":"\#(client.clientID)","redirect_uris":["com.example.app:/cb"]}"#
        let changed = await send(.put, path, body: update, token: token, to: web)
        #expect(changed.status == .ok)
        #expect(try information(changed).redirectURIs == ["com.example.app:/cb"])
        #expect(await send(.delete, path, to: web).status == .unauthorized)
        let deleted = await send(.delete, path, token: token, to: web)
        #expect(deleted.status == .noContent)
        #expect(deleted.fields[.cacheControl] == "no-store")
        let gone = await send(.get, path, token: token, to: web)
        #expect(gone.status == .unauthorized)
        #expect(gone.fields[.wwwAuthenticate]?.hasPrefix("Bearer") == true)
    }

    @Test func requiresJSON() async throws {
        let web = try await ServerFixture(registration: RegistrationSettings(mode: .open))
        #expect(await web.post(Self.path, Parameters()).status == .unsupportedMediaType)
        #expect(await send(.post, Self.path, body: "{", to: web).status == .badRequest)
    }

    @Test func advertisesEndpointUnlessOff() async throws {
        for mode in RegistrationSettings.Mode.allCases {
            let web = try await ServerFixture(registration: RegistrationSettings(mode: mode))
            let metadata = web.server.identity.discovery.metadata
            #expect((metadata.registrationEndpoint != nil) == (mode != .off))
            let status = await send(.post, Self.path, body: Self.agent, to: web).status
            #expect(status == (mode == .off ? .forbidden : mode == .token ? .unauthorized : .created))
        }
    }
}

/// The consent page of clients that no operator vouches for.
@Suite struct UnverifiedClientPageTests {
    private static let logo = "https://app.example.com/logo.png"

    private func page(_ origin: ClientOrigin?) async throws -> String {
        let web = try await ServerFixture { client in
            client.skipsConsent = false
            client.logoURI = Self.logo
            client.origin = origin
        }
        let browser = try await web.browser()
        try await browser.submit(["email": "ada@example.com"])
        try await browser.submit(["code": try #require(try await web.server.mailedCode(to: "ada@example.com"))])
        return await browser.page
    }

    @Test func warnsAboutName() async throws {
        let page = try await page(ClientOrigin(kind: .registration))
        #expect(page.contains("This app chose its own name, which has not been verified."))
        #expect(page.contains("You’ll be sent to app.example.com."))
        #expect(!page.contains(Self.logo))
    }

    @Test func showsNoWarningAboutVerifiedClients() async throws {
        for origin in [nil, ClientOrigin(kind: .registration, isVerified: true)] {
            let page = try await page(origin)
            #expect(!page.contains("has not been verified"))
            #expect(page.contains(Self.logo))
        }
    }

    @Test func namesHostOfDocument() throws {
        var client = Client.app("https://agent.example.com/client.json", redirectURIs: [], createdAt: .distantPast)
        client.origin = ClientOrigin(kind: .document)
        #expect(ConsentPage.Warning(client) == .document(host: "agent.example.com"))
    }
}
