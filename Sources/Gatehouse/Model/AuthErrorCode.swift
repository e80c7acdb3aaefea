/// The kind of an ``AuthError``; open, so that later versions can add codes.
public struct AuthErrorCode: RawRepresentable, Sendable, Hashable {
    /// The name of the code, stable between versions.
    public let rawValue: String

    /// Creates a code from its name.
    ///
    /// - Parameter rawValue: The name of the code.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension AuthErrorCode {
    /// The user closed the browser or denied consent, the task was cancelled, or a newer sign-in replaced this one.
    ///
    /// This is not a failure.
    public static let cancelled = Self(rawValue: "cancelled")
    /// No stored session satisfies the request, and showing the sign-in page was not allowed.
    public static let interactionRequired = Self(rawValue: "interactionRequired")
    /// The session has ended, on this device or at the server.
    public static let signedOut = Self(rawValue: "signedOut")
    /// The flow expired, failed too often or is already complete: start again.
    public static let flowExpired = Self(rawValue: "flowExpired")

    /// The server could not be reached.
    public static let network = Self(rawValue: "network")
    /// The server's certificate is not trusted.
    public static let untrustedServer = Self(rawValue: "untrustedServer")
    /// The server failed (5xx) or its response could not be decoded.
    public static let serverUnavailable = Self(rawValue: "serverUnavailable")
    /// The server limits the request rate (429).
    public static let rateLimited = Self(rawValue: "rateLimited")
    /// Another process has held the refresh lock for too long.
    public static let refreshLockTimeout = Self(rawValue: "refreshLockTimeout")
    /// The server rejected the request with an error code: see ``AuthError/ServerResponse/error``.
    public static let requestRejected = Self(rawValue: "requestRejected")
    /// A response does not match its request, or its ID token is not valid; it was discarded.
    public static let invalidResponse = Self(rawValue: "invalidResponse")
    /// The clock of this device or of the server is wrong.
    public static let clockSkew = Self(rawValue: "clockSkew")

    /// The stored sessions cannot be read until the device is unlocked.
    public static let storeLocked = Self(rawValue: "storeLocked")
    /// The stored sessions are corrupt, or a newer version wrote them.
    public static let storeCorrupt = Self(rawValue: "storeCorrupt")
    /// This process has no permission to read or write the stored sessions.
    public static let storeDenied = Self(rawValue: "storeDenied")
    /// The store failed for another reason, such as a full disk.
    public static let storeUnavailable = Self(rawValue: "storeUnavailable")

    /// The client, the issuer or a redirect URI is misconfigured.
    public static let misconfigured = Self(rawValue: "misconfigured")
    /// No browser could be opened.
    public static let browserUnavailable = Self(rawValue: "browserUnavailable")
}

/// Errors of native authentication. After a mistake of the user, the step can be used again.
extension AuthErrorCode {
    /// The flow cannot continue in the app: use ``GatehouseClient/signIn(scopes:interaction:options:)`` to show the
    /// server's pages.
    public static let browserRequired = Self(rawValue: "browserRequired")
    /// The username is not a valid address.
    public static let invalidUsername = Self(rawValue: "invalidUsername")
    /// An account with this address already exists.
    public static let userAlreadyExists = Self(rawValue: "userAlreadyExists")
    /// No account has this address.
    public static let userNotFound = Self(rawValue: "userNotFound")
    /// The account has no password to reset.
    public static let passwordNotSet = Self(rawValue: "passwordNotSet")
    /// The code is incorrect or has expired.
    public static let wrongCode = Self(rawValue: "wrongCode")
    /// The password is incorrect or, if the server does not disclose accounts, the account may not exist.
    public static let wrongPassword = Self(rawValue: "wrongPassword")
    /// The server rejected the new password for the reason in ``AuthError/ServerResponse/suberror``.
    public static let passwordRejected = Self(rawValue: "passwordRejected")
    /// The server rejected the attributes in ``AuthError/invalidAttributes``.
    public static let attributesRejected = Self(rawValue: "attributesRejected")
    /// The server requires a challenge that the current step does not support, such as a password where a code is
    /// expected.
    public static let unexpectedChallenge = Self(rawValue: "unexpectedChallenge")
    /// The server issued no token for signing in after this flow: start an ordinary sign-in.
    public static let automaticSignInUnavailable = Self(rawValue: "automaticSignInUnavailable")
    /// The server sends no codes to this address or number: let the user choose another factor or contact.
    public static let factorBlocked = Self(rawValue: "factorBlocked")
    /// The server requires a second factor where the app's own screens cannot request it, such as at a refresh: let the
    /// user sign in again.
    public static let secondFactorRequired = Self(rawValue: "secondFactorRequired")
    /// The server requires the enrolment of a second factor where the app's own screens cannot offer it: let the user
    /// sign in again.
    public static let secondFactorEnrollmentRequired = Self(rawValue: "secondFactorEnrollmentRequired")
}

/// Errors of passkeys: ``PasskeyAuthenticator``.
extension AuthErrorCode {
    /// No passkey can be created or used here: there is no authenticator, or it has no passkey of the user.
    public static let passkeyUnavailable = Self(rawValue: "passkeyUnavailable")
    /// The authenticator has a passkey of the account already.
    public static let passkeyAlreadyAdded = Self(rawValue: "passkeyAlreadyAdded")
    /// The server does not accept the passkey.
    public static let passkeyRejected = Self(rawValue: "passkeyRejected")
}

/// Errors of operations on the account: ``SessionAccount``.
extension AuthErrorCode {
    /// The operation requires a sign-in within the last ``AuthError/maxAge``, with ``AuthError/acrValues``: call
    /// ``Session/reauthenticate(answering:)``, or let the user sign in on the app's own screens, then try again.
    public static let reauthenticationRequired = Self(rawValue: "reauthenticationRequired")
    /// The session lacks a scope that the operation requires, such as `account`: register the
    /// client for it and request it at the sign-in.
    public static let insufficientScope = Self(rawValue: "insufficientScope")
    /// The account has changed since it was read: read it again.
    public static let conflict = Self(rawValue: "conflict")
    /// The address, session, app, credential or password does not exist, or no longer does.
    public static let notFound = Self(rawValue: "notFound")
    /// The password, address or passkey is the user's last way to sign in, and cannot be removed.
    public static let lastSignInMethod = Self(rawValue: "lastSignInMethod")
    /// The address is the last verified one of the account, and cannot be removed.
    public static let lastAddress = Self(rawValue: "lastAddress")
    /// The value is not an email address or a phone number in E.164 format.
    public static let invalidAddress = Self(rawValue: "invalidAddress")
    /// Another account uses the address, or is verifying it; reported only to a user who has proven to receive messages
    /// at it.
    public static let addressInUse = Self(rawValue: "addressInUse")
    /// The account has the address already.
    public static let addressAlreadyAdded = Self(rawValue: "addressAlreadyAdded")
    /// The address must be verified first.
    public static let addressNotVerified = Self(rawValue: "addressNotVerified")
    /// The account has the maximum number of addresses of the kind.
    public static let tooManyAddresses = Self(rawValue: "tooManyAddresses")
    /// The account has the maximum number of passkeys or authenticator apps.
    public static let tooManyCredentials = Self(rawValue: "tooManyCredentials")
    /// The account has no passkey or authenticator app, which the operation requires.
    public static let secondFactorMissing = Self(rawValue: "secondFactorMissing")
    /// A password requires a verified address by which the user signs in.
    public static let addressRequired = Self(rawValue: "addressRequired")
    /// The server does not send text messages.
    public static let textMessagesUnavailable = Self(rawValue: "textMessagesUnavailable")
}
