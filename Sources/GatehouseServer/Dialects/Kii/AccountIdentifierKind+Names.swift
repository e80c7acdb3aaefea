import GatehouseStore

extension AccountIdentifier.Kind {
    /// The names of a request by their kinds, for what is said of those that are taken.
    static func names(_ username: String?, _ email: String?, _ phone: String?) -> [Self: String] {
        var names: [Self: String] = [:]
        names[.username] = username
        names[.email] = email
        names[.phone] = phone
        return names
    }
}
