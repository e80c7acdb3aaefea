import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@testable import GatehouseHTTP

/// The rules of every operation of the account API.
@Suite struct AccountAPIAccessTests {
    /// Every operation with a valid body.
    struct Operation: Sendable, CustomTestStringConvertible {
        let method: HTTPRequest.Method
        let path: String
        var body: JSONValue?
        var needsFreshSignIn = false
        var needsMatch = false

        var testDescription: String { "\(method) \(path)" }
        var fields: HTTPFields { needsMatch ? [.ifMatch: "*"] : [:] }
    }

    private static let operations: [Operation] = AccountAPI.endpoints.map { endpoint in
        let bodies: [String: JSONValue] = [
            AccountAPI.UpdateAccount.operation.id: ["attributes": ["given_name": "Ada"]],
            AccountAPI.SetPassword.operation.id: ["new_password": .string(AccountAPIFixture.newPassword)],
            AccountAPI.AddAddress.operation.id: ["kind": "email", "value": "ada@example.org"],
            AccountAPI.VerifyAddress.operation.id: ["code": "12345678"],
            AccountAPI.UpdateAddress.operation.id: ["is_primary": true],
            AccountAPI.StartEnrolment.operation.id: ["kind": "passkey"],
            AccountAPI.AddCredential.operation.id: ["enrolment": "x", "code": "123456"],
            AccountAPI.UpdateCredential.operation.id: ["name": "Phone"],
            AccountAPI.UpdateSecondFactor.operation.id: ["is_required": true],
        ]
        return Operation(
            method: endpoint.method,
            path: String(endpoint.path.dropFirst(AccountAPI.root.count)),
            body: bodies[endpoint.operation.id],
            needsFreshSignIn: endpoint.requiresFreshSignIn,
            needsMatch: endpoint.requiresMatch
        )
    }

    private static let withSegment = operations.filter { $0.path.contains("{") }
    private static let withBody = operations.filter { $0.body != nil }

    /// Calls an operation for an identifier.
    private func call(
        _ operation: Operation,
        _ id: String = "x",
        on api: AccountAPIFixture,
        token: Secret? = nil
    ) async -> APIResponse {
        await api.send(
            operation.method,
            operation.path.replacing("{id}", with: id),
            json: operation.body,
            fields: operation.fields,
            token: token
        )
    }

    @Test func routesEveryDocumentedOperation() async throws {
        let operations = AccountAPIRoutes(server: try await ServerFixture().server.identity).operations
        #expect(
            operations.map { "\($0.method) \($0.path)" }.sorted()
                == AccountAPI.endpoints.map { "\($0.method) \($0.path)" }.sorted()
        )
    }

    @Test(arguments: operations) func requiresToken(operation: Operation) async throws {
        let web = try await ServerFixture()
        let path = AccountAPI.root + operation.path.replacing("{id}", with: "x")
        // The body is not read before: it is no JSON.
        let response = APIResponse(await web.send(operation.method, path, body: Data("{".utf8)))
        #expect(response.summary == "401 invalid_token")
        #expect(
            response.response.fields[values: .wwwAuthenticate] == [
                #"Bearer realm="https://login.example.com""#,
                #"DPoP realm="https://login.example.com", algs="ES256 EdDSA PS256""#,
            ]
        )
    }

    @Test(arguments: ["Bearer forged", "Basic YTpi", "Bearer", ""])
    func rejectsOtherCredentials(field: String) async throws {
        let api = try await AccountAPIFixture()
        let response = await api.send(.get, "/me", fields: [.authorization: field])
        #expect(response.summary == "401 invalid_token")
        #expect(response.challenge?.contains(#"error="invalid_token""#) == true)
    }

    @Test(arguments: operations) func requiresScope(operation: Operation) async throws {
        let api = try await AccountAPIFixture()
        let token = try await api.signIn(scope: "openid profile email")
        let response = await call(operation, on: api, token: token)
        #expect(response.summary == "403 insufficient_scope")
        #expect(response.challenge?.contains(#"error="insufficient_scope""#) == true)
        #expect(response.challenge?.hasSuffix(#"scope="account""#) == true)
    }

    @Test func rejectsTokenOfClientItself() async throws {
        let api = try await AccountAPIFixture()
        var client = try #require(try await api.server.store.client("web"))
        client.scopes.insert(.account)
        try await api.server.store.commit([.client(.update(client))])
        let response = await api.web.post(
            "/oauth2/token",
            Parameters([.grantType: "client_credentials", .scope: "account"]),
            fields: [
                .authorization: AuthorizationHeader.basic(
                    clientID: "web",
                    clientSecret: Secret(ServerFixture.webSecret)
                ).encoded
            ]
        )
        guard response.status == .ok else {
            // The server grants scopes of users to users only.
            #expect(response.error?.code == .invalidScope)
            return
        }
        let token = try TokenResponse(body: response.body, fields: response.fields).accessToken
        #expect(await api.send(.get, "/me", token: token).summary == "403 insufficient_scope")
    }

    @Test(arguments: [false, true]) func rejectsTokenOfEndedSession(isDisabled: Bool) async throws {
        let api = try await AccountAPIFixture()
        if isDisabled {
            try await api.server.users.disable(AccountAPIFixture.email)
        } else {
            try await api.server.users.revokeSessions(of: AccountAPIFixture.email)
        }
        #expect(await api.send(.get, "/me").summary == "401 invalid_token")
    }

    @Test(arguments: operations.filter(\.needsFreshSignIn))
    func requiresRecentSignIn(operation: Operation) async throws {
        let api = try await AccountAPIFixture()
        let id = try await api.id(of: AccountAPIFixture.email)
        let before = try await api.account()
        api.server.clock.advance(by: AccountAPIFixture.freshness + 1)
        let response = await call(operation, id, on: api)
        #expect(response.summary == "403 insufficient_user_authentication")
        #expect(response["max_age"] == 600)
        #expect(
            response.challenge
                == #"Bearer realm="https://login.example.com", error="insufficient_user_authentication", max_age="600""#
        )
        #expect(try await api.account() == before)
    }

    @Test(arguments: operations.filter { !$0.needsFreshSignIn && !$0.path.contains("{") })
    func allowsOldSignInForOthers(operation: Operation) async throws {
        let api = try await AccountAPIFixture()
        api.server.clock.advance(by: AccountAPIFixture.freshness + 1)
        #expect(await call(operation, on: api).response.status.kind == .successful)
    }

    /// Identifiers of another account and unknown ones get the same response.
    @Test(arguments: withSegment) func hidesResourcesOfOthers(operation: Operation) async throws {
        let api = try await AccountAPIFixture()
        let eve = try await api.addUser("eve@example.com")
        let session = try #require(await api.send(.get, "/sessions")["items"]?.array?.first?["id"]?.string)
        let address = try await api.id(of: AccountAPIFixture.email)
        let pending = try await api.add("email", "ada@example.org")
        for id in [
            session, address, pending, "unknown", "a-unknown", "b-unknown", "%00", "%FF", "..%2Fme", "%F0%9F%A6%89",
        ] {
            let response = await call(operation, id, on: api, token: eve)
            #expect(response.summary == "404 not_found", "\(id)")
            #expect(response.response.text == (await call(operation, "unknown", on: api, token: eve)).response.text)
        }
    }

    @Test(
        arguments: withBody,
        ["", "{", "[]", "null", "{}", #"{"attributes":[],"new_password":1,"kind":{},"code":[],"is_primary":"yes"}"#]
    )
    func rejectsMalformedBody(operation: Operation, body: String) async throws {
        let api = try await AccountAPIFixture()
        let id = try await api.add("email", "ada@example.org")
        let response = await api.send(
            operation.method,
            operation.path.replacing("{id}", with: id),
            raw: Data(body.utf8),
            fields: operation.fields.merging([.contentType: "application/json; charset=utf-8"])
        )
        #expect(response.summary == "400 invalid_request")
    }

    @Test(arguments: withBody, ["text/plain", "application/x-www-form-urlencoded", ""])
    func rejectsOtherMediaTypes(operation: Operation, type: String) async throws {
        let api = try await AccountAPIFixture()
        let response = await api.send(
            operation.method,
            operation.path.replacing("{id}", with: "x"),
            json: operation.body,
            fields: operation.fields.merging([.contentType: type])
        )
        #expect(response.summary == "415 unsupported_media_type")
    }

    @Test func reportsUnknownPathsAndMethodsAsProblems() async throws {
        let api = try await AccountAPIFixture()
        #expect(await api.send(.get, "/nothing").summary == "404 not_found")
        let response = await api.send(.post, "/me")
        #expect(response.summary == "405 method_not_allowed")
        #expect(response.response.fields[.allow] == "GET, PATCH")
        #expect(APIResponse(await api.web.send(.get, "/account/v1/me", body: nil)).summary == "413 content_too_large")
    }

    @Test func answersHeadWithoutBody() async throws {
        let api = try await AccountAPIFixture()
        let response = await api.send(.head, "/me")
        #expect(response.summary == "200")
        #expect(response.response.body.isEmpty)
        #expect(response.tag == (await api.send(.get, "/me")).tag)
    }

    @Test func allowsBrowserApps() async throws {
        let api = try await AccountAPIFixture()
        let preflight = await api.web.send(
            .options,
            "/account/v1/me",
            fields: [.origin: "https://app.example.com", .accessControlRequestMethod: "PATCH"]
        )
        #expect(preflight.status == .noContent)
        #expect(preflight.fields[.accessControlAllowMethods] == "GET, PATCH")
        let response = await api.send(.get, "/me", fields: [.origin: "https://app.example.com"]).response
        #expect(response.fields[.accessControlAllowOrigin] == "*")
        #expect(response.fields[.accessControlExposeHeaders] == "WWW-Authenticate, Retry-After, X-Request-ID, ETag")
        #expect(response.fields[.cacheControl] == "no-store")
    }

    @Test func reportsUnavailableStore() async throws {
        let store = FailingStore()
        let api = try await AccountAPIFixture(store: store)
        store.isDown = true
        let response = await api.send(.get, "/sessions")
        #expect(response.summary == "503 temporarily_unavailable")
        #expect(response.response.fields[.retryAfter] == "5")
    }

    @Test func limitsRequestsPerAddress() async throws {
        var limits = RateLimits()
        limits.requestsPerAddress.count = 30
        let api = try await AccountAPIFixture(limits: limits)
        var response = await api.send(.get, "/me")
        for _ in 0..<30 { response = await api.send(.get, "/me") }
        #expect(response.summary == "429 too_many_requests")
        #expect(response.response.fields[.retryAfter] != nil)
    }
}

extension HTTPFields {
    /// Returns the fields with others added or replaced.
    func merging(_ others: HTTPFields) -> HTTPFields {
        var fields = self
        for field in others { fields[field.name] = field.value }
        return fields
    }
}
