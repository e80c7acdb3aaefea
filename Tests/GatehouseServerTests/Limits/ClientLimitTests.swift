import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// The rate limit of a client, for authenticated and unauthenticated requests.
@Suite struct ClientLimitTests {
    private func server() throws -> ServerHarness {
        var limits = RateLimits()
        limits.requestsPerClient = .init(2, per: 60)
        return try ServerHarness(limits: limits)
    }

    private func status(
        _ presented: ClientAuthentication,
        _ server: ServerHarness,
        from address: String = "192.0.2.1"
    ) async -> HTTPResponse.Status? {
        do throws(OAuthError) {
            _ = try await server.identity.clients.authenticate(
                presented.form,
                authorization: presented.fields[.authorization],
                context: RequestMetadata(address: address, requestID: "request-1")
            )
            return nil
        } catch {
            return error.status
        }
    }

    @Test func limitsConfidentialClientAcrossAddresses() async throws {
        let server = try server()
        _ = try await server.addClient("web", method: .clientSecretBasic)
        let valid = ClientAuthentication.basic(clientID: "web", clientSecret: Secret(ServerHarness.clientSecret))
        #expect(await status(valid, server) == nil)
        #expect(await status(valid, server, from: "192.0.2.2") == nil)
        #expect(await status(valid, server, from: "192.0.2.3") == .tooManyRequests)
        server.clock.advance(by: 60)
        #expect(await status(valid, server) == nil)
    }

    @Test func doesNotCountFailedAuthentication() async throws {
        let server = try server()
        _ = try await server.addClient("web", method: .clientSecretBasic)
        let wrong: [ClientAuthentication] = [
            .basic(clientID: "web", clientSecret: Secret("wrong")), .none(clientID: "web"),
            .post(clientID: "web", clientSecret: Secret("wrong")),
        ]
        for attempt in wrong + wrong { #expect(await status(attempt, server) == .unauthorized) }
        let valid = ClientAuthentication.basic(clientID: "web", clientSecret: Secret(ServerHarness.clientSecret))
        #expect(await status(valid, server) == nil)
    }

    @Test func limitsPublicClientPerAddress() async throws {
        let server = try server()
        _ = try await server.addClient("app")
        let app = ClientAuthentication.none(clientID: "app")
        for _ in 0..<2 { #expect(await status(app, server) == nil) }
        #expect(await status(app, server) == .tooManyRequests)
        #expect(await status(app, server, from: "192.0.2.2") == nil)
    }

    @Test func keepsNoWindowForUnknownClients() async throws {
        let server = try server()
        for number in 0..<50 { #expect(await status(.none(clientID: "\(number)"), server) == .unauthorized) }
        #expect(server.identity.requests.limiter.size == 0)
    }

    @Test func boundsAttemptsToProveSecretPerAddress() async throws {
        let server = try ServerHarness()
        _ = try await server.addClient("web", method: .clientSecretBasic)
        _ = try await server.addClient("app")
        let own = ClientAuthentication.post(clientID: "web", clientSecret: Secret(ServerHarness.clientSecret))
        let wrong: [ClientAuthentication] = [
            .post(clientID: "web", clientSecret: Secret("wrong")), .none(clientID: "web"), .none(clientID: "app"),
            .post(clientID: "other", clientSecret: Secret(ServerHarness.clientSecret)),
        ]
        func proves(_ presented: ClientAuthentication, from address: String = "192.0.2.1") async -> Bool {
            var parameters = Parameters()
            presented.form.append(to: &parameters)
            return await server.identity.clients.provesSecret(
                authorization: nil,
                rule: .oneMethod,
                context: RequestMetadata(address: address, requestID: "request-1")
            ) { () throws(OAuthError) in parameters }
        }
        let count = RateLimits().requestsPerAddress.count
        for number in 1..<count {
            #expect(!(await proves(wrong[number % wrong.count])))
            #expect(await proves(own))
        }
        #expect(!(await proves(wrong[0])))
        #expect(!(await proves(own)))
        #expect(await proves(own, from: "192.0.2.2"))
        let isRead = await server.identity.clients.provesSecret(
            authorization: nil,
            rule: .oneMethod,
            context: RequestMetadata(address: "192.0.2.1", requestID: "request-1")
        ) { () throws(OAuthError) in
            Issue.record("The form is read although the attempts are used up.")
            throw .broken
        }
        #expect(!isRead)
        server.clock.advance(by: 60)
        #expect(await proves(own))
    }

    /// Each registration would otherwise add the limit of a client to that of the address.
    @Test(arguments: [
        (ClientOrigin(kind: .registration), false), (ClientOrigin(kind: .registration, isVerified: true), true),
        (ClientOrigin(kind: .registration, isVerified: true, statementIssuer: "https://a.example.com"), false),
    ])
    func countsSelfRegisteredClientForAddressUnlessOperatorVouches(
        origin: ClientOrigin,
        hasOwnLimit: Bool
    ) async throws {
        var limits = RateLimits()
        limits.requestsPerAddress = .init(2, per: 60)
        let server = try ServerHarness(limits: limits)
        _ = try await server.addClient("agent", method: .clientSecretBasic) {
            $0.origin = origin
        }
        let agent = ClientAuthentication.basic(clientID: "agent", clientSecret: Secret(ServerHarness.clientSecret))
        let context = RequestMetadata(address: "192.0.2.1", requestID: "request-1")
        let clients = server.identity.clients
        func request() async throws(OAuthError) {
            try await server.identity.requests.countRequest(context) {
                await clients.provesSecret(
                    authorization: agent.fields[.authorization],
                    rule: .oneMethod,
                    context: context
                ) { () throws(OAuthError) in Parameters() }
            }
            _ = try await clients.authenticate(
                agent.form,
                authorization: agent.fields[.authorization],
                context: context
            )
        }
        for _ in 0..<2 { try await request() }
        guard !hasOwnLimit else { return try await request() }
        #expect(try await oauthError { try await request() }.status == .tooManyRequests)
    }

    @Test func countsRequestsOfEveryClientEndpoint() async throws {
        let server = try server()
        let client = try await server.addClient("web", method: .clientSecretPost, grants: [.clientCredentials])
        let form = server.authentication(of: client).form
        _ = try await server.token(.clientCredentials(scope: nil), by: client)
        _ = try await server.identity.revocation.revoke(
            RevocationRequest(token: Secret("unknown"), client: form).parameters,
            authorization: nil,
            context: server.context
        )
        let introspection = try await oauthError {
            try await server.identity.introspection.introspect(
                IntrospectionRequest(token: Secret("unknown"), client: form).parameters,
                authorization: nil,
                context: server.context
            )
        }
        #expect(introspection.status == .tooManyRequests)
        let device = try await oauthError {
            try await server.identity.deviceAuthorization.authorizeDevice(
                DeviceAuthorizationRequest(scope: [.openid], client: form).parameters,
                authorization: nil,
                context: server.context
            )
        }
        #expect(device.status == .tooManyRequests)
    }
}
