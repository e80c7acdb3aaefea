public import GatehouseWire

/// The authentication that an API requires for an operation (RFC 9470, step-up authentication).
///
/// APIs send it with status 401 if the sign-in behind an access token is too old or has too few factors:
///
/// ```swift
/// let field = response.value(forHTTPHeaderField: "WWW-Authenticate") ?? ""
/// if let challenge = AuthenticationChallenge(wwwAuthenticate: field) {
///     let session = try await session.reauthenticate(answering: challenge)
///     // Send the request again, with the session's new access token.
/// }
/// ```
public struct AuthenticationChallenge: Sendable, Hashable {
    /// The maximum time since the user authenticated at the server; `nil` if any sign-in is recent enough.
    public var maxAge: Duration?
    /// The authentication context classes of which the sign-in must reach one, most preferred first; empty if any class
    /// suffices.
    public var acrValues: [ACR]

    /// Creates a challenge.
    ///
    /// - Parameters:
    ///   - maxAge: The maximum time since the user authenticated at the server, in whole seconds.
    ///   - acrValues: The authentication context classes of which the sign-in must reach one.
    public init(maxAge: Duration?, acrValues: [ACR] = []) {
        self.maxAge = maxAge
        self.acrValues = acrValues
    }

    /// Reads the challenge of a response.
    ///
    /// The result is `nil` without a challenge with the error `insufficient_user_authentication`. A challenge without
    /// `max_age` and `acr_values` requires a new sign-in.
    ///
    /// - Parameter field: The value of the `WWW-Authenticate` field; several values are joined by commas.
    public init?(wwwAuthenticate field: String) {
        let challenge = HTTPChallenge.list(parsing: field).first { challenge in
            // Also of access tokens that are bound to a key (RFC 9449 §7.1).
            ["bearer", "dpop"].contains(challenge.scheme)
                && challenge.parameters[ParameterName.error.rawValue]
                    == OAuthErrorCode.insufficientUserAuthentication.rawValue
        }
        guard let challenge else { return nil }
        let seconds = challenge.parameters[ParameterName.maxAge.rawValue].flatMap { Int($0) }
        acrValues = ACR.list(challenge.parameters[ParameterName.acrValues.rawValue])
        maxAge = seconds.map { .seconds(max(0, $0)) } ?? (acrValues.isEmpty ? .zero : nil)
    }
}
