import LoginWithAmazon

/// The screen of the sample code, in place of views.
final class Screen {
    /// The content of the screen.
    enum Content: Sendable, Hashable {
        case signInButton
        case user(id: String?, name: String?, email: String?, postalCode: String?)
        case signedIn
        case signedOut
        case alert(String)
        /// For an app whose server redeems the code.
        case code(clientID: String?, redirectURI: String?)

        /// The user's name, if it is shown.
        var name: String? {
            if case .user(_, let name, _, _) = self { name } else { nil }
        }
    }

    private let changed: (Content) -> Void

    init(_ changed: @escaping (Content) -> Void) {
        self.changed = changed
    }

    func show(_ content: Content) {
        changed(content)
    }

    /// Returns the content shown after an action.
    ///
    /// Showing content twice terminates the process.
    static func shown(after action: @escaping (Screen) -> Void) async -> Content {
        await withCheckedContinuation { continuation in
            action(Screen { continuation.resume(returning: $0) })
        }
    }
}
