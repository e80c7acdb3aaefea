public import Foundation

/// Where a flow stands: what can be done next are the methods of the state that a delegate gets.
///
/// States never change. After a mistake of the person the same state can be used again. It is on the main actor because
/// the compiler checks no other class with subclasses for `Sendable`; its members work on any thread.
@preconcurrency @MainActor
public class MSALNativeAuthBaseState: NSObject {
    nonisolated let app: NativeApp
    nonisolated let correlationID: UUID

    nonisolated init(_ app: NativeApp, _ correlationID: UUID) {
        self.app = app
        self.correlationID = correlationID
        super.init()
    }
}
