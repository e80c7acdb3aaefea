package import Foundation
package import GatehouseStore
import GatehouseWire

extension AccountEditor {
    /// Makes an account.
    ///
    /// Addresses wait for their proof, which is asked for in the same commit, unless an administrator vouches for them. That somebody
    /// else has one is told to its owner, by mail, and to an app that may know.
    ///
    /// - Throws: ``AccountError/taken(_:)``, ``AccountError/invalid(_:)``, ``AccountError/nameMissing`` for a password alone, and what is
    ///   wrong with anything else that was given.
    package func register(_ new: NewAccount, _ call: AccountCall) async throws(AccountError) -> Account {
        try await register(new, call) { _ throws(AccountError) in [] }
    }

    /// Makes an account and signs it in, in one commit.
    ///
    /// An account without a name has no refresh tokens: whoever loses its token has lost it anyway. The access token ends at `expiresAt`,
    /// and as late as it may when that is `nil`.
    package func registerAndSignIn(
        _ new: NewAccount,
        expiresAt: Date?,
        _ call: AccountCall
    ) async throws(AccountError) -> (account: Account, tokens: GrantedTokens) {
        var tokens: GrantedTokens?
        let account = try await register(new, call) { account throws(AccountError) in
            let started = try await start(account, expiresAt: expiresAt, call)
            tokens = started.tokens
            return started.changes
        }
        guard let tokens else { throw .failed }
        return (account, tokens)
    }

    private func register(
        _ new: NewAccount,
        _ call: AccountCall,
        alongWith more: (Account) async throws(AccountError) -> [Change]
    ) async throws(AccountError) -> Account {
        let names = try GivenNames(
            username: new.username,
            email: new.email,
            phone: new.phone,
            country: new.attributes[ClaimName.country.rawValue]?.string
        )
        guard names.isEmpty || new.password != nil else { throw .passwordMissing }
        guard !names.isEmpty || new.password == nil else { throw .nameMissing }
        let attributes = try check(attributes: new.attributes, call.client).filter { $0.value != .null }
        try check(customFields: new.customFields)
        let id: Account.ID = core.newID()
        var vouched: Set<AccountIdentifier.Kind> = []
        if new.isEmailVerified { vouched.insert(.email) }
        if new.isPhoneVerified { vouched.insert(.phone) }

        try await mapped { () throws(TransactionError) in try await engine.failures.countAccount(call.context) }
        try await refuseTaken(names, for: id, vouched: vouched, call)
        var hash: String?
        if let password = new.password {
            let personal = names.texts + [call.client.name] + attributes.values.compactMap(\.string)
            hash = try await self.hash(password, personal: personal)
        }
        var account = Account(
            id: id,
            identifiers: [],
            registeredBy: call.client.id,
            passwordHash: hash,
            attributes: attributes,
            createdAt: core.now,
            updatedAt: core.now
        )
        account.name(names, vouched: vouched, at: core.now)
        return try await retrying { () throws(AccountError) -> Account? in
            var changes = [Change.account(.insert(account))]
            if !new.customFields.isEmpty {
                let fields = CustomFields(accountID: id, clientID: call.client.id, values: new.customFields)
                changes.append(.customFields(.put(fields)))
            }
            changes.append(audit(.accountCreated, call, id))
            changes += try await more(account)
            let codes = try await codes(for: account.pending, of: account, call)
            if try await commit(changes.map { Guarded($0) }, sending: codes, insists: false) { return account }
            try await refuseTaken(names, for: id, vouched: vouched, call)
            return nil
        }
    }

    /// The codes for addresses that wait for their proof.
    func codes(
        for pending: [PendingAddress],
        of account: Account,
        _ call: AccountCall
    ) async throws(AccountError) -> [AddressCode] {
        var codes: [AddressCode] = []
        for address in pending {
            let code = try await mapped { () throws(TransactionError) in
                try await engine.verification(of: SignInName(address), by: account, call)
            }
            codes.append(code)
        }
        return codes
    }

    private func start(
        _ account: Account,
        expiresAt: Date?,
        _ call: AccountCall
    ) async throws(AccountError) -> StartedSession {
        let methods: [AMR] = account.isPseudo ? [] : [.password]
        let lasting: ScopeSet = [.offlineAccess]
        let scopes = account.passwordHash == nil ? call.client.scopes.subtracting(lasting) : call.client.scopes
        do throws(OAuthError) {
            let request = GrantRequest(
                client: call.client,
                audience: try ResourcePolicy(issuer: core.settings.issuer).audience(for: []),
                dialect: .kii,
                expiresAt: expiresAt,
                context: call.context,
                now: core.now
            )
            let signIn = SignIn(account.id, scopes: scopes, methods: methods, at: core.now)
            return try await SessionStarter(core: core).prepare(signIn, of: account, for: request)
        } catch {
            throw error.code == .invalidRequest ? .expiryRefused : refusal(core.failed(error))
        }
    }
}

extension Account {
    /// Gives the account names: user names at once, and addresses once they are proven or an administrator vouches for them.
    ///
    /// What it has already stays as it is.
    mutating func name(_ names: GivenNames, vouched: Set<AccountIdentifier.Kind>, at now: Date) {
        if let username = names.username, identifier(.username)?.spelling != username.spelling {
            take(
                AccountIdentifier(
                    kind: .username,
                    value: username.normalized,
                    spelling: username.spelling,
                    verifiedAt: now
                )
            )
        }
        for address in names.addresses {
            if owns(address) {
                pending.removeAll { $0.kind == address.kind }
            } else if vouched.contains(address.kind) {
                take(AccountIdentifier(kind: address.kind, value: address.value, verifiedAt: now))
            } else if pending(address.kind)?.value != address.value {
                claim(address, at: now)
            }
        }
    }
}
