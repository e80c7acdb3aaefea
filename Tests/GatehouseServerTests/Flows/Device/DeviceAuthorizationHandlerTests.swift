import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct DeviceAuthorizationHandlerTests {
    @Test func returnsVerificationURIAndCodes() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient(method: .clientSecretBasic)
        let response = try await authorize(server, client, scope: [.openid, .email])
        #expect(response.verificationURI.absoluteString == "https://id.example.com/device")
        #expect(
            response.verificationURIComplete?.absoluteString
                == "https://id.example.com/device?user_code=\(response.userCode)"
        )
        #expect(response.expiresIn == 600)
        #expect(response.interval == 5)
        let shape = try Regex("[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}")
        #expect(response.userCode.wholeMatch(of: shape) != nil)

        let stored = try await server.store.device(userCode: response.userCode.filter { $0 != "-" })
        let device = try #require(stored)
        #expect(device.id.rawValue == OpaqueToken.hash(of: response.deviceCode.reveal()))
        #expect(device.scopes == [.openid, .email])
        #expect(device.decision == .pending)
        #expect(device.expiresAt == server.now.addingTimeInterval(600))
    }

    @Test func issuesDistinctCodes() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let responses = try await [authorize(server, client), authorize(server, client)]
        #expect(Set(responses.map(\.userCode)).count == 2)
        #expect(Set(responses.map(\.deviceCode)).count == 2)
    }

    @Test func rejectsClientWithoutDeviceGrant() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient(grants: [.authorizationCode])
        #expect(try await oauthError { try await authorize(server, client) }.code == .unauthorizedClient)
    }

    @Test func rejectsUnregisteredScope() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient(scopes: [.openid])
        #expect(
            try await oauthError { try await authorize(server, client, scope: [.openid, .email]) }.code == .invalidScope
        )
    }

    @Test func ignoresUnknownScopes() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient(scopes: [.openid])
        let unknown = Scope(rawValue: "api:read")
        let response = try await authorize(server, client, scope: [.openid, unknown])
        let device = try await server.store.device(userCode: response.userCode.filter { $0 != "-" })
        #expect(device?.scopes == [.openid])
        #expect(try await oauthError { try await authorize(server, client, scope: [unknown]) }.code == .invalidScope)
    }

    @Test func rejectsUnknownResource() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let error = try await oauthError { try await authorize(server, client, resources: ["https://api.example.com"]) }
        #expect(error.code == .invalidTarget)
    }

    @Test func rejectsWrongSecret() async throws {
        let server = try ServerHarness()
        _ = try await server.addClient(method: .clientSecretPost)
        let request = DeviceAuthorizationRequest(
            scope: [],
            client: ClientCredentials(clientID: "app", clientSecret: Secret("wrong"))
        )
        let error = try await oauthError {
            try await server.identity.deviceAuthorization
                .authorizeDevice(request.parameters, authorization: nil, context: server.context)
        }
        #expect(error.code == .invalidClient)
    }

    private func authorize(
        _ server: ServerHarness,
        _ client: Client,
        scope: ScopeSet = [.openid],
        resources: [String] = []
    ) async throws(OAuthError) -> DeviceAuthorizationResponse {
        let authentication = server.authentication(of: client)
        let request = DeviceAuthorizationRequest(scope: scope, client: authentication.form, resources: resources)
        return try await server.identity.deviceAuthorization.authorizeDevice(
            request.parameters,
            authorization: authentication.fields[.authorization],
            context: server.context
        )
    }
}
