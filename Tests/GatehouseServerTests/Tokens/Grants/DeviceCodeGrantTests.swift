import Foundation
import GatehouseJOSE
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer

@Suite struct DeviceCodeGrantTests {
    /// A device with a pending authorization.
    private struct PendingDevice: Sendable {
        let server: ServerHarness
        let client: Client
        let account: Account
        let code: Secret

        init() async throws {
            server = try ServerHarness()
            client = try await server.addClient()
            account = try await server.addAccount()
            let request = DeviceAuthorizationRequest(
                scope: [.openid, .offlineAccess],
                client: ClientCredentials(clientID: "app")
            )
            code = try await DeviceAuthorizationHandler(core: server.core)
                .authorizeDevice(request.parameters, authorization: nil, context: server.context).deviceCode
        }

        var record: DeviceAuthorization {
            get async throws {
                let id = DeviceAuthorization.ID(OpaqueToken.hash(of: code.reveal()))
                return try #require(try await server.store.device(id))
            }
        }

        func decide(_ decision: DeviceAuthorization.Decision) async throws {
            try await server.store.commit([.device(.decide(try await record.id, decision))])
        }

        func approve(browserSession: BrowserSession? = nil) async throws {
            try await decide(
                .approved(
                    account: account.id,
                    browserSession: browserSession?.id,
                    scopes: [.openid, .offlineAccess],
                    authentication: Authentication([CodeFactor.proven(at: server.now)], at: server.now)
                )
            )
        }

        func poll() async throws(OAuthError) -> TokenResponse {
            try await server.token(.deviceCode(code), by: client)
        }

        func pollError() async throws -> OAuthErrorCode {
            try await oauthError { try await poll() }.code
        }
    }

    @Test func issuesTokensOnceAfterApproval() async throws {
        let device = try await PendingDevice()
        device.server.clock.advance(by: 5)
        #expect(try await device.pollError() == .authorizationPending)
        try await device.approve()
        let tokens = try await device.poll()
        let access = try await device.server.read(
            tokens.accessToken,
            as: AccessTokenClaims.self,
            kind: .accessToken
        )
        #expect(access.claims.subject == "account-1")
        #expect(access.claims.amr == [.oneTimeCode])
        #expect(tokens.scope == [.openid, .offlineAccess])
        #expect(tokens.idToken != nil)
        _ = try await device.server.refresh(tokens.refreshToken, by: device.client)
        #expect(try await device.pollError() == .invalidGrant)
        #expect(try await device.server.auditKinds() == [.sessionStarted])
    }

    @Test func redeemsCodeOnceUnderConcurrency() async throws {
        let device = try await PendingDevice()
        try await device.approve()
        device.server.store.gather(50)
        let results = await concurrently(50) { () async throws(OAuthError) in try await device.poll() }
        #expect(results.compactMap(\.value).count == 1)
        #expect(results.compactMap(\.error?.code) == Array(repeating: .invalidGrant, count: 49))
        #expect(try await device.server.store.sessions(of: device.account.id).count == 1)
    }

    @Test func increasesIntervalWhenPollingTooFast() async throws {
        let device = try await PendingDevice()
        #expect(try await device.pollError() == .authorizationPending)
        device.server.clock.advance(by: 3)
        #expect(try await device.pollError() == .slowDown)
        #expect(try await device.record.interval == 10)
        device.server.clock.advance(by: 8)
        #expect(try await device.pollError() == .slowDown)
        #expect(try await device.record.interval == 15)
        device.server.clock.advance(by: 15)
        #expect(try await device.pollError() == .authorizationPending)
        #expect(try await device.record.interval == 15)
    }

    @Test func toleratesNetworkJitterInPolling() async throws {
        let device = try await PendingDevice()
        #expect(try await device.pollError() == .authorizationPending)
        device.server.clock.advance(by: 4.2)
        #expect(try await device.pollError() == .authorizationPending)
    }

    @Test func reportsDenial() async throws {
        let device = try await PendingDevice()
        try await device.decide(.denied)
        #expect(try await device.pollError() == .accessDenied)
    }

    @Test func rejectsAccountDeletedDuringRedemption() async throws {
        let device = try await PendingDevice()
        try await device.approve()
        device.server.store.precede([.account(.delete(device.account.id))])
        #expect(try await device.pollError() == .invalidGrant)
    }

    @Test func rejectsExpiredCodeEvenIfApproved() async throws {
        let device = try await PendingDevice()
        try await device.approve()
        device.server.clock.advance(by: 600)
        #expect(try await device.pollError() == .expiredToken)
    }

    @Test func rejectsAnotherClientWithoutConsumingCode() async throws {
        let device = try await PendingDevice()
        let other = try await device.server.addClient("other")
        try await device.approve()
        let error = try await oauthError {
            try await device.server.token(.deviceCode(device.code), by: other)
        }
        #expect(error.code == .invalidGrant)
        _ = try await device.poll()
    }

    @Test func rejectsDisabledAccount() async throws {
        let device = try await PendingDevice()
        try await device.approve()
        try await device.server.disable(device.account)
        #expect(try await device.pollError() == .invalidGrant)
    }

    @Test func rejectsApprovalAfterBrowserSignOut() async throws {
        let device = try await PendingDevice()
        let browser = try await device.server.addBrowserSession(device.account)
        try await device.approve(browserSession: browser)
        try await device.server.store.commit([.browserSession(.end(browser.id, at: device.server.now))])
        #expect(try await device.pollError() == .invalidGrant)
    }

    @Test func rejectsUnknownCode() async throws {
        let device = try await PendingDevice()
        let userCode = Secret(try await device.record.userCode)
        for text in [userCode, Secret(try await device.record.id.rawValue), Secret("x")] {
            let error = try await oauthError {
                try await device.server.token(.deviceCode(text), by: device.client)
            }
            #expect(error.code == .invalidGrant)
        }
    }
}
