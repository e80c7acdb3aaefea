public import Foundation
import Synchronization

/// Called with each message: its level, its text, and whether it may tell who somebody is.
public typealias MSALLogCallback = @Sendable (MSALLogLevel, String?, Bool) -> Void

/// What becomes of this module's messages about its work.
public final class MSALLoggerConfig: NSObject, Sendable {
    private struct State: Sendable {
        var level = MSALLogLevel.error
        var masking = MSALLogMaskingLevel.settingsMaskAllPII
        var callback: MSALLogCallback?
    }

    private let state = Mutex(State())

    override init() {
        super.init()
    }

    /// How much is logged; ``MSALLogLevel/error`` by default.
    public var logLevel: MSALLogLevel {
        get { state.withLock(\.level) }
        set { state.withLock { $0.level = newValue } }
    }

    /// What is left out; by default all that tells who somebody is, of which this module logs nothing.
    public var logMaskingLevel: MSALLogMaskingLevel {
        get { state.withLock(\.masking) }
        set { state.withLock { $0.masking = newValue } }
    }

    /// Says where messages go; without a callback they go nowhere.
    ///
    /// - Parameter callback: Called with each message, on any thread. It must not call this module.
    public func setLogCallback(_ callback: @escaping MSALLogCallback) {
        state.withLock { $0.callback = callback }
    }

    /// Hands a message to the app, when it wants it.
    func log(_ level: MSALLogLevel, _ message: @autoclosure () -> String) {
        let callback = state.withLock { $0.level.rawValue >= level.rawValue ? $0.callback : nil }
        callback?(level, message(), false)
    }
}
