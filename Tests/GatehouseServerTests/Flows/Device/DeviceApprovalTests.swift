import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// Approval of a device in a signed-in browser.
@Suite struct DeviceApprovalTests {
    private let email = "ada@example.com"

    private func server(attributes: [ClientAttribute] = []) async throws -> CompleteServer {
        let server = try await CompleteServer.with { client in
            client.skipsConsent = false
            client.redirectURIs = ["https://app.example.com/callback"]
            client.grantTypes = [.authorizationCode, .deviceCode]
            client.attributes = attributes
        }
        try await server.addAccount(email, password: "correct horse battery")
        return server
    }

    private func signedIn(_ server: CompleteServer, scopes: ScopeSet) async throws -> BrowserDriver {
        var driver = try await BrowserDriver(on: server, scopes: scopes)
        try await driver.submit(.signInByPassword(email: email))
        try await driver.submit(.password("correct horse battery"))
        return driver
    }

    private func startApproval(in driver: BrowserDriver, scopes: ScopeSet) async throws -> Flow {
        let request = DeviceAuthorizationRequest(scope: scopes, client: ClientCredentials(clientID: "app"))
        let identity = driver.server.identity
        let device = try await identity.deviceAuthorization.authorizeDevice(
            request.parameters,
            authorization: nil,
            context: driver.context
        )
        let flow = try await identity.devicePages.begin(
            userCode: device.userCode,
            language: .english,
            browser: driver.browser,
            context: driver.context
        )
        return try #require(flow)
    }

    private func submit(
        _ input: FlowInput,
        to flow: Flow,
        in driver: BrowserDriver
    ) async throws
        -> FlowProgress
    {
        try await driver.server.identity.flows.runner.submit(
            input,
            to: flow.id,
            step: flow.state.number,
            language: .english,
            browser: driver.browser,
            context: driver.context
        )
    }

    @Test func keepsEarlierConsentWhenDeviceRequestsFewerScopes() async throws {
        let server = try await server()
        var driver = try await signedIn(server, scopes: [.openid, .email, .phone])
        try await driver.submit(.consent(true))
        let flow = try await startApproval(in: driver, scopes: [.openid, .profile])
        guard case .device(allowed: true)? = try await submit(.consent(true), to: flow, in: driver).outcome else {
            throw StepError(flow.step)
        }
        #expect(try await signedIn(server, scopes: [.openid, .email, .phone, .profile]).hasCode)
    }

    @Test func requestsRequiredAttributesBeforeApproval() async throws {
        let server = try await server(attributes: [ClientAttribute(name: "nickname", isRequired: true)])
        let driver = try await signedIn(server, scopes: [.openid])
        #expect(driver.step.name == "attributes")
        let flow = try await startApproval(in: driver, scopes: [.openid])
        #expect(flow.step.name == "attributes")
        let progress = try await submit(.attributes(["nickname": "Countess"]), to: flow, in: driver)
        #expect(progress.flow.step.name == "consent")
        #expect(try await server.account(email)?.attributes["nickname"] == "Countess")
    }
}
