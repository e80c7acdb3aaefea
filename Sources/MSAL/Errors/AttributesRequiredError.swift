/// Why a sign-up did not go on when attributes were sent.
public nonisolated final class AttributesRequiredError: MSALNativeAuthGenericError {
}
