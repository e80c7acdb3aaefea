extension GrantType {
    /// What Login with Amazon calls the grant of RFC 8628.
    public static let amazonDeviceCode = Self(rawValue: "device_code")
}
