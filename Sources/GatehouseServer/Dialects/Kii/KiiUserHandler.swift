import Foundation
import GatehouseStore
package import GatehouseWire

/// Reads, changes and deletes users.
package struct KiiUserHandler: Sendable {
    let users: KiiUsers

    /// Everything that the token shows of the user; of others, what is public.
    package func read(_ call: KiiCall) async throws(KiiError) -> KiiUserDocument {
        switch call.caller {
        case .app: throw call.forbidden("A user's token is needed")
        case .administrator: return try await view(users.managed(call), scopes: nil, call)
        case .person(let own, _, let granted):
            guard !granted.intersection([.profile, .account]).isEmpty else {
                throw call.forbidden("The token has not the scope \(Scope.profile)")
            }
            let account = try await users.find(call)
            return account.id == own.id ? try await view(account, scopes: granted, call) : account.kiiPublicView
        }
    }

    /// Returns the refusal of a search by conditions: users are found by a name or their identifier alone.
    ///
    /// Callers other than administrators get the same refusal as for every administrator's operation.
    package func refuseQuery(_ call: KiiCall) -> KiiError {
        guard call.caller.isAdministrator else { return call.forbidden("This is for the administrator") }
        return KiiError(
            .operationNotSupported,
            "Users are not searched for by conditions. Read one by userID, LOGIN_NAME, EMAIL or PHONE."
        )
    }

    /// Changes what the request mentions, and replaces all custom fields.
    package func update(_ request: KiiUpdateRequest, _ call: KiiCall) async throws(KiiError) -> KiiModificationResponse
    {
        let account = try await users.reachable(call, scopes: [.account])
        var attributes: [String: JSONValue] = [:]
        let profile = KiiProfile(displayName: request.displayName, country: request.country, locale: request.locale)
        for (name, value) in try profile.attributes() { attributes[name] = value }
        // Some clients send the names back that the user has.
        let update = AccountUpdate(
            username: Self.new(request.loginName, account.identifier(.username)?.spelling),
            email: Self.new(request.emailAddress, account.identifier(.email)?.value ?? account.pending(.email)?.value),
            phone: Self.new(request.phoneNumber, account.identifier(.phone)?.value ?? account.pending(.phone)?.value),
            password: request.password?.reveal(),
            attributes: attributes,
            customFields: request.customFields
        )
        if update.concernsAccount { try users.checkGoverned(account, call) }
        let names = AccountIdentifier.Kind.names(request.loginName, request.emailAddress, request.phoneNumber)
        let changed = try await users.run(call, account, names: names) { about throws(AccountError) in
            try await users.accounts.update(account, update, about)
        }
        return KiiModificationResponse(modifiedAt: KiiTime(changed.updatedAt))
    }

    /// Deletes the user, and with it all of its sessions.
    package func delete(_ call: KiiCall) async throws(KiiError) -> KiiEmptyResponse {
        let account = try await users.changeable(call)
        try await users.run(call, account) { about throws(AccountError) in
            try await users.accounts.delete(account, about)
        }
        return KiiEmptyResponse()
    }

    private func view(_ account: Account, scopes: ScopeSet?, _ call: KiiCall) async throws(KiiError) -> KiiUserDocument
    {
        let fields = try await users.run(call, account) { about throws(AccountError) in
            try await users.accounts.customFields(of: account.id, about)
        }
        return account.kiiView(fields, scopes: scopes)
    }

    private static func new(_ text: String?, _ present: String?) -> String? { text == present ? nil : text }
}
