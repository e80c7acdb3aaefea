import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// A person who is signed in already decides on a device.
@Suite struct DevicePagesTests {
    private let email = "ada@example.com"

    private func server(attributes: [ClientAttribute] = []) async throws -> FullServer {
        let server = try await FullServer.with { client in
            client.skipsConsent = false
            client.redirectURIs = ["https://app.example.com/callback"]
            client.grantTypes = [.authorizationCode, .deviceCode]
            client.attributes = attributes
        }
        try await server.addAccount(email, password: "correct horse battery")
        return server
    }

    private func signedIn(_ server: FullServer, scopes: ScopeSet) async throws -> Visit {
        var visit = try await Visit(on: server, scopes: scopes)
        try await visit.submit(.signInByPassword(email: email))
        try await visit.submit(.password("correct horse battery"))
        return visit
    }

    private func decide(in visit: Visit, scopes: ScopeSet) async throws -> Transaction {
        let request = DeviceAuthorizationRequest(scope: scopes, client: ClientCredentials(clientID: "app"))
        let identity = visit.server.server
        let device = try await identity.deviceAuthorization.authorizeDevice(
            request.parameters,
            authorization: nil,
            context: visit.context
        )
        let transaction = try await identity.devicePages.begin(
            userCode: device.userCode,
            language: .english,
            browser: visit.browser,
            context: visit.context
        )
        return try #require(transaction)
    }

    private func submit(
        _ input: TransactionInput,
        to transaction: Transaction,
        in visit: Visit
    ) async throws
        -> TransactionProgress
    {
        try await visit.server.server.engine.submit(
            input,
            to: transaction.id,
            step: transaction.state.number,
            language: .english,
            browser: visit.browser,
            context: visit.context
        )
    }

    @Test func allowingADeviceLessLeavesWhatWasAgreedToBefore() async throws {
        let server = try await server()
        var visit = try await signedIn(server, scopes: [.openid, .email, .phone])
        try await visit.submit(.consent(true))
        let transaction = try await decide(in: visit, scopes: [.openid, .profile])
        guard case .device(allowed: true)? = try await submit(.consent(true), to: transaction, in: visit).outcome else {
            throw StepError(transaction.step)
        }
        #expect(try await signedIn(server, scopes: [.openid, .email, .phone, .profile]).hasCode)
    }

    @Test func dataThatTheClientRequiresIsAskedForFirst() async throws {
        let server = try await server(attributes: [ClientAttribute(name: "nickname", isRequired: true)])
        let visit = try await signedIn(server, scopes: [.openid])
        #expect(visit.step.name == "attributes")
        let transaction = try await decide(in: visit, scopes: [.openid])
        #expect(transaction.step.name == "attributes")
        let progress = try await submit(.attributes(["nickname": "Countess"]), to: transaction, in: visit)
        #expect(progress.transaction.step.name == "consent")
        #expect(try await server.account(email)?.attributes["nickname"] == "Countess")
    }
}
