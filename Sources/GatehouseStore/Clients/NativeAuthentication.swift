/// How an app signs people in on pages of its own, without a browser.
package struct NativeAuthentication: Sendable, Equatable, Codable {
    /// How people of the app prove who they are.
    package enum Method: String, Sendable, Codable, CaseIterable {
        /// A code mailed to them each time.
        case code
        /// A password, which they choose at sign-up.
        case password
    }

    package var method: Method
    /// Whether the app is told at once whether an address has an account.
    ///
    /// Anybody can then find out who is a member.
    package var revealsAccounts: Bool
    /// The web origins whose pages may call (`https://app.example.com`); `*` is any.
    package var origins: [String]

    package init(method: Method, revealsAccounts: Bool = false, origins: [String] = []) {
        self.method = method
        self.revealsAccounts = revealsAccounts
        self.origins = origins
    }
}
