public import Foundation

/// Where a flow stands: what can be done next are the methods of the state that a delegate gets.
///
/// States never change. After a mistake of the person the same state can be used again. The vendor's states have subclasses, which
/// the compiler does not let be checked as `Sendable`: all properties are constants.
public class MSALNativeAuthBaseState: NSObject, @unchecked Sendable {
    let app: NativeApp
    let correlationID: UUID

    init(_ app: NativeApp, _ correlationID: UUID) {
        self.app = app
        self.correlationID = correlationID
        super.init()
    }
}
