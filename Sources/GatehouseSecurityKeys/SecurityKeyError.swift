import CFido2
import Gatehouse

/// A failure of an operation with a security key.
enum SecurityKeyError: Error, Sendable, Equatable {
    case notConnected
    case severalConnected
    case notAccessible
    case cancelled
    case timedOut
    case noPasskey
    case excluded
    case storageFull
    case missingPIN
    case wrongPIN
    /// Three wrong PINs: the key must be inserted again.
    case pausedAfterWrongPINs
    /// The key accepts no PIN any more.
    case locked
    /// A failure with another code of the library.
    case failed(Int32)

    /// Creates the error for a result code.
    init(_ code: Int32) {
        self =
            switch code {
            case FIDO_ERR_KEEPALIVE_CANCEL, FIDO_ERR_OPERATION_DENIED: .cancelled
            case FIDO_ERR_TIMEOUT, FIDO_ERR_ACTION_TIMEOUT, FIDO_ERR_USER_ACTION_TIMEOUT: .timedOut
            case FIDO_ERR_NO_CREDENTIALS, FIDO_ERR_INVALID_CREDENTIAL: .noPasskey
            case FIDO_ERR_CREDENTIAL_EXCLUDED: .excluded
            case FIDO_ERR_KEY_STORE_FULL: .storageFull
            case FIDO_ERR_PIN_NOT_SET, FIDO_ERR_PIN_REQUIRED: .missingPIN
            case FIDO_ERR_PIN_INVALID: .wrongPIN
            case FIDO_ERR_PIN_AUTH_BLOCKED, FIDO_ERR_UV_BLOCKED: .pausedAfterWrongPINs
            case FIDO_ERR_PIN_BLOCKED: .locked
            default: .failed(code)
            }
    }

    /// The error for the caller, with the remedy.
    var authError: AuthError {
        switch self {
        case .notConnected: Self.unavailable("No security key is connected. Insert one, then try again.")
        case .severalConnected:
            Self.unavailable("Several security keys are connected. Remove all but one, then try again.")
        case .notAccessible:
            Self.unavailable(
                """
                The security key can't be opened. Remove it, insert it, and try again. On Linux your account needs \
                access to it: install the package libu2f-udev.
                """
            )
        case .cancelled: .cancelled("The security key was not used.")
        case .timedOut: Self.unavailable("The security key was not touched in time. Try again.")
        case .noPasskey: Self.unavailable("The security key has no passkey for this server and account.")
        case .excluded: AuthError(.passkeyAlreadyAdded, "The account has a passkey on this security key already.")
        case .storageFull: Self.unavailable("The security key has no space for another passkey.")
        case .missingPIN:
            Self.unavailable("The security key has no PIN. Set one, for example with fido2-token -S, then try again.")
        case .wrongPIN: Self.unavailable("The PIN is wrong.")
        case .pausedAfterWrongPINs:
            Self.unavailable("Too many wrong PINs. Remove the security key, insert it, and try again.")
        case .locked: Self.unavailable("The security key is locked. Resetting it removes all of its passkeys.")
        case .failed(let code):
            Self.unavailable("The security key could not be used.", unsafe String(cString: fido_strerr(code)))
        }
    }

    private static func unavailable(_ message: String, _ detail: String? = nil) -> AuthError {
        AuthError(.passkeyUnavailable, message, underlying: detail)
    }
}
