import GatehouseTesting
import MSAL

/// Where the module's messages go, which is one place for the whole process: into the trace of the run, or nowhere.
enum ModuleLog {
    /// Messages go into the trace from here on, unless a test listens.
    static let begun: Void = restore()

    /// Has a test listen to the messages up to a level.
    static func hand(
        _ level: MSALLogLevel,
        to callback: @escaping MSALLogCallback
    ) {
        begun
        MSALGlobalConfig.loggerConfig.setLogCallback(callback)
        MSALGlobalConfig.loggerConfig.logLevel = level
    }

    /// Nobody listens any more.
    static func restore() {
        MSALGlobalConfig.loggerConfig.setLogCallback { _, text, _ in
            TestTrace.run?.print(text ?? "", from: "MSAL log")
        }
        MSALGlobalConfig.loggerConfig.logLevel = TestTrace.run == nil ? .error : .verbose
    }
}
