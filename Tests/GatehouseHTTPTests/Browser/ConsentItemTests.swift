import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseHTTP

@Suite struct ConsentItemTests {
    private let client = Client.app(
        "app",
        redirectURIs: [ServerFixture.callback],
        createdAt: Date(timeIntervalSince1970: 0)
    )

    private func request(_ scopes: ScopeSet, resources: [Resource.ID] = []) throws -> ValidatedAuthorizationRequest {
        ValidatedAuthorizationRequest(
            clientID: client.id,
            redirectURI: try #require(RedirectURI(rawValue: ServerFixture.callback)),
            redirectURIWasSent: true,
            responseMode: .query,
            state: nil,
            nonce: nil,
            scopes: scopes,
            resources: resources,
            codeChallenge: nil,
            requiresConsent: false,
            authentication: AuthenticationRequirement(),
            claims: nil,
            requiredAccount: nil
        )
    }

    @Test func showsTheOperatorsTextForAScope() throws {
        let intent = try request([.email, Scope(rawValue: "orders:read"), Scope(rawValue: "notes")])
        let settings = ServerSettings(
            issuer: "https://login.example.com",
            isDevelopment: false,
            mailFrom: "id@example.com",
            scopeTexts: [Scope(rawValue: "orders:read"): [.english: "See your orders", .german: "Bestellungen sehen"]]
        )
        let items = ConsentItem.items(
            of: .authorization(intent),
            for: client,
            declined: [],
            email: "a@example.com",
            texts: ScopeTexts(settings, ResourceCatalog(), in: .german)
        )
        #expect(items.map(\.description) == [nil, "Bestellungen sehen", nil])
    }

    /// Without scopes, nothing else would name it.
    @Test func namesResourceWithoutScopes() throws {
        let created = Date(timeIntervalSince1970: 0)
        let notes = Resource(id: "https://notes.example.com", name: "Notes", createdAt: created)
        let orders = Resource(
            id: "https://orders.example.com",
            name: "Orders",
            scopes: [ResourceScope("orders:read")],
            createdAt: created
        )
        let settings = ServerSettings(
            issuer: "https://login.example.com",
            isDevelopment: false,
            mailFrom: "id@example.com"
        )
        let items = ConsentItem.items(
            of: .authorization(try request([.openid, "orders:read"], resources: [notes.id, orders.id])),
            for: client,
            declined: [],
            email: "a@example.com",
            texts: ScopeTexts(settings, ResourceCatalog(stored: [notes, orders]), in: .english)
        )
        #expect(items.map(\.api) == [nil, "Orders", "Notes"])
    }
}
