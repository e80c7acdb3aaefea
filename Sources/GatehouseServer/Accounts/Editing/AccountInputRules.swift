import Foundation
import GatehouseStore
import GatehouseWire

/// The limits of account input, and the availability of identifiers.
struct AccountInputRules: Sendable {
    /// The maximum size of an app's custom fields, in bytes of JSON.
    private static let maximumCustomFieldsSize = 63 * 1024

    let finder: AccountFinder

    func check(customFields: [String: JSONValue]) throws(AccountError) {
        guard JSONCoding.encode(customFields).count <= Self.maximumCustomFieldsSize else {
            throw .customFieldsTooLarge
        }
    }

    /// Validates attributes: those of the client's form by the form, others as short strings, numbers or Booleans.
    ///
    /// - Returns: The values to set, and `null` for attributes to remove.
    func check(attributes: [String: JSONValue], _ client: Client) throws(AccountError) -> [String: JSONValue] {
        let form = AttributeForm(client.attributes)
        let known = Set(client.attributes.map(\.name))
        var checked: [String: JSONValue]
        do {
            checked = try form.check(given: attributes.filter { known.contains($0.key) })
        } catch {
            throw .attributeRejected(error.problems.keys.min() ?? "")
        }
        for (name, value) in attributes where value == .null || !known.contains(name) {
            guard !ClaimName.notAttributes.contains(ClaimName(rawValue: name)), Self.isPlain(value) else {
                throw .attributeRejected(name)
            }
            checked[name] = value
        }
        return checked
    }

    private static func isPlain(_ value: JSONValue) -> Bool {
        switch value {
        case .string(let text):
            text.unicodeScalars.count <= AttributeForm.maximumLength && SingleLineText.admits(text)
        case .integer, .double, .bool, .null: true
        case .array, .object: false
        }
    }

    /// Rejects identifiers of other accounts if the caller may learn of them: usernames are public; addresses are
    /// disclosed to apps with that setting, and for addresses that an administrator has `vouched` for.
    func checkAvailability(
        _ names: AccountIdentifiersInput,
        for id: Account.ID,
        vouched: Set<AccountIdentifier.Kind>,
        _ call: AccountRequest
    ) async throws(AccountError) {
        let disclosed =
            [names.username.map { LoginIdentifier($0) }].compactMap(\.self)
            + names.addresses.filter { call.disclosesAccounts || vouched.contains($0.kind) }
        for name in disclosed {
            let owner = try await AccountError.wrapping(async: await finder.account(named: name))
            if let owner, owner.id != id { throw .taken(name.kind) }
        }
    }
}

/// Validated identifiers from the input of an account operation.
struct AccountIdentifiersInput: Sendable {
    let username: Username?
    /// The addresses, which take effect when verified.
    let addresses: [LoginIdentifier]

    /// Parses the identifiers.
    ///
    /// `country` is the region of a phone number in national format.
    init(username: String?, email: String?, phone: String?, country: String?) throws(AccountError) {
        self.username = try Self.read(username, as: .username) { Username($0) }
        let email = try Self.read(email, as: .email) { LoginIdentifier(.email, $0) }
        let phone = try Self.read(phone, as: .phone) { text in
            LoginIdentifier(.phone, text)
                ?? country.flatMap { PhoneNumber(local: text, country: $0) }.map { LoginIdentifier($0) }
        }
        addresses = [email, phone].compactMap(\.self)
    }

    var isEmpty: Bool { username == nil && addresses.isEmpty }

    /// The values that a password must not contain.
    var values: [String] { [username?.spelling].compactMap(\.self) + addresses.map(\.value) }

    private static func read<Name>(
        _ text: String?,
        as kind: AccountIdentifier.Kind,
        _ parse: (String) -> Name?
    ) throws(AccountError) -> Name? {
        guard let text else { return nil }
        guard let name = parse(text) else { throw .invalid(kind) }
        return name
    }
}

extension Account {
    /// Sets identifiers: usernames immediately, addresses when verified or vouched for by an administrator.
    ///
    /// Existing identifiers remain unchanged.
    mutating func setIdentifiers(_ names: AccountIdentifiersInput, vouched: Set<AccountIdentifier.Kind>, at now: Date) {
        if let username = names.username, identifier(.username)?.spelling != username.spelling {
            setIdentifier(
                AccountIdentifier(
                    kind: .username,
                    value: username.normalized,
                    spelling: username.spelling,
                    verifiedAt: now
                )
            )
        }
        for address in names.addresses {
            if hasIdentifier(address) {
                pending.removeAll { $0.kind == address.kind }
            } else if vouched.contains(address.kind) {
                setIdentifier(AccountIdentifier(kind: address.kind, value: address.value, verifiedAt: now))
            } else if pending(address.kind)?.value != address.value {
                setPending(address, at: now)
            }
        }
    }
}
