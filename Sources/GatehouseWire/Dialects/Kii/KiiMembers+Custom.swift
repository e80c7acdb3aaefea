extension KiiMembers {
    /// The members that mean something here, whether or not a request may set them.
    private static let predefined: Set<String> = Set(
        [
            KiiMemberName.userID, .internalUserID, .loginName, .displayName, .country, .locale, .emailAddress,
            .emailAddressVerified, .phoneNumber, .phoneNumberVerified, .password,
        ].map(\.rawValue)
    )

    /// Whether an app may have a field of that name: those that begin with an underscore are the server's.
    package static func isCustom(_ name: String) -> Bool {
        !name.hasPrefix("_") && !predefined.contains(name)
    }

    /// Everything else that an app keeps with its users.
    var customFields: [String: JSONValue] {
        values.filter { Self.isCustom($0.key) }
    }
}
