import Foundation
import GatehouseStore
import GatehouseWire

/// What may be said of a person, and what may not.
extension AccountEditor {
    /// The most that an app keeps with one account, as bytes of JSON.
    private static let mostCustomFields = 63 * 1024

    func check(customFields: [String: JSONValue]) throws(AccountError) {
        guard WireJSON.encode(customFields).count <= Self.mostCustomFields else {
            throw .customFieldsTooLarge
        }
    }

    /// What an account can hold of what was given: by the form of the client where that has the attribute, and else any short text,
    /// number or truth value.
    ///
    /// - Returns: The values to put in; `null` for those to take out.
    func check(attributes: [String: JSONValue], _ client: Client) throws(AccountError) -> [String: JSONValue] {
        let form = AttributeForm(client.attributes)
        let known = Set(client.attributes.map(\.name))
        var checked: [String: JSONValue]
        do throws(TransactionError) {
            checked = try form.check(given: attributes.filter { known.contains($0.key) })
        } catch {
            throw refusal(error)
        }
        for (name, value) in attributes where value == .null || !known.contains(name) {
            guard !ClaimName.notAttributes.contains(ClaimName(rawValue: name)), Self.isPlain(value) else {
                throw .attributeRefused(name)
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

    /// Refuses a name that somebody else has, where that may be said: user names are public, addresses are not, unless an administrator
    /// has `vouched` for one of that kind.
    func refuseTaken(
        _ names: GivenNames,
        for id: Account.ID,
        vouched: Set<AccountIdentifier.Kind>,
        _ call: AccountCall
    ) async throws(AccountError) {
        let mayHear = call.client.kii?.revealsAccounts == true
        let asked =
            [names.username.map { SignInName($0) }].compactMap(\.self)
            + names.addresses.filter { mayHear || vouched.contains($0.kind) }
        for name in asked {
            let owner = try await mapped { () throws(TransactionError) in try await core.account(name) }
            if let owner, owner.id != id { throw .taken(name.kind) }
        }
    }

    /// Judges a password and hashes it.
    func hash(_ password: String, personal: [String]) async throws(AccountError) -> String {
        try await mapped { () throws(TransactionError) in
            try await engine.hash(try engine.judge(password, personal: personal))
        }
    }
}
