import GatehousePasswords
import GatehouseStore
import GatehouseWire

/// An error of an operation that sets a new password.
protocol NewPasswordError: ServiceFailureWrapping {
    /// Returns the error for a password that the policy rejects.
    static func passwordRejected(_ assessment: PasswordAssessment) -> Self
}

/// Validates new passwords against the policy and hashes them.
struct NewPasswordHasher<Failure: NewPasswordError>: Sendable {
    let hasher: PasswordHasher
    let failures: FailureLog

    /// Validates a password, which must not contain any of the words.
    ///
    /// - Throws: ``NewPasswordError/passwordRejected(_:)``.
    func validate(_ text: String, contextWords: [String]) throws(Failure) -> Password {
        let password = Password(text)
        let verdict = PasswordPolicy().evaluate(password, personal: contextWords)
        guard verdict == .acceptable else { throw Failure.passwordRejected(verdict) }
        return password
    }

    /// Hashes a valid password.
    func hash(_ password: Password) async throws(Failure) -> String {
        do { return try await hasher.hash(password) } catch { throw Failure(failures.record(error)) }
    }

    /// Validates and hashes a password.
    func hash(_ text: String, contextWords: [String]) async throws(Failure) -> String {
        try await hash(try validate(text, contextWords: contextWords))
    }
}

extension Account {
    /// Returns words that the user's password must not contain.
    func passwordContextWords(for client: Client) -> [String] {
        client.passwordContextWords(identifiers.map(\.spelling) + pending.map(\.value), attributes)
    }
}

extension Client {
    /// Returns words that the password of a user with these names and attributes must not contain.
    func passwordContextWords(_ names: [String], _ attributes: [String: JSONValue] = [:]) -> [String] {
        names + [name] + attributes.values.compactMap(\.string)
    }
}
