/// The account of a session.
public struct SessionAccount: Sendable, Identifiable {
    /// The account as a value, as of the creation of the session's handle.
    public let info: Account

    init(_ info: Account) {
        self.info = info
    }

    /// The user's identifier at the issuer (`sub`), which never changes and is never reassigned.
    public var id: String { info.id }
    /// The user's name, if the granted scopes include it.
    public var name: String? { info.name }
    /// The user's email address, if the granted scopes include it.
    public var email: String? { info.email }
}

extension SessionAccount: CustomStringConvertible, CustomReflectable {
    /// The identifier, without name and address.
    public var description: String { "SessionAccount(\(id))" }

    /// The mirror for `dump(_:)`, with the same values as ``description``.
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}
