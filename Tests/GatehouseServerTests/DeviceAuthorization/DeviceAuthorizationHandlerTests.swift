import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct DeviceAuthorizationHandlerTests {
    @Test func theAnswerTellsWhereToGoAndWhatToType() async throws {
        let server = try TestServer()
        let client = try await server.addClient(method: .clientSecretBasic)
        let answer = try await ask(server, client, scope: [.openid, .email])
        #expect(answer.verificationURI.absoluteString == "https://id.example.com/device")
        #expect(
            answer.verificationURIComplete?.absoluteString
                == "https://id.example.com/device?user_code=\(answer.userCode)"
        )
        #expect(answer.expiresIn == 600)
        #expect(answer.interval == 5)
        let shape = try Regex("[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}")
        #expect(answer.userCode.wholeMatch(of: shape) != nil)

        let stored = try await server.store.device(userCode: answer.userCode.filter { $0 != "-" })
        let device = try #require(stored)
        #expect(device.id.rawValue == OpaqueToken.hash(of: answer.deviceCode.reveal()))
        #expect(device.scopes == [.openid, .email])
        #expect(device.decision == .pending)
        #expect(device.expiresAt == server.now.addingTimeInterval(600))
    }

    @Test func twoDevicesGetCodesOfTheirOwn() async throws {
        let server = try TestServer()
        let client = try await server.addClient()
        let answers = try await [ask(server, client), ask(server, client)]
        #expect(Set(answers.map(\.userCode)).count == 2)
        #expect(Set(answers.map(\.deviceCode)).count == 2)
    }

    @Test func aClientWithoutTheGrantIsRefused() async throws {
        let server = try TestServer()
        let client = try await server.addClient(grants: [.authorizationCode])
        #expect(try await refusal { try await ask(server, client) }.code == .unauthorizedClient)
    }

    @Test func aScopeThatTheClientHasNotIsRefused() async throws {
        let server = try TestServer()
        let client = try await server.addClient(scopes: [.openid])
        #expect(try await refusal { try await ask(server, client, scope: [.openid, .email]) }.code == .invalidScope)
    }

    @Test func ignoresUnknownScopes() async throws {
        let server = try TestServer()
        let client = try await server.addClient(scopes: [.openid])
        let unknown = Scope(rawValue: "api:read")
        let answer = try await ask(server, client, scope: [.openid, unknown])
        let device = try await server.store.device(userCode: answer.userCode.filter { $0 != "-" })
        #expect(device?.scopes == [.openid])
        #expect(try await refusal { try await ask(server, client, scope: [unknown]) }.code == .invalidScope)
    }

    @Test func anotherResourceIsRefused() async throws {
        let server = try TestServer()
        let client = try await server.addClient()
        let error = try await refusal { try await ask(server, client, resources: ["https://api.example.com"]) }
        #expect(error.code == .invalidTarget)
    }

    @Test func aWrongSecretIsRefused() async throws {
        let server = try TestServer()
        _ = try await server.addClient(method: .clientSecretPost)
        let request = DeviceAuthorizationRequest(
            scope: [],
            client: ClientCredentials(clientID: "app", clientSecret: Secret("wrong"))
        )
        let error = try await refusal {
            try await DeviceAuthorizationHandler(core: server.core)
                .authorizeDevice(request.parameters, authorization: nil, context: server.context)
        }
        #expect(error.code == .invalidClient)
    }

    private func ask(
        _ server: TestServer,
        _ client: Client,
        scope: ScopeSet = [.openid],
        resources: [String] = []
    ) async throws(OAuthError) -> DeviceAuthorizationResponse {
        let authentication = server.authentication(of: client)
        let request = DeviceAuthorizationRequest(scope: scope, client: authentication.form, resources: resources)
        return try await DeviceAuthorizationHandler(core: server.core).authorizeDevice(
            request.parameters,
            authorization: authentication.fields[.authorization],
            context: server.context
        )
    }
}
