/// A fault of a passkey or its use, for ``TestPasskeyAuthenticator/failNext(with:)``.
///
/// ```swift
/// @Test(arguments: PasskeyFault.allCases)
/// func recovers(from fault: PasskeyFault) async throws {
///     device.passkeys.failNext(with: fault)
///     // …
/// }
/// ```
public enum PasskeyFault: Sendable, Hashable, CaseIterable {
    /// The user cancels.
    case cancelled
    /// The user chooses a passkey that the server does not know, such as one that was removed from the account.
    case unknownPasskey
    /// The user responds an hour later, after the challenge has expired.
    case expiredChallenge
    /// The user's passkeys, authenticator apps and recovery codes are removed before the user responds.
    case removedFactor
    /// The server accepts no further second factor of the user for a day; a passkey as the only factor has no such
    /// limit.
    case rateLimit
}

/// A fault of an authenticator app or its use, for ``TestAuthenticatorApp/failNext(with:)``.
public enum AuthenticatorAppFault: Sendable, Hashable, CaseIterable {
    /// The user enters a wrong code.
    case wrongCode
    /// The user enters the code an hour later, after the challenge has expired.
    case expiredChallenge
    /// The user's passkeys, authenticator apps and recovery codes are removed before the user enters the code.
    case removedFactor
    /// The server accepts no further second factor of the user for a day.
    case rateLimit
}
