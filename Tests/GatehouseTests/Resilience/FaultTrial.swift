import Foundation
import GatehouseConcurrency
import GatehouseWire
import HTTPTypes
import Testing

@testable import Gatehouse

/// An app with two users whose access tokens have expired, for one call under one fault.
final class FaultTrial {
    private let call: FaultTable.Call
    private let app: TestApp
    private let faults: FaultSwitch
    private let first: Session
    private let second: Session
    /// The current client, replaced on relaunch.
    private var gatehouse: GatehouseClient
    /// Runs the background work of calls that return immediately.
    private let executor = SeededExecutor(seed: 1)
    private var redirect: URL?
    private var rejectedToken: AccessToken?

    /// Prepares the app for the call.
    init(of call: FaultTable.Call) async throws {
        self.call = call
        app = try TestApp()
        app.server.repeatResponses()
        let transport = FaultyTransport(to: app.server)
        faults = FaultSwitch(transport: transport, clock: app.clock, store: app.store)
        gatehouse = try app.relaunched { $0.transport = transport }
        first = try await gatehouse.signIn()
        app.server.setSubject("person-2")
        second = try await gatehouse.signIn(interaction: .addAccount)
        app.clock.advance(by: 3700)
        if call.hasFreshToken { rejectedToken = try await second.accessToken() }
        if call == .retryPendingWork {
            faults.activate(.requestLost)
            _ = try? await second.accessToken()
            faults.deactivate()
        }
        if call.signsInAnotherUser { app.server.setSubject("person-3") }
        guard call.isResumption else { return }
        redirect = try await app.abandonOpenSignIn(.addAccount)
        // Reads the store before the fault starts.
        if call == .handle {
            let gatehouse = try relaunched(on: executor)
            self.gatehouse = gatehouse
            _ = try executor.run { try await gatehouse.session() }
        } else {
            gatehouse = try relaunched()
            _ = try await gatehouse.session()
        }
    }

    /// Returns the error code, or `ok`, and the state.
    func outcome(under fault: FaultTable.Fault) async -> String {
        var code: String
        do {
            if !call.startsFaultMidway { faults.activate(fault) }
            code = try await perform(fault)
        } catch let error as AuthError {
            code = error.code.rawValue
        } catch let error as TransportError {
            code = error.cause?.code.rawValue ?? "\(error.code)"
        } catch {
            code = "\(error)"
        }
        let outcome = "\(code) \(await gatehouse.stateName)"
        faults.deactivate()
        return outcome
    }

    /// Returns the users who can get an access token after the fault.
    func usersWithTokens() async throws -> [String] {
        if call == .handle { gatehouse = try relaunched() }
        if let redirect { try await gatehouse.completeSignIn(from: redirect) }
        app.clock.advance(by: 1200)
        return try await gatehouse.accountsWithTokens().map(\.id).sorted()
    }

    private func perform(_ fault: FaultTable.Fault) async throws -> String {
        switch call {
        case .accessToken: _ = try await second.accessToken()
        case .accessTokenForScopes: _ = try await second.accessToken(for: [.email])
        case .accessTokenReplacing: _ = try await second.accessToken(replacing: rejectedToken)
        case .authorizedRequest, .rejectedRequest: return try await useService()
        case .idToken: _ = try #require(try await second.idToken())
        case .accounts: #expect(try await gatehouse.accounts().count == 2)
        case .retryPendingWork:
            await gatehouse.retryPendingWork()
            await gatehouse.waitForPendingWork()
        case .checkServer: try await gatehouse.checkServer()
        case .user: _ = try await second.user()
        case .signInNever: try await gatehouse.signIn(interaction: .never)
        case .signIn: try await gatehouse.signIn()
        case .signInAlways: try await gatehouse.signIn(interaction: .always)
        case .signInAdding: try await gatehouse.signIn(interaction: .addAccount)
        case .completeAlways: try await signIn(.always, under: fault)
        case .completeAdding: try await signIn(.addAccount, under: fault)
        case .signInWithDevice: try await gatehouse.signInWithDeviceCode { _ in }
        case .waitForDevice: try await gatehouse.signInWithDeviceCode { [faults] _ in faults.activate(fault) }
        case .adopt: try await gatehouse.importSession(accessToken: "kept")
        case .resume: try await gatehouse.completeSignIn(from: #require(redirect))
        case .handle:
            let isTaken = gatehouse.handle(try #require(redirect))
            try executor.run {}
            return isTaken ? "handled" : "ignored"
        case .signOut: try await gatehouse.signOut()
        case .switchAccount: try await gatehouse.switchAccount(to: first.account.info)
        case .relaunch:
            gatehouse = try relaunched()
            _ = try await gatehouse.session()?.accessToken()
        }
        return "ok"
    }

    /// Signs in; the fault starts before the user approves.
    private func signIn(_ interaction: Interaction, under fault: FaultTable.Fault) async throws {
        app.browser.next { [app, faults] request in
            faults.activate(fault)
            return .redirected(try app.server.approve(request.url(redirectURI: request.redirectURI)))
        }
        try await gatehouse.signIn(interaction: interaction)
    }

    /// Sends a request to a service that accepts every token except the rejected one.
    private func useService() async throws -> String {
        let service = TokenRejectingService(rejectedToken: rejectedToken?.authorizationHeader)
        let transport = AuthorizedTransport(session: second, hosts: ["api.example.com"], transport: service)
        let url = try #require(URL(string: "https://api.example.com/orders"))
        let (response, _) = try await transport.send(HTTPRequest(.get, url, [:]), body: nil)
        return response.status == .ok ? "ok" : "\(response.status)"
    }

    private func relaunched(on executor: SeededExecutor? = nil) throws -> GatehouseClient {
        try app.relaunched { [faults] in
            $0.transport = faults.transport
            $0.executor = executor?.preference ?? .sharedPool
        }
    }

    /// A service that rejects one token.
    private struct TokenRejectingService: HTTPTransport {
        let rejectedToken: String?

        func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
            let token = request.headerFields[.authorization]
            return (HTTPResponse(status: token == nil || token == rejectedToken ? .unauthorized : .ok), Data())
        }
    }
}
