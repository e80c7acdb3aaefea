package import Foundation
package import GatehouseWire

/// A registered client (RFC 6749 §2; members named as in RFC 7591 §2).
package struct Client: Sendable, Equatable, Codable {
    package typealias ID = TypedID<Client>

    package let id: ID
    package var name: String
    package var logoURI: String?
    package var termsOfServiceURI: String?
    package var policyURI: String?
    /// The SHA-256 hash of the client secret in base64url; `nil` for public clients.
    ///
    /// Secrets are 256 random bits, so a fast hash suffices.
    package var secretHash: String?
    /// The replaced secrets, oldest first, each of which is valid until it expires.
    package var previousSecrets: [PreviousSecret]
    package var tokenEndpointAuthMethod: ClientAuthenticationMethod
    /// The redirect URIs, compared byte for byte except for the port of a loopback address.
    package var redirectURIs: [String]
    package var postLogoutRedirectURIs: [String]
    package var grantTypes: [GrantType]
    /// The scopes that the client may request.
    package var scopes: ScopeSet
    /// Whether authorization requests without a PKCE challenge are rejected (RFC 7636); always `true` for public
    /// clients.
    package var requiresPKCE: Bool
    /// Whether a token request may omit the redirect URI of the authorization request, against RFC 6749 §4.1.3.
    package var mayOmitRedirectURI: Bool
    package var idTokenAlgorithm: SigningAlgorithm
    /// Whether the client is first-party: the consent page is shown only for `prompt=consent`.
    package var skipsConsent: Bool
    /// The attributes of the sign-up form, in order.
    package var attributes: [ClientAttribute]
    /// The settings of native authentication; `nil` if the client only uses the server's pages.
    package var native: NativeAuthenticationSettings?
    /// The settings of an app whose users sign in on its own pages; `nil` for all others.
    package var passwordApp: PasswordAppSettings?
    /// The rule for accepting replaced refresh tokens.
    package var refreshRecovery: RefreshRecovery
    /// The members about the user that introspection returns to this client, for tokens of all clients (RFC 7662 §2.2).
    package var introspects: [IntrospectionMember]
    /// The domain that SMS codes are bound to (`@example.com #123456`); `nil` for the host of the issuer.
    package var codeDomain: String?
    /// The demand for a second factor; `nil` for the server's.
    package var secondFactor: SecondFactorDemand?
    /// The mobile apps of the client, which may use its passkeys and links.
    package var mobileApps: MobileApps?
    /// The public keys of the client; `nil` if it has none.
    package var keys: PublishedKeys?
    /// The client secret, sealed under the server's key file with the client identifier as associated data, if the
    /// client signs assertions with it (`client_secret_jwt`).
    package var sealedSecret: Data?
    package var security: ClientSecurity
    package var authenticationDefaults: AuthenticationDefaults?
    /// The host whose clients receive the same pairwise subject identifiers (OpenID Connect Core §8.1); `nil` for
    /// public ones.
    package var sectorIdentifier: String?
    package var backChannelLogout: BackChannelLogout?
    /// The resource of access tokens whose request names none; `nil` for the issuer.
    package var defaultResource: Resource.ID?
    package var tokenExchange: TokenExchangePolicy?
    /// The origin of the client; `nil` if an operator registered it.
    package var origin: ClientOrigin?
    /// Whether the client was registered by a server in development mode; other servers reject it.
    package var isForDevelopment: Bool
    /// The revision, which grows by one with every change of the client.
    package var revision: Int
    package let createdAt: Date
    /// The time of its deletion, from which no server serves it while its records are deleted; `nil` for all others.
    package var deletedAt: Date?

    package init(
        id: ID,
        name: String,
        logoURI: String? = nil,
        termsOfServiceURI: String? = nil,
        policyURI: String? = nil,
        secretHash: String?,
        previousSecrets: [PreviousSecret] = [],
        tokenEndpointAuthMethod: ClientAuthenticationMethod,
        redirectURIs: [String],
        postLogoutRedirectURIs: [String] = [],
        grantTypes: [GrantType],
        scopes: ScopeSet,
        requiresPKCE: Bool,
        mayOmitRedirectURI: Bool = false,
        idTokenAlgorithm: SigningAlgorithm,
        skipsConsent: Bool = false,
        attributes: [ClientAttribute] = [],
        native: NativeAuthenticationSettings? = nil,
        passwordApp: PasswordAppSettings? = nil,
        refreshRecovery: RefreshRecovery = .immediate,
        introspects: [IntrospectionMember] = [],
        codeDomain: String? = nil,
        secondFactor: SecondFactorDemand? = nil,
        mobileApps: MobileApps? = nil,
        keys: PublishedKeys? = nil,
        sealedSecret: Data? = nil,
        security: ClientSecurity = ClientSecurity(),
        authenticationDefaults: AuthenticationDefaults? = nil,
        sectorIdentifier: String? = nil,
        backChannelLogout: BackChannelLogout? = nil,
        defaultResource: Resource.ID? = nil,
        tokenExchange: TokenExchangePolicy? = nil,
        origin: ClientOrigin? = nil,
        isForDevelopment: Bool = false,
        revision: Int = 1,
        createdAt: Date
    ) {
        self.id = id
        self.name = name
        self.logoURI = logoURI
        self.termsOfServiceURI = termsOfServiceURI
        self.policyURI = policyURI
        self.secretHash = secretHash
        self.previousSecrets = previousSecrets
        self.tokenEndpointAuthMethod = tokenEndpointAuthMethod
        self.redirectURIs = redirectURIs
        self.postLogoutRedirectURIs = postLogoutRedirectURIs
        self.grantTypes = grantTypes
        self.scopes = scopes
        self.requiresPKCE = requiresPKCE
        self.mayOmitRedirectURI = mayOmitRedirectURI
        self.idTokenAlgorithm = idTokenAlgorithm
        self.skipsConsent = skipsConsent
        self.attributes = attributes
        self.native = native
        self.passwordApp = passwordApp
        self.refreshRecovery = refreshRecovery
        self.introspects = introspects
        self.codeDomain = codeDomain
        self.secondFactor = secondFactor
        self.mobileApps = mobileApps
        self.keys = keys
        self.sealedSecret = sealedSecret
        self.security = security
        self.authenticationDefaults = authenticationDefaults
        self.sectorIdentifier = sectorIdentifier
        self.backChannelLogout = backChannelLogout
        self.defaultResource = defaultResource
        self.tokenExchange = tokenExchange
        self.origin = origin
        self.isForDevelopment = isForDevelopment
        self.revision = revision
        self.createdAt = createdAt.flooredToMilliseconds
    }
}

/// The demand of a server or client that sign-ins prove a second factor.
package enum SecondFactorDemand: String, Sendable, Codable, CaseIterable {
    /// None, unless an authorization request demands it.
    case off
    /// From users who have enrolled one.
    case whenEnrolled = "when-enrolled"
    /// From all users; a user without one enrols it during the sign-in.
    case required
}

/// The mobile apps of a client, for the association files that the issuer's host serves.
package struct MobileApps: Sendable, Equatable, Codable {
    /// An Android app.
    package struct AndroidApp: Sendable, Equatable, Codable {
        package var packageName: String
        /// The SHA-256 fingerprints of its signing certificates, in upper-case hexadecimal with colons.
        package var fingerprints: [String]

        package init(packageName: String, fingerprints: [String]) {
            self.packageName = packageName
            self.fingerprints = fingerprints
        }
    }

    /// The identifiers of apps on Apple platforms: the team ID, a period, and the bundle ID.
    package var appleAppIDs: [String]
    package var androidApps: [AndroidApp]

    package init(appleAppIDs: [String] = [], androidApps: [AndroidApp] = []) {
        self.appleAppIDs = appleAppIDs
        self.androidApps = androidApps
    }
}

/// A replaced client secret that stays valid for a while, so that clients can change over without downtime.
package struct PreviousSecret: Sendable, Equatable, Codable {
    /// The SHA-256 hash of the secret in base64url.
    package var hash: String
    package var expiresAt: Date

    package init(hash: String, expiresAt: Date) {
        self.hash = hash
        self.expiresAt = expiresAt.flooredToMilliseconds
    }
}

/// An attribute that users enter at sign-up.
package struct ClientAttribute: Sendable, Equatable, Codable {
    /// An input type of an attribute.
    package enum Kind: String, Sendable, Codable, CaseIterable {
        case text, email, number, date, boolean, choice
    }

    /// The attribute's name in the account and, where it is a standard claim, in tokens (`given_name`, `birthdate`, …).
    package var name: String
    /// The label of the form field; `nil` for the pages' own label of a standard claim.
    package var label: String?
    package var kind: Kind
    package var isRequired: Bool
    /// A regular expression that the whole text must match; only features with linear running time are allowed.
    package var pattern: String?
    /// The values of a `choice`.
    package var options: [String]
    /// The page of the form, from 1.
    package var page: Int

    package init(
        name: String,
        label: String? = nil,
        kind: Kind = .text,
        isRequired: Bool = false,
        pattern: String? = nil,
        options: [String] = [],
        page: Int = 1
    ) {
        self.name = name
        self.label = label
        self.kind = kind
        self.isRequired = isRequired
        self.pattern = pattern
        self.options = options
        self.page = page
    }
}

/// The settings of an app that signs users in on its own pages, without a browser.
package struct NativeAuthenticationSettings: Sendable, Equatable, Codable {
    /// A method of authentication.
    package enum Method: String, Sendable, Codable, CaseIterable {
        /// An emailed one-time code.
        case code
        /// A password, chosen at sign-up.
        case password
    }

    package var method: Method
    /// Whether the app learns immediately if an address has an account.
    ///
    /// This discloses which addresses have accounts.
    package var disclosesAccounts: Bool
    /// The web origins that may call the API (`https://app.example.com`); `*` allows all.
    package var origins: [String]

    package init(method: Method, disclosesAccounts: Bool = false, origins: [String] = []) {
        self.method = method
        self.disclosesAccounts = disclosesAccounts
        self.origins = origins
    }
}

/// The settings of an app in which users sign in with a password on the app's own pages.
package struct PasswordAppSettings: Sendable, Equatable, Codable {
    /// The SHA-256 hash of the app key in base64url.
    ///
    /// The key is part of every copy of the app, so it grants no access by itself.
    package var keyHash: String
    /// The SHA-256 hash of the app's administrator secret in base64url; `nil` if there is none.
    package var adminSecretHash: String?
    /// The default and maximum lifetime of access tokens in seconds.
    package var tokenLifetime: TimeInterval
    /// The other clients whose tokens the app accepts.
    package var accepts: [Client.ID]
    /// Whether the app learns immediately if an address has an account.
    ///
    /// This discloses which addresses have accounts.
    package var disclosesAccounts: Bool

    package init(
        keyHash: String,
        adminSecretHash: String? = nil,
        tokenLifetime: TimeInterval,
        accepts: [Client.ID] = [],
        disclosesAccounts: Bool = false
    ) {
        self.keyHash = keyHash
        self.adminSecretHash = adminSecretHash
        self.tokenLifetime = tokenLifetime
        self.accepts = accepts
        self.disclosesAccounts = disclosesAccounts
    }
}

/// The rule for accepting replaced refresh tokens (RFC 9700 §4.14.2).
package enum RefreshRecovery: String, Sendable, Codable, CaseIterable {
    /// Accepts the previous token for a short time after its replacement.
    case immediate
    /// Accepts the previous token at any time: the client journals each refresh before sending it, and repeats it after
    /// a crash.
    case journalled
}

/// A member about the user that introspection returns to registered clients.
package enum IntrospectionMember: String, Sendable, Codable, CaseIterable {
    /// A name that identifies the user at sign-in (RFC 7662 §2.2).
    case username
    case email
}

/// The number of records that depend on a client.
package struct ClientUsage: Sendable, Equatable {
    /// The number of active sessions.
    package let sessions: Int
    package let consents: Int
    /// The number of accounts for which the client stores custom fields.
    package let customFields: Int
    /// The number of accounts registered through the client; they remain when it is deleted.
    package let accounts: Int

    package init(sessions: Int, consents: Int, customFields: Int, accounts: Int) {
        self.sessions = sessions
        self.consents = consents
        self.customFields = customFields
        self.accounts = accounts
    }
}

/// Reads clients.
package protocol ClientReader: Sendable {
    func client(_ id: Client.ID) async throws(StoreError) -> Client?
    /// Returns up to `limit` clients, in order of creation, that were created after the given one.
    func clients(after: Client.ID?, limit: Int) async throws(StoreError) -> [Client]
    /// Returns the clients with mobile apps, in order of creation.
    func clientsWithMobileApps() async throws(StoreError) -> [Client]
    /// Counts the records that depend on a client.
    ///
    /// - Parameters:
    ///   - id: The client.
    ///   - now: The current time; only sessions active at this time are counted.
    /// - Returns: The numbers; all are zero for a client that does not exist.
    /// - Throws: ``StoreError/unavailable(_:)``.
    func usage(of id: Client.ID, at now: Date) async throws(StoreError) -> ClientUsage
}
