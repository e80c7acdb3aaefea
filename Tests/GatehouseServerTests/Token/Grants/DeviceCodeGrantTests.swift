import Foundation
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct DeviceCodeGrantTests {
    /// A device that waits for a person.
    private struct Waiting: Sendable {
        let server: TestServer
        let client: Client
        let account: Account
        let code: Secret

        init() async throws {
            server = try TestServer()
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
                    authenticatedAt: server.now,
                    methods: [.oneTimeCode]
                )
            )
        }

        func poll() async throws(OAuthError) -> TokenResponse {
            try await server.token(.deviceCode(code), by: client)
        }

        func refusalOfPoll() async throws -> OAuthErrorCode {
            try await refusal { try await poll() }.code
        }
    }

    @Test func anApprovedDeviceGetsTokensOnce() async throws {
        let device = try await Waiting()
        device.server.clock.advance(by: 5)
        #expect(try await device.refusalOfPoll() == .authorizationPending)
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
        #expect(try await device.refusalOfPoll() == .invalidGrant)
        #expect(try await device.server.audited() == [.sessionStarted])
    }

    @Test func ofFiftyAtOnceOneRedeemsTheCode() async throws {
        let device = try await Waiting()
        try await device.approve()
        device.server.store.gather(50)
        let outcomes = await concurrently(50) { () async throws(OAuthError) in try await device.poll() }
        #expect(outcomes.compactMap(\.value).count == 1)
        #expect(outcomes.compactMap(\.error?.code) == Array(repeating: .invalidGrant, count: 49))
        #expect(try await device.server.store.sessions(of: device.account.id).count == 1)
    }

    @Test func aDeviceThatDoesNotWaitHasToWaitLonger() async throws {
        let device = try await Waiting()
        #expect(try await device.refusalOfPoll() == .authorizationPending)
        device.server.clock.advance(by: 3)
        #expect(try await device.refusalOfPoll() == .slowDown)
        #expect(try await device.record.interval == 10)
        device.server.clock.advance(by: 8)
        #expect(try await device.refusalOfPoll() == .slowDown)
        #expect(try await device.record.interval == 15)
        device.server.clock.advance(by: 15)
        #expect(try await device.refusalOfPoll() == .authorizationPending)
        #expect(try await device.record.interval == 15)
    }

    @Test func aQuestionThatTravelledFastIsNotEarly() async throws {
        let device = try await Waiting()
        #expect(try await device.refusalOfPoll() == .authorizationPending)
        device.server.clock.advance(by: 4.2)
        #expect(try await device.refusalOfPoll() == .authorizationPending)
    }

    @Test func aRefusalIsTold() async throws {
        let device = try await Waiting()
        try await device.decide(.denied)
        #expect(try await device.refusalOfPoll() == .accessDenied)
    }

    @Test func anAccountDeletedInBetweenGetsNothing() async throws {
        let device = try await Waiting()
        try await device.approve()
        device.server.store.precede([.account(.delete(device.account.id))])
        #expect(try await device.refusalOfPoll() == .invalidGrant)
    }

    @Test func aCodeExpiresEvenWhenApproved() async throws {
        let device = try await Waiting()
        try await device.approve()
        device.server.clock.advance(by: 600)
        #expect(try await device.refusalOfPoll() == .expiredToken)
    }

    @Test func anotherClientGetsNothingAndSpendsNothing() async throws {
        let device = try await Waiting()
        let other = try await device.server.addClient("other")
        try await device.approve()
        let error = try await refusal {
            try await device.server.token(.deviceCode(device.code), by: other)
        }
        #expect(error.code == .invalidGrant)
        _ = try await device.poll()
    }

    @Test func aDisabledAccountGetsNothing() async throws {
        let device = try await Waiting()
        try await device.approve()
        try await device.server.disable(device.account)
        #expect(try await device.refusalOfPoll() == .invalidGrant)
    }

    @Test func signingOutTakesTheApprovalBack() async throws {
        let device = try await Waiting()
        let browser = try await device.server.addBrowserSession(device.account)
        try await device.approve(browserSession: browser)
        try await device.server.store.commit([.browserSession(.end(browser.id, at: device.server.now))])
        #expect(try await device.refusalOfPoll() == .invalidGrant)
    }

    @Test func whatIsNoCodeIsRefused() async throws {
        let device = try await Waiting()
        let userCode = Secret(try await device.record.userCode)
        for text in [userCode, Secret(try await device.record.id.rawValue), Secret("x")] {
            let error = try await refusal {
                try await device.server.token(.deviceCode(text), by: device.client)
            }
            #expect(error.code == .invalidGrant)
        }
    }
}
