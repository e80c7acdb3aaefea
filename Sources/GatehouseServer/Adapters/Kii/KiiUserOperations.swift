import Foundation
import GatehouseStore
package import GatehouseWire

/// Reads, updates and deletes users.
package struct KiiUserHandler: Sendable {
    let users: KiiUserResolver
    let updater: AccountUpdater
    let status: AccountStatusEditor

    /// Returns the user's data within the token's scopes; for other users, the public data.
    package func read(_ call: KiiRequestContext) async throws(KiiWireError) -> KiiUserDocument {
        switch call.caller {
        case .app: throw call.forbidden("A user token is required")
        case .administrator: return try await view(users.userVisibleToAdministrator(call), scopes: nil, call)
        case .user(let own, _, let granted):
            guard !granted.intersection([.profile, .account]).isEmpty else {
                throw call.forbidden("The token lacks the scope \(Scope.profile)")
            }
            let account = try await users.find(call)
            return account.id == own.id ? try await view(account, scopes: granted, call) : account.kiiPublicView
        }
    }

    /// Returns the error for a search by conditions, which is not supported.
    ///
    /// Callers other than administrators get the usual error for administrator operations.
    package func refuseQuery(_ call: KiiRequestContext) -> KiiWireError {
        guard call.caller.isAdministrator else { return call.forbidden("Administrator access is required") }
        return KiiWireError(
            .operationNotSupported,
            "Searching for users is not supported. Read a user by userID, LOGIN_NAME, EMAIL or PHONE."
        )
    }

    /// Updates the members in the request, and replaces all custom fields.
    package func update(
        _ request: KiiUpdateRequest,
        _ call: KiiRequestContext
    ) async throws(KiiWireError) -> KiiModificationResponse {
        let account = try await users.readableUser(call, scopes: [.account])
        var attributes: [String: JSONValue] = [:]
        let profile = KiiProfile(displayName: request.displayName, country: request.country, locale: request.locale)
        for (name, value) in try profile.attributes() { attributes[name] = value }
        // Some clients repeat unchanged identifiers.
        let update = AccountUpdate(
            username: Self.new(request.loginName, account.identifier(.username)?.spelling),
            email: Self.new(request.emailAddress, account.identifier(.email)?.value ?? account.pending(.email)?.value),
            phone: Self.new(request.phoneNumber, account.identifier(.phone)?.value ?? account.pending(.phone)?.value),
            password: request.password?.reveal(),
            attributes: attributes,
            customFields: request.customFields
        )
        if update.changesAccount { try users.checkAdministration(account, call) }
        let names = AccountIdentifier.Kind.names(
            username: request.loginName,
            email: request.emailAddress,
            phone: request.phoneNumber
        )
        let changed = try await users.run(call, on: account, names: names) { about throws(AccountError) in
            try await updater.update(account, with: update, about)
        }
        return KiiModificationResponse(modifiedAt: KiiTime(changed.updatedAt))
    }

    /// Deletes the user and all of its sessions, without a grace period: Kii's apps expect the login name to be free.
    package func delete(_ call: KiiRequestContext) async throws(KiiWireError) -> KiiEmptyResponse {
        let account = try await users.modifiableUser(call)
        try await users.run(call, on: account) { about throws(AccountError) in
            try await status.delete(account, about)
        }
        return KiiEmptyResponse()
    }

    private func view(
        _ account: Account,
        scopes: ScopeSet?,
        _ call: KiiRequestContext
    ) async throws(KiiWireError) -> KiiUserDocument {
        let fields = try await users.run(call, on: account) { about throws(AccountError) in
            try await users.finder.customFields(of: account.id, about)
        }
        return account.kiiView(fields, scopes: scopes)
    }

    private static func new(_ text: String?, _ present: String?) -> String? { text == present ? nil : text }
}

/// Registers users.
package struct KiiRegistrationHandler: Sendable {
    let registrar: AccountRegistrar
    let signedInRegistration: SignedInRegistration
    let issuer: String

    /// Registers a user, and signs the user in if requested.
    package func register(
        _ request: KiiRegistrationRequest,
        _ call: KiiRequestContext
    ) async throws(KiiWireError) -> KiiRegistrationResponse {
        let user = request.user
        // A user without identifiers can be accessed only with its tokens.
        let hasNoCredentials =
            user.password == nil && user.loginName == nil && user.emailAddress == nil && user.phoneNumber == nil
        guard user.password != nil || hasNoCredentials && request.requestsToken else {
            throw KiiWireError(.passwordMissing, call)
        }
        let vouches = user.emailAddressVerified == true || user.phoneNumberVerified == true
        guard !vouches || call.caller.isAdministrator else {
            throw call.forbidden("Administrator access is required to mark an address as verified")
        }
        let new = NewAccount(
            username: user.loginName,
            email: user.emailAddress,
            phone: user.phoneNumber,
            password: user.password?.reveal(),
            attributes: try KiiProfile(user).attributes(),
            customFields: user.customFields,
            isEmailVerified: user.emailAddressVerified == true,
            isPhoneVerified: user.phoneNumberVerified == true
        )
        let (account, tokens) = try await make(new, for: request, call)
        return KiiRegistrationResponse(
            user: account.kiiView(user.customFields, scopes: nil),
            accessToken: tokens?.response.accessToken,
            refreshToken: tokens?.response.refreshToken,
            expiresIn: tokens?.response.expiresIn.map(Int64.init),
            location: issuer + KiiAPI.root + KiiAPI.read.path(app: call.app, user: .id(account.id.rawValue))
        )
    }

    private func make(
        _ new: NewAccount,
        for request: KiiRegistrationRequest,
        _ call: KiiRequestContext
    ) async throws(KiiWireError) -> (account: Account, tokens: IssuedTokens?) {
        let about = call.about(locale: new.attributes[ClaimName.locale.rawValue]?.string)
        do {
            guard request.requestsToken else { return (try await registrar.register(new, about), nil) }
            let options = GrantOptions(format: KiiTokenFormat(), expiresAt: request.expiresAt?.date)
            let registered = try await signedInRegistration.register(new, options: options, about)
            return (registered.account, registered.tokens)
        } catch {
            let names = AccountIdentifier.Kind.names(username: new.username, email: new.email, phone: new.phone)
            throw KiiWireError(error, call, names: names)
        }
    }
}

/// Disables and enables users, for administrators.
package struct KiiStatusHandler: Sendable {
    let users: KiiUserResolver
    let status: AccountStatusEditor

    package func read(_ call: KiiRequestContext) async throws(KiiWireError) -> KiiStatusResponse {
        KiiStatusResponse(isDisabled: try await users.userVisibleToAdministrator(call).isDisabled)
    }

    package func change(
        _ request: KiiStatusRequest,
        _ call: KiiRequestContext
    ) async throws(KiiWireError) -> KiiEmptyResponse {
        let account = try await users.userModifiableByAdministrator(call)
        try await users.run(call, on: account) { about throws(AccountError) in
            try await status.setDisabled(request.isDisabled, of: account, about)
        }
        return KiiEmptyResponse()
    }
}
