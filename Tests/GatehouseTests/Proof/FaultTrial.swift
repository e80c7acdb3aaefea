import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@testable import Gatehouse

/// An app of two people whose access tokens have expired, for one call under one fault.
final class FaultTrial {
    private let call: FaultTable.Call
    private let app: TestApp
    private let faults: FaultSwitch
    private let first: Session
    private let second: Session
    /// The client in use: another one after a relaunch.
    private var gatehouse: GatehouseClient
    /// Runs what a call leaves behind when it returns at once.
    private let executor = SeededExecutor(seed: 1)
    private var redirect: URL?
    private var refused: AccessToken?

    /// The app, ready for the call.
    init(of call: FaultTable.Call) async throws {
        self.call = call
        app = try TestApp()
        app.server.repeatAnswers()
        let line = FaultyLine(to: app.server)
        faults = FaultSwitch(line: line, clock: app.clock, store: app.store)
        gatehouse = try app.relaunched { $0.transport = line }
        first = try await gatehouse.signIn()
        app.server.become("person-2")
        second = try await gatehouse.signIn(interaction: .addAccount)
        app.clock.advance(by: 3700)
        if call.hasFreshToken { refused = try await second.accessToken() }
        if call == .reconnect {
            faults.begin(.requestLost)
            _ = try? await second.accessToken()
            faults.end()
        }
        if call.isOfAnother { app.server.become("person-3") }
        guard call.isResumption else { return }
        redirect = try await app.leaveSignInOpen(.addAccount)
        // What is stored is known by the time of the fault.
        if call == .handle {
            let gatehouse = try relaunched(on: executor)
            self.gatehouse = gatehouse
            _ = try executor.run { try await gatehouse.session() }
        } else {
            gatehouse = try relaunched()
            _ = try await gatehouse.session()
        }
    }

    /// The code of the error, or `ok`, and the state.
    func outcome(under fault: FaultTable.Fault) async -> String {
        var code: String
        do {
            if !call.isUnderWay { faults.begin(fault) }
            code = try await perform(fault)
        } catch let error as AuthError {
            code = error.code.rawValue
        } catch let error as TransportError {
            code = error.cause?.code.rawValue ?? "\(error.kind)"
        } catch {
            code = "\(error)"
        }
        let outcome = "\(code) \(await gatehouse.standing)"
        faults.end()
        return outcome
    }

    /// Who can be given an access token, a while later.
    func peopleWithTokens() async throws -> [String] {
        if call == .handle { gatehouse = try relaunched() }
        if let redirect { try await gatehouse.resume(redirect) }
        app.clock.advance(by: 1200)
        return try await gatehouse.accountsWithTokens().map(\.id).sorted()
    }

    private func perform(_ fault: FaultTable.Fault) async throws -> String {
        switch call {
        case .accessToken: _ = try await second.accessToken()
        case .accessTokenForScopes: _ = try await second.accessToken(for: [.email])
        case .accessTokenReplacing: _ = try await second.accessToken(replacing: refused)
        case .authorizedRequest, .refusedRequest: return try await useService()
        case .idToken: _ = try #require(try await second.idToken())
        case .accounts: #expect(try await gatehouse.accounts().count == 2)
        case .reconnect:
            await gatehouse.reconnect()
            await gatehouse.finishBackgroundWork()
        case .reachServer: try await gatehouse.reachServer()
        case .user: _ = try await second.user()
        case .signInNever: try await gatehouse.signIn(interaction: .never)
        case .signIn: try await gatehouse.signIn()
        case .signInAlways: try await gatehouse.signIn(interaction: .always)
        case .signInAdding: try await gatehouse.signIn(interaction: .addAccount)
        case .answerAlways: try await signIn(.always, under: fault)
        case .answerAdding: try await signIn(.addAccount, under: fault)
        case .signInWithDevice: try await gatehouse.signInWithDevice { _ in }
        case .waitForDevice: try await gatehouse.signInWithDevice { [faults] _ in faults.begin(fault) }
        case .adopt: try await gatehouse.adopt(accessToken: "kept")
        case .resume: try await gatehouse.resume(#require(redirect))
        case .handle:
            let isTaken = gatehouse.handle(try #require(redirect))
            try executor.run {}
            return isTaken ? "taken" : "left"
        case .signOut: try await gatehouse.signOut()
        case .switchTo: try await gatehouse.switchTo(account: first.account)
        case .relaunch:
            gatehouse = try relaunched()
            _ = try await gatehouse.session()?.accessToken()
        }
        return "ok"
    }

    /// Has the person agree once the fault is there.
    private func signIn(_ interaction: Interaction, under fault: FaultTable.Fault) async throws {
        app.browser.next { [app, faults] visit in
            faults.begin(fault)
            return .redirect(try app.server.agree(to: visit.page(redirectingTo: visit.redirectURI)))
        }
        try await gatehouse.signIn(interaction: interaction)
    }

    /// Asks a service that accepts every token but the refused one.
    private func useService() async throws -> String {
        let service = PickyService(refused: refused?.authorization)
        let transport = AuthorizedTransport(second, hosts: ["api.example.com"], over: service)
        let url = try #require(URL(string: "https://api.example.com/orders"))
        let (response, _) = try await transport.send(HTTPRequest(.get, url, [:]), body: nil)
        return response.status == .ok ? "ok" : "\(response.status)"
    }

    private func relaunched(on executor: SeededExecutor? = nil) throws -> GatehouseClient {
        try app.relaunched { [faults] in
            $0.transport = faults.line
            $0.executor = executor
        }
    }

    /// A service of the app's.
    private struct PickyService: HTTPTransport {
        let refused: String?

        func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
            let token = request.headerFields[.authorization]
            return (HTTPResponse(status: token == nil || token == refused ? .unauthorized : .ok), Data())
        }
    }
}
