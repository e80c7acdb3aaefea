package import GatehouseWire

/// The `claims` parameter of a request with what the user agreed to, as codes and sessions keep it (OpenID Connect Core
/// §5.5).
package struct GrantedClaims: Sendable, Equatable {
    package let request: ClaimsRequest
    /// The claims beyond the granted scopes that the user was asked about.
    package let agreed: Set<ClaimName>

    package init(_ request: ClaimsRequest, agreed: some Sequence<ClaimName> = []) {
        self.request = request
        self.agreed = Set(agreed)
    }

    /// Reads the stored form; the text of the parameter alone means that the user agreed to no further claims.
    init?(stored: JSONValue?) {
        let members = stored?.object
        let text = members.map { $0[ParameterName.claims.rawValue]?.string } ?? stored?.string
        guard let text, let request = try? ClaimsRequest(parsing: text) else { return nil }
        let agreed = members?[Self.agreed]?.array ?? []
        self.init(request, agreed: agreed.compactMap(\.string).map(ClaimName.init(rawValue:)))
    }

    /// The form in which codes and sessions store it.
    var stored: JSONValue {
        let text = JSONValue.string(request.encoded)
        guard !agreed.isEmpty else { return text }
        let names = agreed.map(\.rawValue).sorted().map(JSONValue.string)
        return .object([ParameterName.claims.rawValue: text, Self.agreed: .array(names)])
    }

    private static let agreed = "agreed"
}
