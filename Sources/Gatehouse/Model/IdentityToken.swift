public import GatehouseWire

/// An ID token that a provider's own sign-in on the device has issued, such as Sign in with Apple.
///
/// Printing it shows the provider only.
public struct IdentityToken: Sendable, Hashable {
    /// The provider that issued a token; open.
    public struct Provider: RawRepresentable, Sendable, Hashable {
        /// The name of the provider, in lower case.
        public let rawValue: String

        /// Creates a provider from its name.
        ///
        /// - Parameter rawValue: The name, in lower case.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Sign in with Apple (`ASAuthorizationAppleIDCredential.identityToken`).
        public static let apple = Self(rawValue: "apple")
        /// Google Sign-In (`GIDGoogleUser.idToken`).
        public static let google = Self(rawValue: "google")
    }

    /// The provider that issued the token.
    public let provider: Provider
    /// The token in compact serialization.
    public let token: Secret
    /// The nonce of the request (OpenID Connect Core §3.1.2.1); `nil` if there was none.
    public let nonce: String?

    /// Creates a token from the result of a provider's sign-in.
    ///
    /// - Parameters:
    ///   - provider: The provider that issued the token.
    ///   - token: The token in compact serialization.
    ///   - nonce: The nonce of the request.
    public init(_ provider: Provider, token: String, nonce: String?) {
        self.provider = provider
        self.token = Secret(token)
        self.nonce = nonce
    }
}

extension IdentityToken: CustomStringConvertible, CustomReflectable {
    /// The provider, without the token.
    public var description: String { "IdentityToken(\(provider.rawValue))" }

    /// The mirror for `dump(_:)`, with the same value as ``description``.
    public var customMirror: Mirror { Mirror(self, children: ["provider": provider.rawValue]) }
}
