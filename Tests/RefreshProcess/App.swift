import Foundation
import Gatehouse
import GatehouseConcurrency

/// An app whose clock is controlled by the test.
final class App {
    /// The result of a request for an access token.
    struct Report: Codable {
        var token: String?
        var code: String?
        var reason: String?
    }

    private final class Clock: Sendable {
        let time = Mutex(Date.distantPast)
    }

    private let plan: Plan
    private let clock = Clock()
    private var gatehouse: GatehouseClient?
    private var session: Session?
    private var listener: Task<Void, Never>?

    init(_ plan: Plan) {
        self.plan = plan
    }

    /// Requests an access token at a given time and returns the result.
    func requestToken(at time: Date) async -> Report {
        clock.time.withLock { $0 = time }
        let gatehouse = client()
        do throws(AuthError) {
            if session == nil { session = try await gatehouse.session() }
            guard let session else { return await ended(gatehouse) }
            return Report(token: try await session.accessToken().value)
        } catch {
            return Report(code: error.code.rawValue, reason: error.signedOutReason.map { "\($0)" })
        }
    }

    /// Waits for all pending work.
    func finish() async {
        await gatehouse?.waitForPendingWork()
        await listener?.value
    }

    private func ended(_ gatehouse: GatehouseClient) async -> Report {
        for await case .signedOut(let reason) in gatehouse.states {
            return Report(code: "signedOut", reason: "\(reason)")
        }
        return Report()
    }

    private func client() -> GatehouseClient {
        if let gatehouse { return gatehouse }
        var configuration = GatehouseClient.Configuration(issuer: plan.issuer, clientID: plan.clientID)
        let files = FileTokenStore(directory: plan.directory, protection: .keyFile(in: plan.directory))
        let store = MortalStore(store: files, killPoint: plan.killPoint)
        configuration.tokenStore = plan.hasLocks ? store : LocklessStore(store: store)
        configuration.transport = MortalTransport(port: plan.port, killPoint: plan.killPoint)
        configuration.environment.now = { [clock] in clock.time.withLock(\.self) }
        if let log = FileEventLog() { configuration.environment.eventLog = log.write }
        let gatehouse = GatehouseClient(configuration: configuration)
        if plan.killPoint == .atEvent {
            let events = gatehouse.events
            listener = Task { for await event in events where event.kind == .refreshed { KillPoint.die() } }
        }
        self.gatehouse = gatehouse
        return gatehouse
    }
}
