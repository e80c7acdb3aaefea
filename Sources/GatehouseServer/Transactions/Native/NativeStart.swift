package import GatehouseWire

/// What an app says when it begins a flow.
package struct NativeStart: Sendable {
    package let flow: NativeIntent.Flow
    /// The e-mail address as typed; for a sign-in, any name of an account.
    package let email: String
    /// For a sign-up: the password, if the person has chosen one already.
    package let password: String?
    /// For a sign-up: what is known of the person already, by attribute name.
    package let attributes: [String: JSONValue]
    package let accepts: NativeChallenges

    package init(
        flow: NativeIntent.Flow,
        email: String,
        password: String? = nil,
        attributes: [String: JSONValue] = [:],
        accepts: NativeChallenges = [.code, .password]
    ) {
        self.flow = flow
        self.email = email
        self.password = password
        self.attributes = attributes
        self.accepts = accepts
    }
}
