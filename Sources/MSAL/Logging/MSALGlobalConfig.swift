public import Foundation

/// What an app sets once for the whole process.
public final class MSALGlobalConfig: NSObject, Sendable {
    private static let logger = MSALLoggerConfig()

    /// What becomes of this module's messages about its work.
    public class var loggerConfig: MSALLoggerConfig { logger }
}
