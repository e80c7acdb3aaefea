import GatehouseStore
package import GatehouseWire

/// Registers users.
package struct KiiRegistrationHandler: Sendable {
    let users: KiiUsers
    let issuer: String

    /// Registers a user, signed in with it where that is asked for.
    package func register(
        _ request: KiiRegistrationRequest,
        _ call: KiiCall
    ) async throws(KiiError) -> KiiRegistrationResponse {
        let user = request.user
        // Only whoever is signed in with it could ever come back to a user without a name.
        let isPseudo =
            user.password == nil && user.loginName == nil && user.emailAddress == nil && user.phoneNumber == nil
        guard user.password != nil || isPseudo && request.wantsToken else {
            throw KiiError(.passwordMissing, call)
        }
        let vouches = user.emailAddressVerified == true || user.phoneNumberVerified == true
        guard !vouches || call.caller.isAdministrator else {
            throw call.forbidden("Only an administrator can say that an address is verified")
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
        let (account, tokens) = try await make(new, request, call)
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
        _ request: KiiRegistrationRequest,
        _ call: KiiCall
    ) async throws(KiiError) -> (account: Account, tokens: GrantedTokens?) {
        let about = call.about(locale: new.attributes[ClaimName.locale.rawValue]?.string)
        do {
            guard request.wantsToken else { return (try await users.accounts.register(new, about), nil) }
            let made = try await users.accounts.registerAndSignIn(new, expiresAt: request.expiresAt?.date, about)
            return (made.account, made.tokens)
        } catch {
            let names = AccountIdentifier.Kind.names(new.username, new.email, new.phone)
            throw KiiError(error, call, names: names)
        }
    }
}
