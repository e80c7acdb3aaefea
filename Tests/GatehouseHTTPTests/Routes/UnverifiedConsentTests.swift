import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// The consent to a client that is not verified is for the name and the receiver that the page has shown.
@Suite struct UnverifiedConsentTests {
    private static let email = "ada@example.com"
    private static let other = "https://other.example.com/cb"
    private static let path = "/oauth2/register"

    private let web: ServerFixture
    private let browser: ScriptedBrowser

    init() async throws {
        web = try await ServerFixture(registration: RegistrationSettings(mode: .open))
        browser = ScriptedBrowser(on: web.server)
    }

    private func send(
        _ method: HTTPRequest.Method,
        _ members: [String: JSONValue],
        of client: ClientInformation? = nil
    ) async throws -> ClientInformation {
        var all: [String: JSONValue] = [
            "client_name": "Nice", "redirect_uris": [.string(ServerFixture.callback)],
            "token_endpoint_auth_method": "none",
        ]
        all.merge(members) { $1 }
        var fields: HTTPFields = [.contentType: "application/json"]
        if let client {
            all["client_id"] = .string(client.clientID)
            fields[.authorization] = "Bearer " + (client.registrationAccessToken?.reveal() ?? "")
        }
        let path = client.map { Self.path + "/" + $0.clientID } ?? Self.path
        let response = await web.send(method, path, fields: fields, body: JSONCoding.encode(JSONValue.object(all)))
        try #require(response.status.kind == .successful)
        return try JSONCoding.decode(ClientInformation.self, from: response.body)
    }

    /// Replaces the registration, after the time for which nodes cache clients.
    private func change(_ client: ClientInformation, _ members: [String: JSONValue]) async throws {
        web.server.clock.advance(by: 1)
        _ = try await send(.put, members, of: client)
        web.server.clock.advance(by: 2)
    }

    private func open(_ client: ClientInformation, _ changes: [ParameterName: String?] = [:]) async throws {
        let all = changes.merging([.clientID: client.clientID]) { $1 }
        await browser.open(try web.url("/oauth2/authorize", ServerFixture.authorization(all)))
    }

    /// Opens a request of the client, and signs in, so that the browser shows the consent page.
    private func openConsentPage(_ client: ClientInformation) async throws {
        try await open(client)
        try await browser.submit(["email": Self.email])
        try await browser.submit(["code": try #require(try await web.server.mailedCode(to: Self.email))])
        #expect(await browser.page.contains("Nice"))
        #expect(await browser.page.contains("You’ll be sent to app.example.com."))
    }

    private func consent(to client: ClientInformation) async throws {
        try await openConsentPage(client)
        try await browser.submit(action: "continue")
        #expect(await browser.redirectParameters[.code] != nil)
    }

    @Test(
        arguments: [
            (["client_name": "A"], ServerFixture.callback),
            (["redirect_uris": [.string(other)]], other),
            (["client_name": "A", "redirect_uris": [.string(other)]], other),
            (["redirect_uris": [.string(ServerFixture.callback), .string(other)]], ServerFixture.callback),
        ] as [([String: JSONValue], String)]
    )
    func asksAgainAfterChangeOfNameOrReceiver(members: [String: JSONValue], redirectURI: String) async throws {
        let client = try await send(.post, [:])
        try await consent(to: client)
        try await change(client, members)
        try await open(client, [.redirectURI: redirectURI, .prompt: "none"])
        #expect(await !browser.hasLeft)
        try await open(client, [.redirectURI: redirectURI])
        #expect(await !browser.hasLeft)
        let host = redirectURI == Self.other ? "other.example.com" : "app.example.com"
        #expect(await browser.page.contains("You’ll be sent to \(host)."))
        try await browser.submit(action: "continue")
        #expect(await browser.redirectParameters[.code] != nil)
        let hasOneReceiver = members["redirect_uris"]?.array?.count != 2
        try await open(client, [.redirectURI: redirectURI, .prompt: "none"])
        #expect(await browser.hasLeft == hasOneReceiver)
    }

    @Test func keepsConsentAfterOtherChanges() async throws {
        let client = try await send(.post, [:])
        try await consent(to: client)
        let path: JSONValue = .string("https://app.example.com/other")
        try await change(client, ["contacts": ["ada@example.com"], "redirect_uris": [path]])
        try await open(client, [.redirectURI: path.string, .prompt: "none"])
        #expect(await browser.redirectParameters[.code] != nil)
    }

    /// The first receiver may be a well-known site, which the client does not control.
    @Test func asksForEachRequestOfClientWithSeveralReceivers() async throws {
        let client = try await send(.post, ["redirect_uris": [.string(ServerFixture.callback), .string(Self.other)]])
        try await consent(to: client)
        for uri in [ServerFixture.callback, Self.other] {
            try await open(client, [.redirectURI: uri, .prompt: "none"])
            #expect(await !browser.hasLeft)
            try await open(client, [.redirectURI: uri])
            #expect(await browser.forms.last?.buttons.contains { $0.value == "continue" } == true)
        }
    }

    @Test func endsFlowWhosePageShowedFormerName() async throws {
        let client = try await send(.post, [:])
        try await openConsentPage(client)
        try await change(client, ["client_name": "A"])
        try await browser.submit(action: "continue")
        #expect(await !browser.hasLeft)
        #expect(await browser.status == .gone)
        #expect(await browser.heading == "This page has expired")
    }
}
