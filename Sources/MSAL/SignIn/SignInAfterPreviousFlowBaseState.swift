public import Foundation

/// The end of a flow after which the person can be signed in.
///
/// It is on the main actor because the compiler checks no other class with subclasses for `Sendable`; its members work on any thread.
@preconcurrency @MainActor
public class SignInAfterPreviousFlowBaseState: NSObject {
    nonisolated let app: NativeApp
    nonisolated let correlationID: UUID

    nonisolated init(_ app: NativeApp, _ correlationID: UUID) {
        self.app = app
        self.correlationID = correlationID
        super.init()
    }
}
