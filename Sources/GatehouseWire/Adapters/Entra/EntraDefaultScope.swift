extension Scope {
    private static let entraDefaultSuffix = "/.default"

    /// The API of the scope `<API>/.default`, which requests all scopes of an API that the client is registered for;
    /// `nil` for other scopes.
    package var entraDefaultAPI: String? {
        guard rawValue.hasSuffix(Self.entraDefaultSuffix) else { return nil }
        return String(rawValue.dropLast(Self.entraDefaultSuffix.count))
    }
}
