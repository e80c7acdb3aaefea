/// Why no other code was sent.
public nonisolated final class ResendCodeError: MSALNativeAuthGenericError {
}
