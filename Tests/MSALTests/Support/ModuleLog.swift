import GatehouseTesting
import MSAL

/// The receiver of the module's log messages, one per process: the trace of the run, or none.
enum ModuleLog {
    /// Sends messages to the trace until a test captures them.
    static let configured: Void = restore()

    /// Captures the messages up to a level.
    static func capture(
        _ level: MSALLogLevel,
        to callback: @escaping MSALLogCallback
    ) {
        configured
        MSALGlobalConfig.loggerConfig.setLogCallback(callback)
        MSALGlobalConfig.loggerConfig.logLevel = level
    }

    /// Ends the capture.
    static func restore() {
        MSALGlobalConfig.loggerConfig.setLogCallback { _, text, _ in
            TestTrace.run?.print(text ?? "", from: "MSAL log")
        }
        MSALGlobalConfig.loggerConfig.logLevel = TestTrace.run == nil ? .error : .verbose
    }
}
