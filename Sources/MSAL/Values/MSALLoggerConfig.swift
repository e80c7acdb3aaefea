public import Foundation
import GatehouseConcurrency

/// A closure that is called with each log message: level, text, and whether it may contain personal data.
public typealias MSALLogCallback = @Sendable (MSALLogLevel, String?, Bool) -> Void

/// The configuration of this module's log messages.
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

    /// The log level; ``MSALLogLevel/error`` by default.
    public var logLevel: MSALLogLevel {
        get { state.withLock(\.level) }
        set { state.withLock { $0.level = newValue } }
    }

    /// The masking of personal data.
    ///
    /// Without effect: this module logs none.
    public var logMaskingLevel: MSALLogMaskingLevel {
        get { state.withLock(\.masking) }
        set { state.withLock { $0.masking = newValue } }
    }

    /// Sets the closure that receives log messages.
    ///
    /// Without it, they are discarded.
    ///
    /// - Parameter callback: The closure, called on any thread. It must not call this module.
    public func setLogCallback(_ callback: @escaping MSALLogCallback) {
        state.withLock { $0.callback = callback }
    }

    /// Passes a message to the app if its level is enabled.
    func log(_ level: MSALLogLevel, _ message: @autoclosure () -> String) {
        let callback = state.withLock { $0.level.rawValue >= level.rawValue ? $0.callback : nil }
        callback?(level, message(), false)
    }
}

/// Settings for the whole process.
public final class MSALGlobalConfig: NSObject, Sendable {
    private static let logger = MSALLoggerConfig()

    /// The configuration of this module's log messages.
    public class var loggerConfig: MSALLoggerConfig { logger }
}

/// A log level.
#if canImport(ObjectiveC)
@objc(MSALLogLevel)
#endif
public enum MSALLogLevel: Int, Sendable {
    /// No messages.
    #if canImport(ObjectiveC)
    @objc(MSALLogLevelNothing)
    #endif
    case nothing
    /// Errors.
    #if canImport(ObjectiveC)
    @objc(MSALLogLevelError)
    #endif
    case error
    /// Warnings and errors.
    #if canImport(ObjectiveC)
    @objc(MSALLogLevelWarning)
    #endif
    case warning
    /// Completed operations.
    #if canImport(ObjectiveC)
    @objc(MSALLogLevelInfo)
    #endif
    case info
    /// All messages.
    #if canImport(ObjectiveC)
    @objc(MSALLogLevelVerbose)
    #endif
    case verbose

    /// The last level, as Microsoft's SDK calls it.
    public static let last = MSALLogLevel.verbose
}

/// A policy for masking personal data in log messages.
#if canImport(ObjectiveC)
@objc(MSALLogMaskingLevel)
#endif
public enum MSALLogMaskingLevel: Int, Sendable {
    /// Masks names and addresses.
    #if canImport(ObjectiveC)
    @objc(MSALLogMaskingSettingsMaskAllPII)
    #endif
    case settingsMaskAllPII
    /// Masks names and addresses except organization names.
    #if canImport(ObjectiveC)
    @objc(MSALLogMaskingSettingsMaskEUIIOnly)
    #endif
    case settingsMaskEUIIOnly
    /// Masks secrets only.
    #if canImport(ObjectiveC)
    @objc(MSALLogMaskingSettingsMaskSecretsOnly)
    #endif
    case settingsMaskSecretsOnly
}
