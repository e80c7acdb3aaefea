import Foundation
import Gatehouse
import Observation

/// Follows the current session of a client, for `@Environment(\.session)`.
@MainActor @Observable final class SessionObserver {
    /// The current session; `nil` if no account is signed in, or that is not known yet.
    private(set) var session: Session?
    @ObservationIgnored private var client: GatehouseClient?

    /// Follows the client until the task is cancelled.
    ///
    /// - Parameter client: The client.
    func follow(_ client: GatehouseClient) async {
        if self.client !== client { session = nil }
        self.client = client
        await withTaskGroup { group in
            group.addTask {
                for await state in client.states { await self.update(from: client, to: state) }
            }
            // The state is the same if the same account signs in again, but the session is another one.
            group.addTask {
                for await event in client.events where event.kind == .signedIn || event.kind == .becameCurrent {
                    await self.readSession(of: client)
                }
            }
        }
    }

    private func update(from client: GatehouseClient, to state: SessionState) async {
        if case .signedOut = state { session = nil } else { await readSession(of: client) }
    }

    /// Reads the session; a failure to read the store does not sign the user out.
    ///
    /// - Parameter client: The client.
    func readSession(of client: GatehouseClient) async {
        do throws(AuthError) {
            let current = try await client.session()
            if !Task.isCancelled { session = current }
        } catch {}
    }
}
