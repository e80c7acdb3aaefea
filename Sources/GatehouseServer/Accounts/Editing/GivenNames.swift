import GatehouseStore

/// The names that somebody gave for an account, checked.
struct GivenNames: Sendable {
    let username: Username?
    /// What counts only once it is proven.
    let addresses: [SignInName]

    /// A telephone number that is not written internationally is at home in `country`.
    init(username: String?, email: String?, phone: String?, country: String?) throws(AccountError) {
        self.username = try Self.read(username, .username) { Username($0) }
        let email = try Self.read(email, .email) { SignInName(.email, $0) }
        let phone = try Self.read(phone, .phone) { text in
            SignInName(.phone, text) ?? country.flatMap { PhoneNumber(local: text, country: $0) }.map { SignInName($0) }
        }
        addresses = [email, phone].compactMap(\.self)
    }

    var isEmpty: Bool { username == nil && addresses.isEmpty }

    /// As a password must not be built on them.
    var texts: [String] { [username?.spelling].compactMap(\.self) + addresses.map(\.value) }

    private static func read<Name>(
        _ text: String?,
        _ kind: AccountIdentifier.Kind,
        _ parse: (String) -> Name?
    ) throws(AccountError) -> Name? {
        guard let text else { return nil }
        guard let name = parse(text) else { throw .invalid(kind) }
        return name
    }
}
