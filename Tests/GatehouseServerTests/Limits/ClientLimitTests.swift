import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Who can use up the limit of a client.
@Suite struct ClientLimitTests {
    private func server() throws -> TestServer {
        var limits = Limits()
        limits.requestsPerClient = .init(2, per: 60)
        return try TestServer(limits: limits)
    }

    private func status(
        _ presented: ClientAuthentication,
        _ server: TestServer,
        from address: String = "192.0.2.1"
    ) async -> HTTPResponse.Status? {
        do throws(OAuthError) {
            _ = try await ClientAuthenticator(core: server.core).authenticate(
                presented.form,
                authorization: presented.fields[.authorization],
                context: RequestContext(address: address, requestID: "request-1")
            )
            return nil
        } catch {
            return error.status
        }
    }

    @Test func aClientThatAuthenticatesHasOneLimitWhereverItAsksFrom() async throws {
        let server = try server()
        _ = try await server.addClient("web", method: .clientSecretBasic)
        let own = ClientAuthentication.basic(clientID: "web", clientSecret: Secret(TestServer.clientSecret))
        #expect(await status(own, server) == nil)
        #expect(await status(own, server, from: "192.0.2.2") == nil)
        #expect(await status(own, server, from: "192.0.2.3") == .tooManyRequests)
        server.clock.advance(by: 60)
        #expect(await status(own, server) == nil)
    }

    @Test func aStrangerDoesNotUseUpTheLimitOfAClient() async throws {
        let server = try server()
        _ = try await server.addClient("web", method: .clientSecretBasic)
        let wrong: [ClientAuthentication] = [
            .basic(clientID: "web", clientSecret: Secret("wrong")), .none(clientID: "web"),
            .post(clientID: "web", clientSecret: Secret("wrong")),
        ]
        for attempt in wrong + wrong { #expect(await status(attempt, server) == .unauthorized) }
        let own = ClientAuthentication.basic(clientID: "web", clientSecret: Secret(TestServer.clientSecret))
        #expect(await status(own, server) == nil)
    }

    @Test func aPublicClientIsLimitedAtEachAddressForItself() async throws {
        let server = try server()
        _ = try await server.addClient("app")
        let app = ClientAuthentication.none(clientID: "app")
        for _ in 0..<2 { #expect(await status(app, server) == nil) }
        #expect(await status(app, server) == .tooManyRequests)
        #expect(await status(app, server, from: "192.0.2.2") == nil)
    }

    @Test func clientsThatDoNotExistAreNotRemembered() async throws {
        let server = try server()
        for number in 0..<50 { #expect(await status(.none(clientID: "\(number)"), server) == .unauthorized) }
        #expect(server.core.limiter.size == 0)
    }

    @Test func everyEndpointOfClientsCounts() async throws {
        let server = try server()
        let client = try await server.addClient("web", method: .clientSecretPost, grants: [.clientCredentials])
        let form = server.authentication(of: client).form
        _ = try await server.token(.clientCredentials(scope: nil), by: client)
        _ = try await RevocationHandler(core: server.core).revoke(
            RevocationRequest(token: Secret("unknown"), client: form).parameters,
            authorization: nil,
            context: server.context
        )
        let introspection = try await refusal {
            try await IntrospectionHandler(core: server.core).introspect(
                IntrospectionRequest(token: Secret("unknown"), client: form).parameters,
                authorization: nil,
                context: server.context
            )
        }
        #expect(introspection.status == .tooManyRequests)
        let device = try await refusal {
            try await DeviceAuthorizationHandler(core: server.core).authorizeDevice(
                DeviceAuthorizationRequest(scope: [.openid], client: form).parameters,
                authorization: nil,
                context: server.context
            )
        }
        #expect(device.status == .tooManyRequests)
    }
}
