import Foundation
package import GatehouseStore
import GatehouseWire

/// Converts accounts to the types of the account API.
package struct AccountProjection: Sendable {
    let policy: AttributePolicy
    let masterKey: MasterKey

    /// Returns the account without hidden attributes, and with its subject identifier at a client.
    ///
    /// The results are equal for equal accounts.
    func details(of account: Account, for client: Client) -> AccountDetails {
        let editable = policy.form(for: account).map { attribute in
            AccountAttribute(
                name: ClaimName(rawValue: attribute.name),
                value: account.attributes[attribute.name],
                isEditable: true
            )
        }
        let shown = policy.shown(of: account).map { name, value in
            AccountAttribute(name: ClaimName(rawValue: name), value: value, isEditable: false)
        }
        return AccountDetails(
            subject: subject(of: account, for: client),
            createdAt: Timestamp(account.createdAt),
            updatedAt: Timestamp(account.updatedAt),
            username: account.identifier(.username)?.spelling,
            language: account.language?.rawValue,
            attributes: editable + shown,
            addresses: addresses(of: account)
        )
    }

    /// Returns the subject identifier of an account at a client.
    func subject(of account: Account, for client: Client) -> String {
        SubjectIdentifiers(masterKey: masterKey).subject(of: account.id, for: client)
    }

    /// Returns the addresses by which the user signs in, the primary one of each kind first.
    func addresses(of account: Account) -> [AccountAddress] {
        account.identifiers.compactMap { address in
            guard let kind = AccountAddressKind(address.kind) else { return nil }
            return AccountAddress(
                id: id(of: LoginIdentifier(address), account.id),
                kind: kind,
                value: address.value,
                isPrimary: account.identifier(address.kind) == address,
                isVerified: address.verifiedAt != nil,
                verifiedAt: address.verifiedAt.map { Timestamp($0) }
            )
        }
    }

    /// Returns a pending address with the state of its code.
    func pending(_ address: PendingAddress, code: PendingCode?, _ account: Account) -> PendingAccountAddress? {
        guard let kind = AccountAddressKind(address.kind) else { return nil }
        return PendingAccountAddress(
            id: id(of: LoginIdentifier(address), account.id),
            kind: kind,
            value: address.value,
            codeLength: code?.length,
            expiresAt: code.map { Timestamp($0.expiresAt) },
            resendAfter: code?.resendAfter.map { Timestamp($0) }
        )
    }

    /// Returns the identifier of an address, which does not disclose it in URLs and logs.
    package func id(of address: LoginIdentifier, _ account: Account.ID) -> String {
        masterKey.fingerprint(.accountAddresses, account.rawValue, address.kind.rawValue, address.value)
    }

    /// Returns a way to sign in.
    func method(_ method: SignInMethod, _ account: Account.ID) -> SignInMethodDetails {
        let address = method.address.map { LoginIdentifier($0) }
        let factor = method.factor.rawValue
        return SignInMethodDetails(
            id: address.map { "\(factor)-\(id(of: $0, account))" } ?? factor,
            kind: method.isPassword
                ? .password : method.factor == CodeFactor.name ? .emailCode : SignInMethodKind(rawValue: factor),
            address: address?.value,
            addedAt: method.addedAt.map { Timestamp($0) },
            lastUsedAt: method.lastUsedAt.map { Timestamp($0) },
            canBeRemoved: method.canBeRemoved
        )
    }

    /// Returns the credentials of an account, and the state of its second factor.
    func credentials(_ credentials: [Credential], of account: Account) -> AccountCredentials {
        AccountCredentials(
            items: credentials.compactMap(credential),
            requiresSecondFactor: account.requiresSecondFactor,
            remainingRecoveryCodes: credentials.remainingRecoveryCodes
        )
    }

    /// Returns a passkey or authenticator app; `nil` for recovery codes.
    func credential(_ credential: Credential) -> CredentialDetails? {
        guard let kind = CredentialKind(credential.factor) else { return nil }
        return CredentialDetails(
            id: credential.id.rawValue,
            kind: kind,
            name: credential.name,
            createdAt: Timestamp(credential.createdAt),
            lastUsedAt: credential.lastUsedAt.map { Timestamp($0) }
        )
    }

    /// Returns a session, with the name of its app.
    func session(_ session: AccountSession, clientName: String?) -> SessionDetails {
        SessionDetails(
            id: session.id.text,
            kind: session.clientID == nil ? .browser : .app,
            clientID: session.clientID?.rawValue,
            clientName: clientName,
            userAgent: session.device.userAgent,
            networkAddress: session.device.address,
            createdAt: Timestamp(session.createdAt),
            lastUsedAt: Timestamp(session.lastUsedAt),
            isCurrent: session.isCurrent
        )
    }

    func app(_ app: AuthorizedApp, texts: ScopeTexts) -> AccountApp {
        AccountApp(
            clientID: app.client.id.rawValue,
            name: app.client.name,
            scopes: app.scopes.scopes,
            permissions: app.scopes.compactMap { scope in
                texts.text(for: scope).map {
                    AccountPermission(scope: scope, text: $0, api: texts.resourceName(of: scope))
                }
            },
            since: Timestamp(app.since),
            lastUsedAt: app.lastUsedAt.map { Timestamp($0) },
            isFirstParty: app.client.skipsConsent
        )
    }

    func activity(_ entry: ActivityEntry) -> AccountActivity {
        AccountActivity(
            id: entry.event.id.rawValue,
            at: Timestamp(entry.event.at),
            kind: entry.event.kind.rawValue,
            clientID: entry.event.clientID?.rawValue,
            clientName: entry.clientName,
            networkAddress: entry.event.address,
            sessionID: entry.event.sessionID.map { AccountSession.ID.app($0).text },
            requestID: entry.event.requestID,
            detail: entry.event.detail
        )
    }
}

extension AccountAddressKind {
    /// Creates the kind of an identifier; `nil` for usernames, which are not addresses.
    init?(_ kind: AccountIdentifier.Kind) {
        switch kind {
        case .email: self = .email
        case .phone: self = .phone
        case .username: return nil
        }
    }

    var identifierKind: AccountIdentifier.Kind {
        switch self {
        case .email: .email
        case .phone: .phone
        }
    }
}

extension CredentialKind {
    private static let factors: [CredentialKind: FactorName] = [
        .passkey: .passkey, .authenticatorApp: .authenticatorApp,
    ]

    /// Creates the kind of a credential; `nil` for recovery codes.
    init?(_ factor: FactorName) {
        guard let kind = Self.factors.first(where: { $0.value == factor })?.key else { return nil }
        self = kind
    }

    /// The factor of the credential; `nil` for an unknown kind.
    var factor: FactorName? { Self.factors[self] }
}
