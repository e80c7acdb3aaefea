import GatehouseWire

/// What is to be changed of a user; `nil` and absent stay as they are.
struct FieldsWish: Sendable {
    var displayName: String?
    var country: String?
    var locale: LocaleContainer?
    var values: [String: JSONValue] = [:]
    var removed: Set<String> = []

    /// - Throws: What Kii refuses before it asks the server.
    func check() throws(Failure) {
        if let displayName, !Rules.isDisplayName(displayName) { throw Failure(.invalidDisplayName) }
        if let country, !Rules.isCountry(country) { throw Failure(.invalidCountryCode) }
    }

    /// The fields of the app's own, once this is done to those that the server has: whatever was not sent, the server would delete.
    func applied(to fields: [String: JSONValue]) -> [String: JSONValue] {
        fields.filter { !removed.contains($0.key) }.merging(values) { _, new in new }
    }
}
