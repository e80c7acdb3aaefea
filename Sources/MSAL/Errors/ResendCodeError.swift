/// Why no other code was sent.
public final class ResendCodeError: MSALNativeAuthGenericError, @unchecked Sendable {
}
