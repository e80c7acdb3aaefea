import Gatehouse

/// The account as it was last fetched.
struct AccountContent: Sendable, Hashable {
    var details: AccountDetails
    var addresses: AccountAddresses
    var methods: [SignInMethodDetails]
    var credentials: AccountCredentials
    var sessions: [SessionDetails]
    var apps: [AccountApp]

    /// The password among the ways to sign in; `nil` if there is none.
    var password: SignInMethodDetails? { methods.first { $0.kind == .password } }

    /// Whether the user can turn the second factor on.
    var hasSecondFactor: Bool { !credentials.items.isEmpty }
}

/// A part of the account view.
struct AccountSection: Sendable, Hashable, Identifiable {
    enum ID: Sendable, Hashable {
        case details, addresses, security, sessions, apps, end
    }

    let id: ID
    var title: String?
    var rows: [AccountRow] = []
    var buttons: [ScreenButton<AccountModel.Action>] = []
}

/// A row of the account view, with the actions on it.
struct AccountRow: Sendable, Hashable, Identifiable {
    let id: String
    var title: String
    var detail: String?
    var buttons: [ScreenButton<AccountModel.Action>] = []
}
