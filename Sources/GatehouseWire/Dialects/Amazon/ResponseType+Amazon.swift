extension ResponseType {
    /// The implicit grant, which Login with Amazon gave up; known so that it can be refused by name.
    public static let token = Self(rawValue: "token")

    /// What a device asks Login with Amazon for.
    public static let deviceCode = Self(rawValue: "device_code")
}
