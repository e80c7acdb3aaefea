import Gatehouse

/// What the command line shows of an account that is signed in here.
struct AccountSummary: Sendable, Encodable {
    let id: String
    let name: String?
    let email: String?
    let current: Bool

    init(_ account: Account, isCurrent: Bool) {
        id = account.id
        name = account.name
        email = account.email
        current = isCurrent
    }

    /// The shortest text that a person knows it by.
    var label: String { email ?? name ?? id }
}
