extension Scope {
    /// Login with Amazon: the postal code of the person's address, and nothing else of it.
    public static let postalCode = Self(rawValue: "postal_code")

    /// Login with Amazon: the person's identifier and nothing else, for which nobody has to be asked.
    public static let amazonUserID = Self(rawValue: "profile:user_id")
}
