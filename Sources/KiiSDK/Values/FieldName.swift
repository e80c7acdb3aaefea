import GatehouseWire

/// Which names an app may give to fields of its own.
enum FieldName {
    /// Names that mean something to the server, with those that begin with an underscore.
    private static let reserved: Set<String> = [
        "loginName", "emailAddress", "phoneNumber", "displayName", "country", "userID",
    ]

    static func isFree(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix("_") && !reserved.contains(name)
    }
}
