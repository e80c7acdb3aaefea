/// Everything that the server stores about a user, in one document.
///
/// Secrets and keys are not included: the server stores them sealed or hashed.
public struct AccountExport: Codable, Sendable, Hashable {
    /// The issuer of the account.
    public var issuer: String
    /// The time of the export.
    public var exportedAt: Timestamp
    /// The account.
    public var account: ExportedAccount
    /// The ways to sign in.
    public var signInMethods: [SignInMethodDetails]
    /// The passkeys and authenticator apps, without keys and secrets.
    public var credentials: AccountCredentials
    /// The sessions that have not ended.
    public var sessions: [ExportedSession]
    /// The apps that the user has allowed to use the account.
    public var consents: [ExportedConsent]
    /// The data that apps store with the account.
    public var appData: [ExportedAppData]
    /// The browsers in which the user has signed in.
    public var browsers: [ExportedBrowser]
    /// The user's entries in the audit log, newest first.
    public var activity: [AccountActivity]

    /// Creates an export.
    package init(
        issuer: String,
        exportedAt: Timestamp,
        account: ExportedAccount,
        signInMethods: [SignInMethodDetails],
        credentials: AccountCredentials,
        sessions: [ExportedSession],
        consents: [ExportedConsent],
        appData: [ExportedAppData],
        browsers: [ExportedBrowser],
        activity: [AccountActivity]
    ) {
        self.issuer = issuer
        self.exportedAt = exportedAt
        self.account = account
        self.signInMethods = signInMethods
        self.credentials = credentials
        self.sessions = sessions
        self.consents = consents
        self.appData = appData
        self.browsers = browsers
        self.activity = activity
    }

    enum CodingKeys: String, CodingKey {
        case issuer
        case exportedAt = "exported_at"
        case account
        case signInMethods = "sign_in_methods"
        case credentials, sessions, consents
        case appData = "app_data"
        case browsers, activity
    }
}

extension AccountExport: DescribedJSON {
    package static let schema = SchemaDescription(
        "AccountExport",
        """
        Everything that the server stores about the user, except for secrets, keys, their hashes and requests in \
        progress, which are deleted within hours.
        """,
        members: [
            CodingKeys.issuer: .init("The issuer of the account.", example: "https://login.example.com"),
            .exportedAt: "The time of the export.",
            .account: "The account.",
            .signInMethods: "The ways to sign in.",
            .credentials: "The passkeys and authenticator apps, without keys and secrets.",
            .sessions: "The sessions that have not ended.",
            .consents: "The apps that the user has allowed to use the account.",
            .appData: "The data that apps store with the account.",
            .browsers: "The browsers in which the user has signed in.",
            .activity: "The user's entries in the audit log, newest first.",
        ]
    )
}

/// The account in an export, with attributes that the operator hides otherwise.
public struct ExportedAccount: Codable, Sendable, Hashable {
    /// The `sub` claim of the user's tokens.
    public var subject: String
    /// The time at which the account was created.
    public var createdAt: Timestamp
    /// The time of the last change.
    public var updatedAt: Timestamp
    /// The name by which the user signs in, if the account has one.
    public var username: String?
    /// The verified addresses.
    public var addresses: [AccountAddress]
    /// The addresses that wait for their code.
    public var pendingAddresses: [PendingAccountAddress]
    /// All attributes by name.
    public var attributes: [String: JSONValue]
    /// The identifier of the app that registered the account without a page of the server.
    public var registeredBy: String?
    /// The time at which an operator disabled the account.
    public var disabledAt: Timestamp?
    /// The time at which the account is deleted, if the user has requested it.
    public var deletionDueAt: Timestamp?

    /// Creates the account of an export.
    package init(
        subject: String,
        createdAt: Timestamp,
        updatedAt: Timestamp,
        username: String? = nil,
        addresses: [AccountAddress] = [],
        pendingAddresses: [PendingAccountAddress] = [],
        attributes: [String: JSONValue] = [:],
        registeredBy: String? = nil,
        disabledAt: Timestamp? = nil,
        deletionDueAt: Timestamp? = nil
    ) {
        self.subject = subject
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.username = username
        self.addresses = addresses
        self.pendingAddresses = pendingAddresses
        self.attributes = attributes
        self.registeredBy = registeredBy
        self.disabledAt = disabledAt
        self.deletionDueAt = deletionDueAt
    }

    enum CodingKeys: String, CodingKey {
        case subject = "sub"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case username, addresses
        case pendingAddresses = "pending_addresses"
        case attributes
        case registeredBy = "registered_by"
        case disabledAt = "disabled_at"
        case deletionDueAt = "deletion_due_at"
    }
}

extension ExportedAccount: DescribedJSON {
    package static let schema = SchemaDescription(
        "ExportedAccount",
        "The account, with attributes that the operator hides otherwise.",
        members: [
            CodingKeys.subject: "The `sub` claim of the user's tokens.",
            .createdAt: "The time at which the account was created.",
            .updatedAt: "The time of the last change.",
            .username: "The name by which the user signs in, if the account has one.",
            .addresses: "The verified addresses.",
            .pendingAddresses: "The addresses that wait for their code.",
            .attributes: "All attributes by name.",
            .registeredBy: "The identifier of the app that registered the account without a page of the server.",
            .disabledAt: "The time at which an operator disabled the account.",
            .deletionDueAt: "The time at which the account is deleted, if the user has requested it.",
        ]
    )
}
