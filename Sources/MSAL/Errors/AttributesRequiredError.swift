/// Why a sign-up did not go on when attributes were sent.
public final class AttributesRequiredError: MSALNativeAuthGenericError, @unchecked Sendable {
}
