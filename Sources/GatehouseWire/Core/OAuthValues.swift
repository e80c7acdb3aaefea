/// An OAuth grant type (RFC 6749 §4, RFC 7523 §2.1, RFC 8628 §3.4, RFC 8693 §2.1).
public struct GrantType: ExtensibleValue {
    /// The value as sent on the wire.
    public let rawValue: String

    /// Creates a value from its wire form.
    ///
    /// - Parameter rawValue: The value, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The authorization code grant (RFC 6749 §4.1.3).
    public static let authorizationCode = Self(rawValue: "authorization_code")

    /// The refresh token grant (RFC 6749 §6).
    public static let refreshToken = Self(rawValue: "refresh_token")

    /// The client credentials grant (RFC 6749 §4.4).
    public static let clientCredentials = Self(rawValue: "client_credentials")

    /// The device code grant (RFC 8628 §3.4).
    public static let deviceCode = Self(rawValue: "urn:ietf:params:oauth:grant-type:device_code")

    /// The token exchange grant (RFC 8693 §2.1).
    public static let tokenExchange = Self(rawValue: "urn:ietf:params:oauth:grant-type:token-exchange")

    /// The grant of an assertion in the form of a JWT (RFC 7523 §2.1).
    public static let jwtBearer = Self(rawValue: "urn:ietf:params:oauth:grant-type:jwt-bearer")
}

/// A response type of the authorization endpoint (RFC 6749 §3.1.1).
public struct ResponseType: ExtensibleValue {
    /// The value as sent on the wire.
    public let rawValue: String

    /// Creates a value from its wire form.
    ///
    /// - Parameter rawValue: The value, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// An authorization code, the only response type that this server supports.
    public static let code = Self(rawValue: "code")
}

/// A way to send the authorization response to the client (OAuth 2.0 Multiple Response Types §2.1, Form Post Response
/// Mode).
public struct ResponseMode: ExtensibleValue {
    /// The value as sent on the wire.
    public let rawValue: String

    /// Creates a value from its wire form.
    ///
    /// - Parameter rawValue: The value, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// In the query of the redirect URI.
    public static let query = Self(rawValue: "query")

    /// In the fragment of the redirect URI.
    public static let fragment = Self(rawValue: "fragment")

    /// As a form that the browser posts to the redirect URI.
    public static let formPost = Self(rawValue: "form_post")
}

/// A value of the `prompt` parameter (OpenID Connect Core §3.1.2.1).
public struct Prompt: ExtensibleValue {
    /// The value as sent on the wire.
    public let rawValue: String

    /// Creates a value from its wire form.
    ///
    /// - Parameter rawValue: The value, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// No page: the server responds with a code or an error.
    public static let none = Self(rawValue: "none")

    /// Requires the user to sign in again.
    public static let login = Self(rawValue: "login")

    /// Requires the user to consent again.
    public static let consent = Self(rawValue: "consent")

    /// Requires the user to select an account.
    public static let selectAccount = Self(rawValue: "select_account")

    /// Starts with sign-up (Initiating User Registration via OpenID Connect §4).
    public static let create = Self(rawValue: "create")

    /// The values that this server supports.
    package static let known: [Prompt] = [.none, .login, .consent, .selectAccount, .create]
}

/// A way to display the pages (OpenID Connect Core §3.1.2.1).
public struct Display: ExtensibleValue {
    /// The value as sent on the wire.
    public let rawValue: String

    /// Creates a value from its wire form.
    ///
    /// - Parameter rawValue: The value, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A full page.
    public static let page = Self(rawValue: "page")

    /// A pop-up window.
    public static let popup = Self(rawValue: "popup")

    /// A touch device.
    public static let touch = Self(rawValue: "touch")

    /// A feature phone.
    public static let wap = Self(rawValue: "wap")
}

/// A derivation of a code challenge from its verifier (RFC 7636 §4.2).
public struct CodeChallengeMethod: ExtensibleValue {
    /// The value as sent on the wire.
    public let rawValue: String

    /// Creates a value from its wire form.
    ///
    /// - Parameter rawValue: The value, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// SHA-256, the only method that OAuth 2.1 allows.
    public static let s256 = Self(rawValue: "S256")

    /// The verifier itself; accepted by the endpoints of Login with Amazon only.
    public static let plain = Self(rawValue: "plain")
}

/// A method of client authentication at the token endpoint (RFC 7591 §2).
public struct ClientAuthenticationMethod: ExtensibleValue {
    /// The value as sent on the wire.
    public let rawValue: String

    /// Creates a value from its wire form.
    ///
    /// - Parameter rawValue: The value, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// None: a public client has no secret.
    public static let none = Self(rawValue: "none")

    /// HTTP Basic.
    public static let clientSecretBasic = Self(rawValue: "client_secret_basic")

    /// Form parameters.
    public static let clientSecretPost = Self(rawValue: "client_secret_post")

    /// An assertion that is signed with the client secret (OpenID Connect Core §9).
    public static let clientSecretJWT = Self(rawValue: "client_secret_jwt")

    /// An assertion that is signed with a key of the client (OpenID Connect Core §9).
    public static let privateKeyJWT = Self(rawValue: "private_key_jwt")
}

/// The format of an assertion that authenticates a client (RFC 7521 §4.2).
package struct ClientAssertionType: ExtensibleValue {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A JWT (RFC 7523 §2.2).
    package static let jwtBearer = Self(rawValue: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
}

/// An access token type (RFC 6749 §7.1).
public struct TokenType: ExtensibleValue {
    /// The value as sent on the wire.
    public let rawValue: String

    /// Creates a value from its wire form.
    ///
    /// - Parameter rawValue: The value, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A bearer token (RFC 6750).
    public static let bearer = Self(rawValue: "Bearer")

    /// A token that is bound to a key of the client (RFC 9449 §5).
    public static let dpop = Self(rawValue: "DPoP")
}

/// The token type that a revocation or introspection request names (RFC 7009 §2.1).
public struct TokenTypeHint: ExtensibleValue {
    /// The value as sent on the wire.
    public let rawValue: String

    /// Creates a value from its wire form.
    ///
    /// - Parameter rawValue: The value, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// An access token.
    public static let accessToken = Self(rawValue: "access_token")

    /// A refresh token.
    public static let refreshToken = Self(rawValue: "refresh_token")
}

/// A type of token in a token exchange (RFC 8693 §3).
public struct TokenTypeIdentifier: ExtensibleValue {
    /// The value as sent on the wire.
    public let rawValue: String

    /// Creates a value from its wire form.
    ///
    /// - Parameter rawValue: The value, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// An access token.
    public static let accessToken = Self(rawValue: "urn:ietf:params:oauth:token-type:access_token")

    /// A refresh token.
    public static let refreshToken = Self(rawValue: "urn:ietf:params:oauth:token-type:refresh_token")

    /// An ID token.
    public static let idToken = Self(rawValue: "urn:ietf:params:oauth:token-type:id_token")

    /// A JWT of another kind.
    public static let jwt = Self(rawValue: "urn:ietf:params:oauth:token-type:jwt")
}

/// A type of subject identifier (OpenID Connect Core §8).
public struct SubjectType: ExtensibleValue {
    /// The value as sent on the wire.
    public let rawValue: String

    /// Creates a value from its wire form.
    ///
    /// - Parameter rawValue: The value, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The same identifier for every client.
    public static let `public` = Self(rawValue: "public")

    /// A different identifier for each sector.
    public static let pairwise = Self(rawValue: "pairwise")
}

/// A signature algorithm of tokens (RFC 7518 §3.1).
public struct SigningAlgorithm: ExtensibleValue {
    /// The value as sent on the wire.
    public let rawValue: String

    /// Creates a value from its wire form.
    ///
    /// - Parameter rawValue: The value, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// ECDSA on P-256 with SHA-256.
    public static let es256 = Self(rawValue: "ES256")

    /// ECDSA on P-384 with SHA-384.
    public static let es384 = Self(rawValue: "ES384")

    /// RSASSA-PKCS1-v1_5 with SHA-256.
    public static let rs256 = Self(rawValue: "RS256")

    /// RSASSA-PSS with SHA-256.
    public static let ps256 = Self(rawValue: "PS256")

    /// The Edwards-curve signature algorithm with Ed25519 (RFC 8037 §3.1).
    public static let edDSA = Self(rawValue: "EdDSA")

    /// HMAC with SHA-256 under a client secret; for client authentication only.
    public static let hs256 = Self(rawValue: "HS256")

    /// The algorithms with a public key that this package verifies, in the order of preference.
    package static let asymmetric: [SigningAlgorithm] = [.es256, .edDSA, .ps256, .es384, .rs256]
}

/// An authentication context class: the strength of an authentication (OpenID Connect Core §2).
public struct ACR: ExtensibleValue {
    /// The value as sent on the wire.
    public let rawValue: String

    /// Creates a value from its wire form.
    ///
    /// - Parameter rawValue: The value, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// One factor: a password or an emailed code.
    public static let singleFactor = Self(rawValue: "urn:gatehouse:acr:1")

    /// Two factors of different kinds.
    public static let multiFactor = Self(rawValue: "urn:gatehouse:acr:2")

    /// A phishing-resistant factor: a passkey (OpenID Connect Extended Authentication Profile ACR Values §2).
    public static let phishingResistant = Self(rawValue: "phr")

    /// A phishing-resistant factor whose key cannot leave its hardware (OpenID Connect Extended Authentication Profile
    /// ACR Values §2).
    public static let hardwareProtected = Self(rawValue: "phrh")
}

/// An authentication method (RFC 8176 §2).
public struct AMR: ExtensibleValue {
    /// The value as sent on the wire.
    public let rawValue: String

    /// Creates a value from its wire form.
    ///
    /// - Parameter rawValue: The value, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A password.
    public static let password = Self(rawValue: "pwd")

    /// A one-time code.
    public static let oneTimeCode = Self(rawValue: "otp")

    /// More than one factor.
    public static let multiFactor = Self(rawValue: "mfa")

    /// A key held in hardware.
    public static let hardwareKey = Self(rawValue: "hwk")

    /// A key held in software, such as a passkey that is synchronized between devices.
    public static let softwareKey = Self(rawValue: "swk")

    /// A one-time code sent by SMS.
    public static let textMessage = Self(rawValue: "sms")

    /// The user, as verified by their device with a PIN or a biometric.
    public static let user = Self(rawValue: "user")
}
