import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Sessions, apps and activity by the account API.
@Suite struct AccountSessionAPITests {
    /// Returns all items of a list, page by page, and the sizes of the pages.
    private func all(
        _ path: String,
        limit: Int,
        on api: AccountAPIFixture
    ) async throws -> (items: [JSONValue], sizes: [Int]) {
        var items: [JSONValue] = []
        var sizes: [Int] = []
        var cursor: String?
        repeat {
            let query = Parameters([.limit: String(limit), .cursor: cursor]).formEncoded
            let response = await api.send(.get, path + "?" + query)
            try #require(response.summary == "200")
            let page = try #require(response["items"]?.array)
            items += page
            sizes.append(page.count)
            cursor = response["next_cursor"]?.string
        } while cursor != nil && sizes.count < 100
        return (items, sizes)
    }

    // MARK: Sessions

    @Test func listsSessionsNewestFirst() async throws {
        let api = try await AccountAPIFixture()
        api.server.clock.advance(by: 60)
        let newer = try await api.signIn()
        let items = await api.send(.get, "/sessions")["items"]?.array ?? []
        #expect(items.count == 4)
        #expect(Set(items.prefix(2).compactMap { $0["kind"]?.string }) == ["browser", "app"])
        let times = items.compactMap { $0["created_at"]?.string }
        #expect(times == times.sorted(by: >))
        // Only the session of the token is current, not the browser in which it began.
        let current = items.filter { $0["is_current"] == true }
        #expect(current.map { $0["kind"]?.string } == ["app"])
        #expect(items.suffix(2).contains { $0["is_current"] == true })
        let app = items.first { $0["kind"]?.string == "app" }
        #expect(app?["client_id"] == "app")
        #expect(app?["client_name"] == "Example App")
        let fromNewer = await api.send(.get, "/sessions", token: newer)["items"]?.array ?? []
        #expect(fromNewer.filter { $0["is_current"] == true }.count == 1)
        #expect(fromNewer.prefix(2).contains { $0["is_current"] == true })
    }

    @Test func pagesThroughSessions() async throws {
        let api = try await AccountAPIFixture()
        for _ in 0..<3 {
            api.server.clock.advance(by: 1)
            _ = try await api.signIn()
        }
        let whole = await api.send(.get, "/sessions")["items"]?.array ?? []
        for (limit, sizes) in [(3, [3, 3, 2]), (8, [8]), (1, Array(repeating: 1, count: 8))] {
            let paged = try await all("/sessions", limit: limit, on: api)
            #expect(paged.items == whole)
            #expect(paged.sizes == sizes)
        }
    }

    /// A session that starts or ends between two pages shifts no other.
    @Test func keepsPositionWhileSessionsChange() async throws {
        let api = try await AccountAPIFixture()
        for _ in 0..<2 {
            api.server.clock.advance(by: 1)
            _ = try await api.signIn()
        }
        let whole = await api.send(.get, "/sessions")["items"]?.array ?? []
        let first = await api.send(.get, "/sessions?limit=2")
        let last = try #require(first["items"]?.array?.last?["id"]?.string)
        #expect(await api.send(.delete, "/sessions/\(last)").summary == "204")
        api.server.clock.advance(by: 1)
        _ = try await api.signIn()
        let cursor = try #require(first["next_cursor"]?.string)
        let second = await api.send(.get, "/sessions?limit=10&cursor=\(cursor)")["items"]?.array ?? []
        #expect(second.compactMap { $0["id"] } == whole.dropFirst(2).compactMap { $0["id"] })
    }

    @Test(arguments: [
        "limit=0", "limit=101", "limit=x", "limit=-1", "cursor=%22", "cursor=AAAA", "cursor=WyJhIl0",
        "cursor=WzEsMl0", "cursor=" + String(repeating: "A", count: 600), "limit=1&limit=2", "cursor=%FF",
    ])
    func rejectsInvalidPage(query: String) async throws {
        let api = try await AccountAPIFixture()
        for path in ["/sessions", "/apps"] {
            #expect(await api.send(.get, "\(path)?\(query)").summary == "400 invalid_request", "\(path)")
        }
    }

    @Test func endsSession() async throws {
        let api = try await AccountAPIFixture()
        let other = try await api.signIn()
        let items = await api.send(.get, "/sessions", token: other)["items"]?.array ?? []
        let current = items.first { $0["kind"]?.string == "app" && $0["is_current"] == true }
        let id = try #require(current?["id"]?.string)
        #expect(await api.send(.delete, "/sessions/\(id)").summary == "204")
        #expect(await api.send(.get, "/me", token: other).summary == "401 invalid_token")
        #expect(await api.send(.delete, "/sessions/\(id)").summary == "404 not_found")
        #expect(await api.send(.get, "/me").summary == "200")
    }

    @Test func endsOtherSessions() async throws {
        let api = try await AccountAPIFixture()
        let other = try await api.signIn()
        #expect(await api.send(.delete, "/sessions").summary == "204")
        #expect(await api.send(.get, "/me", token: other).summary == "401 invalid_token")
        let items = await api.send(.get, "/sessions")["items"]?.array ?? []
        #expect(items.count == 2)
        #expect(items.filter { $0["is_current"] == true }.map { $0["kind"]?.string } == ["app"])
    }

    // MARK: Apps

    @Test func listsAndWithdrawsApps() async throws {
        let api = try await AccountAPIFixture()
        let names = ["zoo/2 é", "shop"]
        for name in names {
            var client = Client.app(name, name: "App \(name)", createdAt: api.server.clock.now)
            client.scopes = [.openid, .email]
            try await api.server.add(client)
            let consent = Consent(
                accountID: api.accountID,
                clientID: Client.ID(name),
                scopes: [.openid, .email],
                grantedAt: api.server.clock.now
            )
            try await api.server.store.commit([.consent(.put(consent))])
        }
        let items = await api.send(.get, "/apps")["items"]?.array ?? []
        #expect(items.compactMap { $0["client_id"]?.string } == ["shop", "zoo/2 é", "app"])
        #expect(items.first?["scopes"] == ["openid", "email"])
        #expect(items.first?["is_first_party"] == false)
        #expect(items.first?["last_used_at"] == nil)
        #expect(items.last?["is_first_party"] == true)
        #expect(try await all("/apps", limit: 1, on: api).items == items)
        #expect(await api.send(.delete, "/apps/zoo%2F2%20%C3%A9").summary == "204")
        #expect(await api.send(.delete, "/apps/zoo%2F2%20%C3%A9").summary == "404 not_found")
        #expect(await api.send(.get, "/apps")["items"]?.array?.count == 2)
    }

    @Test func describesPermissionsForUser() async throws {
        let api = try await AccountAPIFixture()
        let resource = Resource(
            id: "https://orders.example.com",
            name: "Orders",
            scopes: [ResourceScope("orders:read", texts: ["en": "See your orders", "ja": "注文を見る"])],
            createdAt: api.server.clock.now
        )
        var client = Client.app("shop", name: "A shop", createdAt: api.server.clock.now)
        client.scopes = [.openid, "orders:read"]
        try await api.server.add(client)
        let consent = Consent(
            accountID: api.accountID,
            clientID: "shop",
            scopes: [.openid, "orders:read"],
            grantedAt: api.server.clock.now
        )
        try await api.server.store.commit([.resource(.insert(resource)), .consent(.put(consent))])
        let japanese = await api.send(.get, "/apps", fields: [.acceptLanguage: "ja"])["items"]?.array
        let expected: JSONValue = [["api": "Orders", "scope": "orders:read", "text": "注文を見る"]]
        #expect(japanese?.first?["permissions"] == expected)
        let german = await api.send(.get, "/apps", fields: [.acceptLanguage: "de"])["items"]?.array
        #expect(german?.first?["permissions"]?.array?.first?["text"] == "See your orders")
    }

    // MARK: Activity

    @Test func listsActivityNewestFirst() async throws {
        let api = try await AccountAPIFixture()
        _ = try await api.addUser("eve@example.com")
        let body: JSONValue = ["new_password": .string(AccountAPIFixture.newPassword)]
        _ = await api.send(.put, "/password", json: body)
        let items = await api.send(.get, "/activity")["items"]?.array ?? []
        #expect(items.first?["kind"] == "password.changed")
        #expect(items.first?["client_id"] == "app")
        #expect(items.first?["client_name"] == "Example App")
        #expect(items.first?["network_address"] == "198.51.100.7")
        let paged = try await all("/activity", limit: 2, on: api)
        #expect(paged.items == items)
        #expect(paged.sizes.dropLast().allSatisfy { $0 == 2 })
    }

    @Test func hidesActivityOfOthers() async throws {
        let api = try await AccountAPIFixture()
        let eve = try await api.addUser("eve@example.com")
        let ids = Set(try await all("/activity", limit: 100, on: api).items.compactMap { $0["id"]?.string })
        let others = await api.send(.get, "/activity", token: eve)["items"]?.array ?? []
        #expect(ids.isDisjoint(with: others.compactMap { $0["id"]?.string }))
        #expect(!others.isEmpty)
    }
}
