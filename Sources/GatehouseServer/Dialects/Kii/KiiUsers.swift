import GatehouseStore
import GatehouseWire

/// Finds the user that a request is about, as far as whoever makes it may reach.
struct KiiUsers: Sendable {
    let accounts: AccountEditor

    /// The user, for somebody who may change it: the user's own token with the scope for that, or the administrator's.
    ///
    /// - Throws: `UNAUTHORIZED` for everybody else, `USER_NOT_FOUND` for nobody.
    func changeable(_ call: KiiCall) async throws(KiiError) -> Account {
        if call.caller.isAdministrator { return try await governed(call) }
        return try await reachable(call, scopes: [.account])
    }

    /// The user, for somebody who may see everything that one of the scopes shows.
    func reachable(_ call: KiiCall, scopes: ScopeSet) async throws(KiiError) -> Account {
        switch call.caller {
        case .app: throw call.forbidden("A user's token is needed")
        case .administrator: return try await managed(call)
        case .person(let own, _, let granted):
            let account = try await find(call)
            guard account.id == own.id else { throw call.forbidden("This is another user") }
            guard !granted.intersection(scopes).isEmpty else {
                throw call.forbidden("The token has none of the scopes \(scopes)")
            }
            return account
        }
    }

    /// The user, for the administrator alone, to change what is not the app's alone.
    ///
    /// - Throws: `UNAUTHORIZED` where the user was registered elsewhere: what its account is, other apps rely on.
    func governed(_ call: KiiCall) async throws(KiiError) -> Account {
        let account = try await managed(call)
        try checkGoverned(account, call)
        return account
    }

    /// Refuses an administrator whose app did not register the user.
    func checkGoverned(_ account: Account, _ call: KiiCall) throws(KiiError) {
        guard !call.caller.isAdministrator || accounts.governs(account, call.about(account)) else {
            throw call.forbidden("The user was registered elsewhere")
        }
    }

    /// The user, for the administrator alone, to look at.
    func managed(_ call: KiiCall) async throws(KiiError) -> Account {
        guard call.caller.isAdministrator else { throw call.forbidden("This is for the administrator") }
        return try await find(call)
    }

    /// The user, whoever asks: what is done next asks for a proof of its own.
    func find(_ call: KiiCall) async throws(KiiError) -> Account {
        let account = try await named(call)
        guard account.id == call.caller.person?.id else {
            let isKnown = try await run(call, account) { about throws(AccountError) in
                try await accounts.manages(account, about)
            }
            // What an app's users are called elsewhere is none of its business.
            guard isKnown else { throw KiiError.userNotFound(call.selector, app: call.app) }
            return account
        }
        return account
    }

    private func named(_ call: KiiCall) async throws(KiiError) -> Account {
        switch call.selector {
        case .me:
            guard let own = call.caller.person else {
                throw call.caller.isAdministrator
                    ? KiiError.userNotFound(.me, app: call.app) : call.forbidden("A user's token is needed")
            }
            return own
        case .id(let id):
            if let own = call.caller.person, own.id.rawValue == id { return own }
            let found: Account?
            do { found = try await accounts.core.account(Account.ID(id)) } catch { throw KiiError(error) }
            guard let account = found else { throw KiiError.userNotFound(call.selector, app: call.app) }
            return account
        case .name:
            let name = try name(call)
            return try await run(call) { about throws(AccountError) in
                try await accounts.find(
                    name,
                    for: call.caller.person,
                    isAdministrator: call.caller.isAdministrator,
                    about
                )
            }
        }
    }

    /// The name that the path gives.
    func name(_ call: KiiCall) throws(KiiError) -> SignInName {
        guard case .name(let type, let text) = call.selector else {
            throw KiiError.userNotFound(call.selector, app: call.app)
        }
        guard let kind = AccountIdentifier.Kind(type) else {
            throw KiiError(.accountTypeNotSupported, "There are no accounts of the type \(type) here.")
        }
        guard let name = SignInName(kind, text) else { throw KiiError.userNotFound(call.selector, app: call.app) }
        return name
    }

    /// Does something to accounts, with what goes wrong in Kii's words.
    func run<Result>(
        _ call: KiiCall,
        _ account: Account? = nil,
        names: [AccountIdentifier.Kind: String] = [:],
        _ work: (AccountCall) async throws(AccountError) -> Result
    ) async throws(KiiError) -> Result {
        do { return try await work(call.about(account)) } catch {
            throw KiiError(error, call, account: account, names: names)
        }
    }
}
