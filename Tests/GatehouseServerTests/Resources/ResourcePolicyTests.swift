import Foundation
import GatehouseStore
import GatehouseWire
import Testing

@testable import GatehouseServer

@Suite struct ResourcePolicyTests {
    private static let orders: Resource.ID = "https://orders.example.com"
    private static let billing: Resource.ID = "https://billing.example.com"

    private let policy = ResourcePolicy(
        issuer: "https://id.example.com",
        catalog: ResourceCatalog(
            configured: [
                Resource(
                    id: billing,
                    name: "Billing",
                    scopes: [ResourceScope("billing:read")],
                    createdAt: Date(timeIntervalSince1970: 0)
                )
            ],
            stored: [
                Resource(
                    id: orders,
                    name: "Orders",
                    scopes: [ResourceScope("orders:read"), ResourceScope("orders:write")],
                    createdAt: Date(timeIntervalSince1970: 0)
                ),
                Resource(id: "urn:example:bare", name: "Bare", createdAt: Date(timeIntervalSince1970: 0)),
            ]
        )
    )

    private func client(_ scopes: ScopeSet, default resource: Resource.ID? = nil) -> Client {
        Client(
            id: "app",
            name: "App",
            secretHash: nil,
            tokenEndpointAuthMethod: .none,
            redirectURIs: [],
            grantTypes: [.authorizationCode],
            scopes: scopes,
            requiresPKCE: true,
            idTokenAlgorithm: .es256,
            defaultResource: resource,
            createdAt: Date(timeIntervalSince1970: 0)
        )
    }

    private func access(
        _ scopes: ScopeSet,
        _ names: [String] = [],
        for client: Client
    ) throws -> ResourcePolicy.Access {
        try policy.access(to: scopes, of: names, for: client)
    }

    /// RFC 6749 §3.3: clients that register themselves may request all scopes that metadata documents name.
    @Test func ignoresExcessScopesOfClientsWithoutOperator() throws {
        var client = client([.openid, "orders:read"])
        client.origin = ClientOrigin(kind: .registration)
        let requested: ScopeSet = [.openid, .account, "orders:read", "orders:write"]
        let names = [Self.orders.rawValue]
        #expect(try access(requested, names, for: client).scopes == [.openid, "orders:read"])
        #expect(errorCode { _ = try access([.account], for: client) } == .invalidScope)
        client.origin = nil
        #expect(errorCode { _ = try access(requested, names, for: client) } == .invalidScope)
    }

    private func errorCode(_ body: () throws -> Void) -> OAuthErrorCode? {
        do {
            try body()
            return nil
        } catch {
            return (error as? OAuthError)?.code
        }
    }

    @Test func grantsNamedResourcesInOrder() throws {
        let client = client([.openid, "orders:read", "billing:read"])
        let access = try access(
            [.openid, "orders:read", "billing:read"],
            [Self.orders.rawValue, Self.billing.rawValue, Self.orders.rawValue],
            for: client
        )
        #expect(access.resources == [Self.orders, Self.billing])
        #expect(access.scopes == [.openid, "orders:read", "billing:read"])
    }

    @Test func dropsScopesOfResourcesThatAreNotNamed() throws {
        let client = client([.openid, "orders:read", "billing:read"])
        let access = try access([.openid, "orders:read", "billing:read"], [Self.orders.rawValue], for: client)
        #expect(access == .init(scopes: [.openid, "orders:read"], resources: [Self.orders]))
    }

    @Test func impliesResourceOfScopes() throws {
        let client = client([.openid, "orders:read", "orders:write", "notes"])
        let access = try access([.openid, "orders:read", "orders:write", "notes"], for: client)
        #expect(access.resources == [Self.orders])
        #expect(access.scopes == [.openid, "orders:read", "orders:write", "notes"])
    }

    /// RFC 8707 §2: a missing resource is an invalid target.
    @Test func rejectsScopesOfSeveralResourcesWithoutResource() {
        let client = client(["orders:read", "billing:read"])
        let error = #expect(throws: OAuthError.self) { try access(["orders:read", "billing:read"], for: client) }
        #expect(error?.code == .invalidTarget)
        #expect(error?.description.contains("Name the API with the parameter resource.") == true)
    }

    @Test func usesDefaultResourceOfClient() throws {
        let client = client([.openid, "orders:read", "billing:read"], default: Self.billing)
        let access = try access([.openid, "orders:read", "billing:read"], for: client)
        #expect(access == .init(scopes: [.openid, "billing:read"], resources: [Self.billing]))
    }

    @Test func grantsIssuerWithoutResource() throws {
        let client = client([.openid, "notes"])
        #expect(try access([.openid, "notes"], for: client) == .init(scopes: [.openid, "notes"], resources: []))
    }

    @Test func grantsNoResourceScopesForIssuer() throws {
        let client = client([.openid, "orders:read"])
        let access = try access([.openid, "orders:read"], [policy.issuer], for: client)
        #expect(access == .init(scopes: [.openid], resources: []))
        #expect(errorCode { _ = try self.access(["orders:read"], [policy.issuer], for: client) } == .invalidScope)
    }

    @Test(arguments: ["https://orders.example.com/", "https://orders.example.com"])
    func toleratesSlashAtEndOfResource(_ name: String) throws {
        #expect(try access(["orders:read"], [name], for: client(["orders:read"])).resources == [Self.orders])
    }

    @Test(arguments: [
        "https://other.example.com", "https://orders.example.com//", "https://orders.example.com/v1",
        "https://ORDERS.example.com", "https://billing.example.com",
    ])
    func rejectsUnknownResourcesAndThoseOfOtherClients(_ name: String) {
        let client = client(["orders:read"])
        #expect(errorCode { _ = try access(["orders:read"], [name], for: client) } == .invalidTarget)
    }

    @Test func letsAnyClientUseResourceWithoutScopes() throws {
        #expect(try access([.openid], ["urn:example:bare"], for: client([.openid])).resources == ["urn:example:bare"])
    }

    @Test func rejectsResourceScopesThatClientIsNotRegisteredFor() {
        let client = client(["orders:read"])
        #expect(errorCode { _ = try access(["orders:read", "orders:write"], for: client) } == .invalidScope)
    }

    @Test func prefersDefaultThenFirstAuthorizedResource() throws {
        let both = [Self.orders, Self.billing]
        let scopes: ScopeSet = ["orders:read", "billing:read"]
        let first = try policy.target(.resources([]), among: both, for: client(scopes))
        #expect(first.audience(issuer: policy.issuer) == [Self.orders.rawValue])
        let preferred = try policy.target(.resources([]), among: both, for: client(scopes, default: Self.billing))
        #expect(preferred.audience(issuer: policy.issuer) == [Self.billing.rawValue])
        #expect(try policy.target(.resources([]), among: [], for: client(scopes, default: Self.billing)) == .issuer)
        #expect(try policy.target(.issuer, among: both, for: client(scopes)) == .issuer)
    }

    @Test func rejectsTargetsThatWereNotAuthorized() {
        let client = client(["orders:read", "billing:read"])
        for names in [[Self.billing.rawValue], [Self.orders.rawValue, policy.issuer]] {
            let code = errorCode { _ = try policy.target(.resources(names), among: [Self.orders], for: client) }
            #expect(code == .invalidTarget)
        }
    }

    @Test func rejectsDeletedResource() {
        let client = client(["orders:read"])
        let code = errorCode {
            _ = try policy.target(.resources([]), among: ["https://old.example.com"], for: client)
        }
        #expect(code == .invalidTarget)
    }

    @Test func prefersConfiguredResourceToStoredOne() {
        let stored = Resource(id: Self.billing, name: "Old", createdAt: Date(timeIntervalSince1970: 0))
        let configured = Resource(id: Self.billing, name: "New", createdAt: Date(timeIntervalSince1970: 0))
        let catalog = ResourceCatalog(configured: [configured], stored: [stored])
        #expect(catalog.resources == [configured])
    }
}
