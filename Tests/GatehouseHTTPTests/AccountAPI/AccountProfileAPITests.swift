import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Profile, password, export and deletion by the account API.
@Suite struct AccountProfileAPITests {
    private func attribute(_ name: String, of response: APIResponse) -> JSONValue? {
        response["attributes"]?.array?.first { $0["name"]?.string == name }
    }

    // MARK: Profile

    @Test func returnsAccount() async throws {
        let api = try await AccountAPIFixture()
        let response = await api.send(.get, "/me")
        #expect(response.summary == "200")
        #expect(response["sub"] == .string(api.accountID.rawValue))
        #expect(response["username"] == "ada")
        #expect(attribute("given_name", of: response) == ["name": "given_name", "value": "Ada", "is_editable": true])
        #expect(
            attribute("loyalty_number", of: response)
                == ["name": "loyalty_number", "value": "1815", "is_editable": false]
        )
        // A form offers it, although the account lacks it.
        #expect(attribute("family_name", of: response) == ["name": "family_name", "is_editable": true])
        #expect(
            (response["addresses"]?.array ?? []).compactMap { $0["value"]?.string }
                == [AccountAPIFixture.email, "+819012345678"]
        )
        #expect(response.response.fields[.cacheControl] == "no-store")
    }

    @Test func changesAttributes() async throws {
        let api = try await AccountAPIFixture()
        let tag = await api.send(.get, "/me").tag
        let response = await api.send(
            .patch,
            "/me",
            json: ["attributes": ["given_name": nil, "family_name": "King", "locale": "de"]],
            fields: [.ifMatch: tag]
        )
        #expect(response.summary == "200")
        #expect(response["language"] == "de")
        #expect(attribute("family_name", of: response)?["value"] == "King")
        #expect(attribute("given_name", of: response) == ["name": "given_name", "is_editable": true])
        #expect(
            try await api.account().attributes == ["family_name": "King", "locale": "de", "loyalty_number": "1815"]
        )
        #expect(response.tag != tag)
        #expect(response.tag == (await api.send(.get, "/me")).tag)
    }

    @Test func requiresCurrentVersion() async throws {
        let api = try await AccountAPIFixture()
        let body: JSONValue = ["attributes": ["given_name": "Augusta"]]
        #expect(await api.send(.patch, "/me", json: body).summary == "428 precondition_required")
        let tag = await api.send(.get, "/me").tag
        for stale in [#""other""#, "W/" + tag, "", tag.replacing("\"", with: "")] {
            let response = await api.send(.patch, "/me", json: body, fields: [.ifMatch: stale])
            #expect(response.summary == "412 precondition_failed", "\(stale)")
        }
        #expect(try await api.account().attributes["given_name"] == "Ada")
        let list = await api.send(.patch, "/me", json: body, fields: [.ifMatch: #""other", "# + tag])
        #expect(list.summary == "200")
        #expect(await api.send(.patch, "/me", json: body, fields: [.ifMatch: tag]).summary == "412 precondition_failed")
        #expect(await api.send(.patch, "/me", json: body, fields: [.ifMatch: "*"]).summary == "200")
    }

    /// Of many writers that have read the same version, one succeeds.
    @Test func acceptsOneOfConcurrentChanges() async throws {
        let api = try await AccountAPIFixture()
        let tag = await api.send(.get, "/me").tag
        let summaries = await withTaskGroup(of: String.self) { group in
            for number in 0..<50 {
                group.addTask {
                    await api.send(
                        .patch,
                        "/me",
                        json: ["attributes": ["nickname": .string("ada \(number)")]],
                        fields: [.ifMatch: tag]
                    ).summary
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(summaries.count { $0 == "200" } == 1)
        #expect(summaries.count { $0 == "412 precondition_failed" } == 49)
    }

    @Test(
        arguments: [
            ("loyalty_number", "1"), ("sub", "other"), ("email", "eve@example.com"), ("unknown", "x"),
            ("given_name", ["a", "b"]), ("given_name", ["first": "a"]),
            ("given_name", .string(String(repeating: "a", count: 10_000))), ("given_name", "a\u{2028}b"),
        ] as [(String, JSONValue)]
    )
    func rejectsAttribute(name: String, value: JSONValue) async throws {
        let api = try await AccountAPIFixture()
        let before = try await api.account()
        let response = await api.send(
            .patch,
            "/me",
            json: ["attributes": .object([name: value, "nickname": "x"])],
            fields: [.ifMatch: "*"]
        )
        #expect(response.summary == "422 invalid_value")
        #expect(response["field"] == .string(name))
        #expect(try await api.account() == before)
    }

    // MARK: Password

    @Test func changesPasswordAndEndsOtherSessions() async throws {
        let api = try await AccountAPIFixture()
        let other = try await api.signIn()
        let body: JSONValue = ["new_password": .string(AccountAPIFixture.newPassword)]
        #expect(await api.send(.put, "/password", json: body).summary == "204")
        #expect(await api.send(.get, "/me").summary == "200")
        #expect(await api.send(.get, "/me", token: other).summary == "401 invalid_token")
        _ = try await api.signIn(password: AccountAPIFixture.newPassword)
    }

    @Test(arguments: [
        ("short", "too_short"), (String(repeating: "long ", count: 200), "too_long"), ("password1234", "common"),
        ("ada@example.com", "personal"), ("", "too_short"),
    ])
    func rejectsPassword(password: String, reason: String) async throws {
        let api = try await AccountAPIFixture()
        let before = try await api.account()
        let response = await api.send(.put, "/password", json: ["new_password": .string(password)])
        #expect(response.summary == "422 password_rejected")
        #expect(response["field"] == "new_password")
        #expect(response["reason"] == .string(reason))
        #expect(try await api.account() == before)
    }

    @Test func removesPasswordWhileAnotherWayRemains() async throws {
        let api = try await AccountAPIFixture()
        #expect(await api.send(.delete, "/password").summary == "204")
        #expect(try await api.account().passwordHash == nil)
        #expect(await api.send(.delete, "/password").summary == "404 not_found")
    }

    @Test func keepsPasswordThatIsLastWayToSignIn() async throws {
        let api = try await AccountAPIFixture()
        var account = try await api.account()
        account.identifiers.removeAll { $0.kind == .email }
        account.revision += 1
        try await api.server.store.commit([.account(.update(account))])
        #expect(await api.send(.delete, "/password").summary == "409 last_sign_in_method")
        #expect(try await api.account().passwordHash != nil)
    }

    @Test func listsWaysToSignIn() async throws {
        let api = try await AccountAPIFixture()
        let items = await api.send(.get, "/sign-in-methods")["items"]?.array ?? []
        #expect(items.compactMap { $0["kind"]?.string } == ["password", "email_code"])
        #expect(items.first?["last_used_at"] != nil)
        #expect(items.first?["can_be_removed"] == true)
        #expect(items.last?["address"] == .string(AccountAPIFixture.email))
        #expect(items.last?["can_be_removed"] == false)
        #expect(items.allSatisfy { $0["id"]?.string?.contains("@") == false })
    }

    // MARK: Export and deletion

    /// OpenID Connect Core §8.1: the account's own identifier would relate the users of two sectors.
    @Test func exportsPairwiseSubjectOfClient() async throws {
        let api = try await AccountAPIFixture()
        var client = try #require(try await api.server.store.client("app"))
        client.sectorIdentifier = "app.example.com"
        try await api.server.store.commit([.client(.update(client))])
        let token = try await api.signIn()
        let subject = try #require(await api.send(.get, "/me", token: token)["sub"]?.string)
        #expect(subject != api.accountID.rawValue)
        #expect(await api.send(.get, "/export", token: token)["account"]?["sub"]?.string == subject)
    }

    @Test func exportsEverythingOfUserOnly() async throws {
        let api = try await AccountAPIFixture()
        let eve = try await api.addUser("eve@example.com")
        _ = await api.send(.get, "/me", token: eve)
        let now = api.server.clock.now
        let browser = KnownBrowser(
            accountID: api.accountID,
            hash: "hash of a cookie",
            firstSeenAt: now,
            lastSeenAt: now,
            expiresAt: now.addingTimeInterval(1)
        )
        try await api.server.store.commit([
            .customFields(.put(CustomFields(accountID: api.accountID, clientID: "app", values: ["level": 3]))),
            .account(.recordBrowser(browser)),
        ])
        let response = await api.send(.get, "/export")
        #expect(response.summary == "200")
        #expect(response["account"]?["attributes"] == ["given_name": "Ada", "loyalty_number": "1815"])
        #expect(response["app_data"]?.array == [["client_id": "app", "values": ["level": 3]]])
        #expect(response["sessions"]?.array?.count == 2)
        let time = JSONValue.string(Timestamp(now).text)
        #expect(response["browsers"]?.array?.contains(["first_seen_at": time, "last_seen_at": time]) == true)
        #expect(!response.response.text.contains(browser.hash))
        #expect(response["activity"]?.array?.isEmpty == false)
        #expect(!response.response.text.contains("eve@example.com"))
        let hash = try #require(try await api.account().passwordHash)
        #expect(!response.response.text.contains(hash.prefix(12)))
        let kinds = await api.send(.get, "/activity")["items"]?.array?.compactMap { $0["kind"]?.string } ?? []
        #expect(kinds.first == "account.exported")
    }

    @Test func deletesAccountAfterGracePeriod() async throws {
        let api = try await AccountAPIFixture()
        let response = await api.send(.post, "/deletion")
        #expect(response.summary == "202")
        let dueAt = api.server.clock.now.addingTimeInterval(14 * 24 * 60 * 60)
        #expect(response["due_at"] == .string(Timestamp(dueAt).text))
        #expect(try await api.account().deletion != nil)
        #expect(await api.send(.get, "/me").summary == "401 invalid_token")
    }
}
