/// Why something did not work where nothing but the browser can help.
public class MSALNativeAuthGenericError: MSALNativeAuthError {
    /// Whether the person has to go on in the browser: see ``MSALNativeAuthError/redirectReason``.
    public nonisolated var isBrowserRequired: Bool { failure.kind == .browserRequired }
}
