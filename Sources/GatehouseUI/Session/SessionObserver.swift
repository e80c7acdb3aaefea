import Foundation
import Gatehouse
import Observation

/// Follows the current session of a client, for `@Environment(\.session)`.
@MainActor @Observable final class SessionObserver {
    /// The current session; `nil` if no account is signed in, or that is not known yet.
    private(set) var session: Session?
    /// Whether the first state was received.
    private(set) var isReady = false

    /// Follows the client until the task is cancelled.
    ///
    /// - Parameter client: The client.
    func follow(_ client: GatehouseClient) async {
        await withTaskGroup { group in
            group.addTask {
                for await state in client.states { await self.update(from: client, isSignedIn: state.account != nil) }
            }
            // The state is the same if the same account signs in again, but the session is another one.
            group.addTask {
                for await event in client.events where event.kind == .signedIn || event.kind == .becameCurrent {
                    await self.update(from: client, isSignedIn: true)
                }
            }
        }
    }

    private func update(from client: GatehouseClient, isSignedIn: Bool) async {
        session = isSignedIn ? try? await client.session() : nil
        isReady = true
    }
}
