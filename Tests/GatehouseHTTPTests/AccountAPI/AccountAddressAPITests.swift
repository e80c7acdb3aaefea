import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Addresses by the account API.
@Suite struct AccountAddressAPITests {
    private static let other = "ada@example.org"

    private func values(_ member: String, _ response: APIResponse) -> [String] {
        (response[member]?.array ?? []).compactMap { $0["value"]?.string }
    }

    @Test func addsAddressAfterItsCode() async throws {
        let api = try await AccountAPIFixture()
        let added = await api.send(.post, "/addresses", json: ["kind": "email", "value": "Ada@Example.ORG"])
        #expect(added.summary == "201")
        #expect(added["value"] == .string(Self.other))
        #expect(added["code_length"] == 8)
        let now = api.server.clock.now
        #expect(added["expires_at"] == .string(Timestamp(now.addingTimeInterval(60 * 60)).text))
        #expect(added["resend_after"] == .string(Timestamp(now.addingTimeInterval(30)).text))
        let id = try #require(added["id"]?.string)
        #expect(!id.contains("@"))

        var list = await api.send(.get, "/addresses")
        #expect(values("addresses", list) == [AccountAPIFixture.email, "+819012345678"])
        #expect(list["pending_addresses"]?.array == [added.json])

        let code = try #require(try await api.server.mailedCode(to: Self.other))
        let verified = await api.send(.post, "/addresses/\(id)/verify", json: ["code": .string(code)])
        #expect(verified.summary == "200")
        #expect(verified["id"] == .string(id))
        #expect(verified["is_verified"] == true)
        #expect(verified["is_primary"] == false)
        list = await api.send(.get, "/addresses")
        #expect(values("addresses", list).sorted() == ["+819012345678", AccountAPIFixture.email, Self.other])
        #expect(list["pending_addresses"] == [])
        #expect(
            await api.send(.post, "/addresses/\(id)/verify", json: ["code": .string(code)]).summary == "404 not_found"
        )
    }

    @Test func addsPhoneNumber() async throws {
        let api = try await AccountAPIFixture()
        let id = try await api.addVerified("phone", "+819087654321")
        #expect(try await api.id(of: "+819087654321") == id)
    }

    /// The response does not reveal that the address has another account.
    @Test func hidesThatAddressHasAnotherAccount() async throws {
        let api = try await AccountAPIFixture()
        _ = try await api.addUser("eve@example.com")
        var responses: [JSONValue] = []
        for value in ["eve@example.com", "new@example.com"] {
            let response = await api.send(.post, "/addresses", json: ["kind": "email", "value": .string(value)])
            #expect(response.summary == "201")
            var members = response.json.object ?? [:]
            (members["id"], members["value"]) = (nil, nil)
            responses.append(.object(members))
        }
        #expect(responses.first == responses.last)
    }

    @Test(arguments: [
        ("email", "no address"), ("email", "+819087654321"), ("phone", "12"), ("phone", "ada@example.org"),
        ("email", ""),
        ("email", String(repeating: "a", count: 60_000) + "@example.com"),
    ])
    func rejectsMalformedAddress(kind: String, value: String) async throws {
        let api = try await AccountAPIFixture()
        let response = await api.send(.post, "/addresses", json: ["kind": .string(kind), "value": .string(value)])
        #expect(response.summary == "422 invalid_value")
        #expect(response["field"] == "value")
    }

    @Test func rejectsUnknownKind() async throws {
        let api = try await AccountAPIFixture()
        for kind in ["username", "fax"] {
            let response = await api.send(.post, "/addresses", json: ["kind": .string(kind), "value": "ada2"])
            #expect(response.summary == "400 invalid_request")
        }
    }

    @Test func rejectsAddressThatAccountHas() async throws {
        let api = try await AccountAPIFixture()
        let body: JSONValue = ["kind": "email", "value": "ADA@example.com"]
        #expect(await api.send(.post, "/addresses", json: body).summary == "409 address_present")
    }

    @Test func limitsNumberOfAddresses() async throws {
        let api = try await AccountAPIFixture()
        for number in 2...8 { _ = try await api.addVerified("email", "ada\(number)@example.com") }
        let body: JSONValue = ["kind": "email", "value": "ada9@example.com"]
        #expect(await api.send(.post, "/addresses", json: body).summary == "409 too_many_addresses")
    }

    @Test func rejectsWrongAndExpiredCodes() async throws {
        let api = try await AccountAPIFixture()
        let id = try await api.add("email", Self.other)
        let code = try #require(try await api.server.mailedCode(to: Self.other))
        let wrong = code == "00000000" ? "11111111" : "00000000"
        for text in [wrong, "", "x", String(repeating: "1", count: 1_000)] {
            let response = await api.send(.post, "/addresses/\(id)/verify", json: ["code": .string(text)])
            #expect(response.summary == "422 wrong_code", "\(text)")
        }
        api.server.clock.advance(by: 60 * 60)
        let token = try await api.signIn()
        let late = await api.send(.post, "/addresses/\(id)/verify", json: ["code": .string(code)], token: token)
        #expect(late.summary == "422 code_expired")
        let pending = await api.send(.get, "/addresses", token: token)["pending_addresses"]?.array?.first
        #expect(pending?["id"] == .string(id))
        #expect(pending?["code_length"] == nil)
        #expect(pending?["expires_at"] == nil)
    }

    @Test func invalidatesCodeAfterTooManyAttempts() async throws {
        let api = try await AccountAPIFixture()
        let id = try await api.add("email", Self.other)
        let code = try #require(try await api.server.mailedCode(to: Self.other))
        let wrong = code == "00000000" ? "11111111" : "00000000"
        for _ in 0..<5 { _ = await api.send(.post, "/addresses/\(id)/verify", json: ["code": .string(wrong)]) }
        let response = await api.send(.post, "/addresses/\(id)/verify", json: ["code": .string(code)])
        #expect(response.response.status.kind == .clientError)
        #expect(try await api.account().pending.count == 1)
    }

    @Test func sendsCodeAgainOnlyAfterInterval() async throws {
        let api = try await AccountAPIFixture()
        let id = try await api.add("email", Self.other)
        let count = try await api.server.mailCount
        let early = await api.send(.post, "/addresses/\(id)/resend")
        #expect(early.summary == "200")
        #expect(try await api.server.mailCount == count)
        api.server.clock.advance(by: 30)
        #expect(await api.send(.get, "/addresses")["pending_addresses"]?.array?.first?["resend_after"] == nil)
        let late = await api.send(.post, "/addresses/\(id)/resend")
        #expect(late["resend_after"] == .string(Timestamp(api.server.clock.now.addingTimeInterval(30)).text))
        #expect(try await api.server.mailCount == count + 1)
        #expect(
            await api.send(.post, "/addresses/\(try await api.id(of: AccountAPIFixture.email))/resend").summary
                == "404 not_found"
        )
    }

    @Test func limitsMails() async throws {
        var limits = RateLimits()
        limits.mailsPerRecipient.count = 2
        let api = try await AccountAPIFixture(limits: limits)
        let id = try await api.add("email", Self.other)
        var response = await api.send(.post, "/addresses/\(id)/resend")
        for _ in 0..<3 {
            api.server.clock.advance(by: 60)
            response = await api.send(.post, "/addresses/\(id)/resend")
        }
        #expect(response.summary == "429 too_many_requests")
        #expect(response["retry_after"]?.integer.map(String.init) == response.response.fields[.retryAfter])
    }

    @Test func makesAddressPrimary() async throws {
        let api = try await AccountAPIFixture()
        let id = try await api.addVerified("email", Self.other)
        let refused = await api.send(.patch, "/addresses/\(id)", json: ["is_primary": false])
        #expect(refused.summary == "422 invalid_value")
        let response = await api.send(.patch, "/addresses/\(id)", json: ["is_primary": true])
        #expect(response.summary == "200")
        #expect(response["is_primary"] == true)
        #expect(try await api.account().email?.value == Self.other)
        let pending = try await api.add("email", "new@example.org")
        let unverified = await api.send(.patch, "/addresses/\(pending)", json: ["is_primary": true])
        #expect(unverified.summary == "409 address_unverified")
    }

    @Test func removesAddressWhileAnotherRemains() async throws {
        let api = try await AccountAPIFixture()
        let first = try await api.id(of: AccountAPIFixture.email)
        let id = try await api.addVerified("email", Self.other)
        #expect(await api.send(.delete, "/addresses/\(first)").summary == "204")
        #expect(await api.send(.delete, "/addresses/\(first)").summary == "404 not_found")
        #expect(await api.send(.delete, "/addresses/\(try await api.id(of: "+819012345678"))").summary == "204")
        #expect(await api.send(.delete, "/addresses/\(id)").summary == "409 last_address")
        #expect(try await api.account().email?.value == Self.other)
    }

    @Test func abandonsPendingAddress() async throws {
        let api = try await AccountAPIFixture()
        let id = try await api.add("email", Self.other)
        #expect(await api.send(.delete, "/addresses/\(id)").summary == "204")
        #expect(try await api.account().pending.isEmpty)
    }

    @Test func keepsAddressThatAnotherAccountClaims() async throws {
        let api = try await AccountAPIFixture()
        let id = try await api.addVerified("email", Self.other)
        let eve = try await api.addUser("eve@example.com")
        let claim: JSONValue = ["kind": "email", "value": .string(Self.other)]
        #expect(await api.send(.post, "/addresses", json: claim, token: eve).summary == "201")
        #expect(await api.send(.delete, "/addresses/\(id)").summary == "409 address_claimed")
    }

    /// Of many requests to remove one of two addresses each, one succeeds.
    @Test func keepsOneAddressAfterConcurrentRemovals() async throws {
        let api = try await AccountAPIFixture()
        _ = await api.send(.delete, "/addresses/\(try await api.id(of: "+819012345678"))")
        let first = try await api.id(of: AccountAPIFixture.email)
        let second = try await api.addVerified("email", Self.other)
        let summaries = await withTaskGroup(of: String.self) { group in
            for number in 0..<50 {
                group.addTask { await api.send(.delete, "/addresses/\(number % 2 == 0 ? first : second)").summary }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(summaries.count { $0 == "204" } == 1)
        #expect(try await api.account().identifiers.count { $0.kind == .email } == 1)
    }
}
