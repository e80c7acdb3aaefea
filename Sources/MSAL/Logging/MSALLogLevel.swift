/// How much is logged.
public enum MSALLogLevel: Int, Sendable {
    /// Nothing.
    case nothing
    /// What went wrong.
    case error
    /// What may go wrong.
    case warning
    /// What is being done.
    case info
    /// Everything.
    case verbose

    /// What Microsoft's SDK calls the last level.
    public static let last = MSALLogLevel.verbose
}
