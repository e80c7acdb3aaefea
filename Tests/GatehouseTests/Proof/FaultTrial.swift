import Foundation

@testable import Gatehouse

/// An app of two people whose access tokens have expired, for one call under one fault.
final class FaultTrial {
    private let app: TestApp
    private let line: FaultyLine
    private let first: Session
    private let second: Session
    /// The client in use: another one after a relaunch.
    private var gatehouse: GatehouseClient

    init() async throws {
        app = try TestApp()
        app.server.repeatAnswers()
        let line = FaultyLine(to: app.server)
        gatehouse = try app.relaunched { $0.transport = line }
        self.line = line
        first = try await gatehouse.signIn()
        app.server.become("person-2")
        second = try await gatehouse.signIn(interaction: .addAccount)
        app.clock.advance(by: 3700)
    }

    func begin(_ fault: FaultTable.Fault) {
        line.setFault(fault.line)
        switch fault {
        case .clockAhead: app.clock.setDeviceWrong(by: 86_400)
        case .clockBehind: app.clock.setDeviceWrong(by: -86_400)
        case .storeLocked: app.store.fail(with: TokenStoreError(.locked, "test"))
        case .storeCorrupt: app.store.fail(with: TokenStoreError(.corrupt, "test"))
        case .storeDenied: app.store.fail(with: TokenStoreError(.denied, "test"))
        case .storeFull: app.store.failSaves(with: TokenStoreError(.unavailable, "test"))
        default: break
        }
    }

    func end(_ fault: FaultTable.Fault) {
        line.setFault(nil)
        app.clock.setDeviceWrong(by: 0)
        app.store.fail(with: nil)
        app.store.failSaves(with: nil)
    }

    /// The code of the error, or `ok`, and the state.
    func outcome(of call: FaultTable.Call) async -> String {
        var code = "ok"
        do {
            try await perform(call)
        } catch let error as AuthError {
            code = error.code.rawValue
        } catch {
            code = "\(error)"
        }
        return "\(code) \(await state)"
    }

    /// Who can be given an access token, a while later.
    func peopleWithTokens() async throws -> [String] {
        app.clock.advance(by: 1200)
        var people: [String] = []
        for account in try await gatehouse.accounts() {
            let session = try await gatehouse.switchTo(account: account)
            if (try? await session.accessToken()) != nil { people.append(account.id) }
        }
        return people.sorted()
    }

    private func perform(_ call: FaultTable.Call) async throws {
        switch call {
        case .accessToken: _ = try await second.accessToken()
        case .user: _ = try await second.user()
        case .signInNever: try await gatehouse.signIn(interaction: .never)
        case .signIn: try await gatehouse.signIn()
        case .signOut: try await gatehouse.signOut()
        case .switchTo: try await gatehouse.switchTo(account: first.account)
        case .relaunch:
            let line = line
            gatehouse = try app.relaunched { $0.transport = line }
            _ = try await gatehouse.session()?.accessToken()
        }
    }

    private var state: String {
        get async {
            switch await gatehouse.states.first(where: { _ in true }) {
            case .signedIn: "in"
            case .signedInOffline: "offline"
            case .signedOut: "out"
            case .unknown: "unknown"
            case nil: "nothing"
            }
        }
    }
}
