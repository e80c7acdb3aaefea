package import Foundation

/// What a device shows and what it keeps (RFC 8628 §3.2).
package struct DeviceAuthorizationResponse: JSONResponse, Hashable {
    /// What the device redeems at the token endpoint; never shown.
    package var deviceCode: Secret
    /// What the person types.
    package var userCode: String
    /// Where the person types it.
    package var verificationURI: URL
    /// The same with the code in it, for a QR code.
    package var verificationURIComplete: URL?
    /// Seconds until both codes expire.
    package var expiresIn: Int
    /// The least seconds between two token requests.
    package var interval: Int

    package init(
        deviceCode: Secret,
        userCode: String,
        verificationURI: URL,
        verificationURIComplete: URL? = nil,
        expiresIn: Int,
        interval: Int = 5
    ) {
        self.deviceCode = deviceCode
        self.userCode = userCode
        self.verificationURI = verificationURI
        self.verificationURIComplete = verificationURIComplete
        self.expiresIn = expiresIn
        self.interval = interval
    }

    private enum CodingKeys: String, CodingKey {
        case deviceCode = "device_code"
        case userCode = "user_code"
        case verificationURI = "verification_uri"
        case verificationURIComplete = "verification_uri_complete"
        case expiresIn = "expires_in"
        case interval
    }

    /// Reads the answer of any server; without an interval it is five seconds (RFC 8628 §3.2).
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        deviceCode = try container.decode(Secret.self, forKey: .deviceCode)
        userCode = try container.decode(String.self, forKey: .userCode)
        verificationURI = try container.decode(URL.self, forKey: .verificationURI)
        verificationURIComplete = try container.decodeIfPresent(URL.self, forKey: .verificationURIComplete)
        expiresIn = try container.decode(Int.self, forKey: .expiresIn)
        interval = max(1, try container.decodeIfPresent(Int.self, forKey: .interval) ?? 5)
    }
}
