import LoginWithAmazon

/// What the sample code of an app shows; takes the place of its views.
final class Screen {
    /// What can be seen.
    enum Content: Sendable, Hashable {
        case signInButton
        case person(id: String?, name: String?, email: String?, postalCode: String?)
        case signedIn
        case signedOut
        case alert(String)
        /// For an app whose server redeems the code.
        case code(clientID: String?, redirectURI: String?)

        /// Of the person, where one is shown.
        var name: String? {
            if case .person(_, let name, _, _) = self { name } else { nil }
        }
    }

    private let changed: (Content) -> Void

    init(_ changed: @escaping (Content) -> Void) {
        self.changed = changed
    }

    func show(_ content: Content) {
        changed(content)
    }

    /// What a screen shows after something was done; a screen that changes twice ends the process.
    static func shown(after action: @escaping (Screen) -> Void) async -> Content {
        await withCheckedContinuation { continuation in
            action(Screen { continuation.resume(returning: $0) })
        }
    }
}
