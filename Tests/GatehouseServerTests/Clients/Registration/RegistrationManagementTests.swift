import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// RFC 7592 §2.
@Suite struct RegistrationManagementTests {
    private let server: ServerHarness
    private let registration: DynamicRegistration

    init() throws {
        server = try ServerHarness(registration: RegistrationSettings(mode: .open))
        registration = server.identity.registration
    }

    private func register(_ members: [String: JSONValue] = [:]) async throws -> ClientInformation {
        try await registration.register(body(nil, members), authorization: nil, context: server.context).client
    }

    private func body(_ id: String?, _ members: [String: JSONValue] = [:]) -> Data {
        var all: [String: JSONValue] = ["redirect_uris": ["https://app.example.com/callback"]]
        all["client_id"] = id.map(JSONValue.string)
        return JSONCoding.encode(JSONValue.object(all.merging(members) { $1 }))
    }

    private func authorization(_ client: ClientInformation) -> String {
        "Bearer " + (client.registrationAccessToken?.reveal() ?? "")
    }

    private func replace(
        _ client: ClientInformation,
        _ members: [String: JSONValue] = [:]
    ) async throws(OAuthError) -> ClientInformation {
        try await registration.replace(
            client.clientID,
            body(client.clientID, members),
            authorization: authorization(client),
            context: server.context
        )
    }

    private func code(of client: ClientInformation, _ members: [String: JSONValue]) async -> OAuthErrorCode? {
        do throws(OAuthError) {
            _ = try await replace(client, members)
            return nil
        } catch {
            return error.code
        }
    }

    private func stored(_ client: ClientInformation) async throws -> Client? {
        try await server.store.client(Client.ID(client.clientID))
    }

    /// RFC 7592 §2.1, §3.
    @Test func returnsRegistrationWithoutSecret() async throws {
        var client = try await register(["client_name": "Example App", "scope": "openid email"])
        let read = try await registration.read(client.clientID, authorization: authorization(client))
        client.clientSecret = nil
        client.clientSecretExpiresAt = nil
        #expect(read == client)
    }

    /// RFC 7592 §2.1: the same response for an invalid token and for a client that does not exist.
    @Test func rejectsOtherTokens() async throws {
        let (client, other) = (try await register(), try await register())
        _ = try await server.addClient { $0.requiresPKCE = true }
        let attempts = [
            (client.clientID, authorization(other)), (client.clientID, "Bearer wrong"), (client.clientID, "Basic YTpi"),
            ("unknown", authorization(client)), ("app", authorization(client)), ("app", "Bearer x"),
        ]
        for (id, authorization) in attempts {
            let error = await #expect(throws: OAuthError.self) {
                try await registration.read(id, authorization: authorization)
            }
            #expect(error?.status == .unauthorized)
            #expect(error?.challenge?.error == .invalidToken)
            await #expect(throws: OAuthError.self) {
                try await registration.delete(id, authorization: authorization, context: server.context)
            }
        }
        let error = await #expect(throws: OAuthError.self) {
            try await registration.read(client.clientID, authorization: nil)
        }
        #expect(error?.status == .unauthorized)
        #expect(error?.challenge?.error == nil)
        #expect(try await server.store.clients(after: nil, limit: 9).count == 3)
    }

    /// RFC 7592 §2.2: the request replaces all metadata; omitted members get their defaults.
    @Test func replacesMetadata() async throws {
        let client = try await register(["client_name": "Old", "contacts": ["dev@example.com"]])
        let changed = try await replace(client, ["client_name": "New", "software_id": "app"])
        #expect(changed.clientName == "New")
        #expect(changed.contacts == nil)
        #expect(changed.softwareID == "app")
        #expect(changed.registrationAccessToken == client.registrationAccessToken)
        #expect(changed.registrationClientURI == client.registrationClientURI)
        #expect(try await server.auditKinds() == [.clientCreated, .clientUpdated])
    }

    @Test func keepsSecretAndToken() async throws {
        let client = try await register()
        let before = try #require(try await stored(client))
        #expect(try await replace(client, ["client_name": "New"]).clientSecret == nil)
        let after = try #require(try await stored(client))
        #expect(after.secretHash == before.secretHash)
        #expect(after.origin?.managementTokenHash == before.origin?.managementTokenHash)
    }

    /// RFC 7592 §2.2: client_id and client_secret must be those of the registration, and members that only the server
    /// sets must not be included.
    @Test func rejectsOtherCredentials() async throws {
        let client = try await register()
        let before = try await stored(client)
        for members: [String: JSONValue] in [
            ["client_id": "other"], ["client_secret": "chosen"], ["registration_access_token": "chosen"],
            ["registration_client_uri": "https://app.example.com"], ["client_id_issued_at": 1],
            ["client_secret_expires_at": 0],
        ] {
            #expect(await code(of: client, members) == .invalidClientMetadata)
        }
        #expect(try await stored(client) == before)
        let secret = try #require(client.clientSecret)
        #expect(await code(of: client, ["client_secret": .string(secret.reveal())]) == nil)
    }

    @Test func rejectsInvalidMetadata() async throws {
        let client = try await register()
        #expect(await code(of: client, ["redirect_uris": []]) == .invalidRedirectURI)
        #expect(await code(of: client, ["software_statement": "a.b.c"]) == .unapprovedSoftwareStatement)
    }

    @Test func changesAuthenticationMethod() async throws {
        let client = try await register()
        let removed = try await replace(client, ["token_endpoint_auth_method": "none"])
        #expect(removed.clientSecret == nil)
        #expect(try await stored(client)?.secretHash == nil)
        let added = try await replace(client, ["token_endpoint_auth_method": "client_secret_post"])
        let secret = try #require(added.clientSecret)
        #expect(secret != client.clientSecret)
        #expect(try await stored(client)?.secretHash == OpaqueToken.hash(of: secret.reveal()))
    }

    @Test func keepsSettingsOfOperator() async throws {
        let client = try await register(["scope": "openid"])
        _ = try await server.identity.registrar.update(Client.ID(client.clientID), context: server.context) { client in
            client.skipsConsent = true
            client.scopes.insert(.account)
            client.grantTypes.append(.clientCredentials)
        }
        _ = try await replace(client, ["grant_types": ["authorization_code", "refresh_token"]])
        let changed = try await stored(client)
        #expect(changed?.skipsConsent == true)
        #expect(changed?.scopes == [.openid, .account])
        #expect(changed?.grantTypes == [.authorizationCode, .refreshToken, .clientCredentials])
    }

    @Test func cannotRegainScopesAndGrantsOfOperator() async throws {
        let client = try await register(["scope": "openid"])
        for isGiven in [true, false] {
            _ = try await server.identity.registrar.update(Client.ID(client.clientID), context: server.context) {
                $0.scopes = isGiven ? [.openid, .account] : [.openid]
                $0.grantTypes = isGiven ? [.authorizationCode, .clientCredentials] : [.authorizationCode]
            }
        }
        _ = try await replace(
            client,
            ["scope": "openid account", "grant_types": ["authorization_code", "client_credentials"]]
        )
        let changed = try await stored(client)
        #expect(changed?.scopes == [.openid])
        #expect(changed?.grantTypes == [.authorizationCode])
    }

    /// RFC 7592 §2.3: a deleted client cannot be managed again.
    @Test func deletesClient() async throws {
        let client = try await register()
        let token = authorization(client)
        _ = try await registration.delete(client.clientID, authorization: token, context: server.context)
        #expect(try await stored(client)?.deletedAt == server.now)
        let error = await #expect(throws: OAuthError.self) {
            try await registration.delete(client.clientID, authorization: token, context: server.context)
        }
        #expect(error?.status == .unauthorized)
        #expect(try await server.auditKinds() == [.clientCreated, .clientDeleted])
        _ = try await server.identity.jobs.cleanup(wait: { _ in }).deleteExpired()
        #expect(try await stored(client) == nil)
    }
}
