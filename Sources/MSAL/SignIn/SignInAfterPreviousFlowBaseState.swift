public import Foundation

/// The end of a flow after which the person can be signed in.
public class SignInAfterPreviousFlowBaseState: NSObject, @unchecked Sendable {
    let app: NativeApp
    let correlationID: UUID

    init(_ app: NativeApp, _ correlationID: UUID) {
        self.app = app
        self.correlationID = correlationID
        super.init()
    }
}
