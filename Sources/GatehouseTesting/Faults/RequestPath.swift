import GatehouseWire

/// What a request asks for, below the issuer; a string literal is one too.
///
/// The named ones are the same thing in whatever protocol the app speaks: ``token`` is also where `LoginWithAmazon`, `MSAL` and `KiiSDK` get theirs.
public struct RequestPath: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
    /// The path, beginning with a slash and without a query.
    public let rawValue: String

    /// Any path.
    ///
    /// - Parameter rawValue: The path, beginning with a slash and without a query.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Any path.
    ///
    /// - Parameter value: The path, beginning with a slash and without a query.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// What the server can do and where it does it, which an app asks for first.
    public static let discovery = RequestPath(rawValue: OpenIDConfigurationEndpoint.path)
    /// The keys that ID tokens are checked with.
    public static let keySet = RequestPath(rawValue: KeySetEndpoint.path)
    /// The end of a sign-in, and every refresh.
    public static let token = RequestPath(rawValue: TokenEndpoint.path)
    /// Who the person is.
    public static let userInfo = RequestPath(rawValue: UserInfoEndpoint.path)
    /// A sign-out, as the server hears of it.
    public static let revocation = RequestPath(rawValue: RevocationEndpoint.path)
    /// The beginning of a sign-in on another device.
    public static let deviceAuthorization = RequestPath(rawValue: DeviceAuthorizationEndpoint.path)

    /// Where the vendors' protocols have the same; a tenant or an app may stand before it.
    private var endings: [String] {
        switch self {
        case .discovery: [OpenIDConfigurationEndpoint.path]
        case .keySet: [EntraKeySetEndpoint.path]
        case .token: [TokenEndpoint.path, AmazonTokenEndpoint.path, EntraTokenEndpoint.path]
        case .userInfo: [AmazonProfileEndpoint.path]
        case .revocation: [AmazonRevocationEndpoint.path]
        case .deviceAuthorization: [AmazonCodePairEndpoint.path, EntraDeviceCodeEndpoint.path]
        default: []
        }
    }

    /// Whether a request for that path asks for this.
    func matches(_ path: String) -> Bool {
        path == rawValue || endings.contains { path.hasSuffix($0) }
    }
}
