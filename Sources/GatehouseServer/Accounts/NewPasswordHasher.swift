import GatehousePasswords
import GatehouseStore
import GatehouseWire

/// Validates new passwords against the policy and hashes them.
struct NewPasswordHasher: Sendable {
    let core: ServerCore

    /// Validates a password, which must not contain any of the words.
    ///
    /// - Throws: ``AccountError/passwordRejected(_:)``.
    func validate(_ text: String, contextWords: [String]) throws(AccountError) -> Password {
        let password = Password(text)
        let verdict = PasswordPolicy().evaluate(password, personal: contextWords)
        guard verdict == .acceptable else { throw .passwordRejected(verdict) }
        return password
    }

    /// Hashes a valid password.
    func hash(_ password: Password) async throws(AccountError) -> String {
        do { return try await core.hasher.hash(password) } catch { throw AccountError(core.serviceFailure(error)) }
    }

    /// Validates and hashes a password.
    func hash(_ text: String, contextWords: [String]) async throws(AccountError) -> String {
        try await hash(try validate(text, contextWords: contextWords))
    }
}

extension Account {
    /// Returns words that the user's password must not contain.
    func passwordContextWords(for client: Client) -> [String] {
        let names = identifiers.map(\.spelling) + pending.map(\.value)
        return names + [client.name] + attributes.values.compactMap(\.string)
    }
}
