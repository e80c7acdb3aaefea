#if canImport(ObjectiveC)
import Foundation

@available(swift, obsoleted: 1.0)
extension MSALLoggerConfig {
    /// The value of ``logLevel``.
    @objc(logLevel)
    public var objcLogLevel: MSALLogLevel {
        get { logLevel }
        set { logLevel = newValue }
    }

    /// The value of ``logMaskingLevel``.
    @objc(logMaskingLevel)
    public var objcLogMaskingLevel: MSALLogMaskingLevel {
        get { logMaskingLevel }
        set { logMaskingLevel = newValue }
    }

    /// Calls ``setLogCallback(_:)``.
    @objc(setLogCallback:)
    public func objcSetLogCallback(_ callback: @escaping MSALLogCallback) { setLogCallback(callback) }
}

@available(swift, obsoleted: 1.0)
extension MSALGlobalConfig {
    /// The value of ``loggerConfig``.
    @objc(loggerConfig)
    public class var objcLoggerConfig: MSALLoggerConfig { loggerConfig }
}
#endif
