package import GatehouseStore
package import GatehouseWire

/// The purpose of a flow.
package enum FlowPurpose: Sendable, Equatable, Codable {
    /// The response to an authorization request.
    case authorization(ValidatedAuthorizationRequest)
    /// The approval or denial of a device.
    case device(DeviceApprovalRequest)
    /// A sign-in to the account pages of this server.
    case accountPage(AccountPageRequest)
    /// Tokens for a native app.
    case native(NativeFlowRequest)
    /// An account operation authorized by a code.
    case address(AccountCodeRequest)

    /// The client of the flow.
    package var clientID: Client.ID {
        switch self {
        case .authorization(let intent): intent.clientID
        case .device(let intent): intent.clientID
        case .accountPage: Client.accountPagesID
        case .native(let intent): intent.clientID
        case .address(let intent): intent.clientID
        }
    }

    /// The scopes to consent to; empty for native apps, which skip consent.
    package var scopes: ScopeSet {
        switch self {
        case .authorization(let intent): intent.scopes
        case .device(let intent): intent.scopes
        case .accountPage, .native, .address: []
        }
    }

    /// The authentication that the client requests.
    var authentication: AuthenticationRequirement {
        switch self {
        case .authorization(let intent): intent.authentication
        case .accountPage(let intent): intent.authentication
        case .native(let intent): intent.authorization?.authentication ?? AuthenticationRequirement()
        case .device, .address: AuthenticationRequirement()
        }
    }

    /// Whether a signed-in user proves their identity again for a change of the account.
    var isReproof: Bool {
        if case .accountPage(let intent) = self { intent.isReproof } else { false }
    }

    /// Whether the flow belongs to a native app, without a browser.
    var isNative: Bool {
        if case .native = self { true } else { false }
    }

    /// Returns whether a native app supports a step; never for other flows.
    func supports(_ capability: NativeCapabilities) -> Bool {
        guard case .native(let intent) = self else { return false }
        return intent.capabilities?.contains(capability) ?? false
    }

    /// The protocol of a native flow that ends with an authorization code; `nil` for other flows.
    var nativeProtocol: WireProtocol? {
        if case .native(let intent) = self { intent.authorization?.wireProtocol } else { nil }
    }

    /// The thumbprint of the key that the requests of a native flow must prove; `nil` for other flows.
    var nativeKeyThumbprint: String? {
        if case .native(let intent) = self { intent.authorization?.keyThumbprint } else { nil }
    }

    /// The account that verifies a pending address; `nil` for other flows.
    var claimant: Account.ID? {
        guard case .address(let intent) = self, intent.use == .verify else { return nil }
        return intent.accountID
    }

    /// The client's redirect URI; `nil` if the flow ends on a page of this server.
    package var redirectURI: RedirectURI? {
        switch self {
        case .authorization(let intent): intent.redirectURI
        case .device, .accountPage, .native, .address: nil
        }
    }

    /// The requested resources of an authorization request; empty for other purposes.
    package var resources: [Resource.ID] {
        if case .authorization(let intent) = self { intent.resources ?? [] } else { [] }
    }
}

extension Client {
    /// Returns the claims that a request names beyond its scopes, in alphabetical order.
    ///
    /// Excludes claims that no registered scope of the client covers; the consent page does not show them.
    package func claimsBeyondScopes(of purpose: FlowPurpose) -> [ClaimName] {
        guard case .authorization(let intent) = purpose, let claims = intent.claims else { return [] }
        return Set(claims.userInfo.keys).union(claims.idToken.keys)
            .intersection(self.claims(coveredBy: scopes)).subtracting(self.claims(coveredBy: intent.scopes))
            .subtracting([.subject]).sorted { $0.rawValue < $1.rawValue }
    }
}

/// A device authorization that a user decides on (RFC 8628 §3.3).
package struct DeviceApprovalRequest: Sendable, Equatable, Codable {
    package let deviceID: DeviceAuthorization.ID
    package let clientID: Client.ID
    package let scopes: ScopeSet
    /// The code as entered, for comparison with the code on the device.
    package let userCode: String

    package init(_ device: DeviceAuthorization) {
        deviceID = device.id
        clientID = device.clientID
        scopes = device.scopes
        userCode = device.userCode
    }
}

/// A sign-in that returns to a page of the account.
package struct AccountPageRequest: Sendable, Equatable, Codable {
    /// The path of the account pages below the issuer.
    package static let root = "/account"

    /// The path below the issuer.
    package let path: String
    package let authentication: AuthenticationRequirement

    /// Creates a request; `nil` for a path outside the account pages, to which the browser must not be redirected.
    package init?(returningTo path: String, requiring authentication: AuthenticationRequirement) {
        guard path == Self.root || path.hasPrefix(Self.root + "/") || path.hasPrefix(Self.root + "?") else {
            return nil
        }
        self.path = path
        self.authentication = authentication
    }
}

/// A flow started by a native app.
package struct NativeFlowRequest: Sendable, Equatable, Codable {
    /// The kind of a native flow.
    package enum Flow: String, Sendable, Codable, CaseIterable {
        case signUp, signIn, reset
    }

    package let clientID: Client.ID
    package let flow: Flow
    /// The steps that the app supports beyond codes and passwords; `nil` for none.
    package var capabilities: NativeCapabilities?
    /// The authorization request that an authorization code answers; `nil` if the app redeems the flow for tokens.
    package var authorization: NativeAuthorizationRequest?
}

/// The authorization request of a native app, which has no redirect URI.
package struct NativeAuthorizationRequest: Sendable, Equatable, Codable {
    /// The protocol in which the flow was started; it continues in no other one, whose rules differ.
    package let wireProtocol: WireProtocol
    /// The requested scopes; empty for all registered scopes of the client.
    package let scopes: ScopeSet
    /// The requested resources; `nil` for none.
    package let resources: [Resource.ID]?
    package let nonce: String?
    package let codeChallenge: CodeChallenge?
    package let authentication: AuthenticationRequirement
    /// The `claims` parameter.
    package let claims: ClaimsRequest?
    /// The thumbprint of the key that the requests of the flow prove, and that the code is bound to; `nil` for none.
    package let keyThumbprint: String?

    package init(
        _ wireProtocol: WireProtocol,
        scopes: ScopeSet,
        resources: [Resource.ID] = [],
        nonce: String? = nil,
        codeChallenge: CodeChallenge? = nil,
        authentication: AuthenticationRequirement = AuthenticationRequirement(),
        claims: ClaimsRequest? = nil,
        keyThumbprint: String? = nil
    ) {
        self.wireProtocol = wireProtocol
        self.scopes = scopes
        self.resources = resources.isEmpty ? nil : resources
        self.nonce = nonce
        self.codeChallenge = codeChallenge
        self.authentication = authentication
        self.claims = claims
        self.keyThumbprint = keyThumbprint
    }
}

/// The steps that a native app supports beyond codes and passwords.
package struct NativeCapabilities: OptionSet, Sendable, Hashable, Codable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The proof of a second factor.
    package static let secondFactor = NativeCapabilities(rawValue: 1 << 0)
    /// The enrolment of a credential as a second factor.
    package static let enrolment = NativeCapabilities(rawValue: 1 << 1)
    /// The enrolment of an address as a second factor.
    package static let addressEnrolment = NativeCapabilities(rawValue: 1 << 2)
}

/// An account operation authorized by a code alone, without a browser or continuation token.
package struct AccountCodeRequest: Sendable, Equatable, Codable {
    /// The purpose of the code.
    package enum Use: String, Sendable, Codable {
        /// Verifies a pending address.
        case verify
        /// Sets a new password.
        case reset
        /// Ends all sessions and begins a reset.
        case secure
        /// Restores addresses and ends all sessions.
        case undo
        /// Cancels the reset of the factors.
        case keepFactors

        /// Whether it applies to an account whose deletion is requested: the request may be an attack.
        var isAllowedDuringDeletion: Bool { self == .secure || self == .undo }
    }

    package let clientID: Client.ID
    /// The account; `nil` for the recovery of an unknown identifier.
    package let accountID: Account.ID?
    package let use: Use
    /// The email addresses and phone numbers to restore, for ``Use/undo``.
    package let restorable: [AccountIdentifier]?
    /// The credentials to remove, for ``Use/secure`` and ``Use/undo``.
    package let credentials: [Credential.ID]?
    /// The addresses to remove, for ``Use/secure``.
    package let addresses: [LoginIdentifier]?
    /// Whether sign-ins required a second factor before the change, for ``Use/secure`` and ``Use/undo``.
    package let requiredSecondFactor: Bool?

    package init(
        clientID: Client.ID,
        accountID: Account.ID?,
        use: Use,
        restorable: [AccountIdentifier]? = nil,
        reverting additions: NoticedAdditions? = nil
    ) {
        self.clientID = clientID
        self.accountID = accountID
        self.use = use
        self.restorable = restorable
        credentials = additions?.credentials.map(\.id)
        addresses = additions?.addresses
        requiredSecondFactor = additions?.requiredSecondFactor
    }
}
