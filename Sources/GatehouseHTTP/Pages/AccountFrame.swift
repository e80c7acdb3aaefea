/// A section of the account pages, in the order of the navigation.
package enum AccountSection: Sendable, Hashable, CaseIterable {
    case details, security, addresses, sessions, apps, activity, data

    /// The path below the issuer's.
    package var path: String {
        switch self {
        case .details: "/account"
        case .security: "/account/security"
        case .addresses: "/account/addresses"
        case .sessions: "/account/sessions"
        case .apps: "/account/apps"
        case .activity: "/account/activity"
        case .data: "/account/data"
        }
    }

    /// Returns the name in the navigation.
    func label(_ text: PageText) -> String {
        switch self {
        case .details: text("accountPage.details")
        case .security: text("accountPage.security")
        case .addresses: text("accountPage.addresses")
        case .sessions: text("accountPage.sessions")
        case .apps: text("accountPage.apps")
        case .activity: text("accountPage.activity")
        case .data: text("accountPage.data")
        }
    }

    /// Returns the content in a few words.
    func hint(_ text: PageText) -> String {
        switch self {
        case .details: text("accountPage.detailsHint")
        case .security: text("accountPage.securityHint")
        case .addresses: text("accountPage.addressesHint")
        case .sessions: text("accountPage.sessionsHint")
        case .apps: text("accountPage.appsHint")
        case .activity: text("accountPage.activityHint")
        case .data: text("accountPage.dataHint")
        }
    }
}

/// The parts around a page of the account: the signed-in user and the navigation.
package struct AccountFrame: Sendable, Hashable {
    /// The path of the form that signs out, below the issuer's.
    package static let signOutPath = "/account/sign-out"
    /// The path that leads to the accounts of the browser, below the issuer's.
    package static let switchPath = "/account/switch"

    package var section: AccountSection
    /// The name of the user; `nil` if the account has none.
    package var name: String?
    /// The primary email address, or another identifier.
    package var email: String

    package init(section: AccountSection, name: String?, email: String) {
        self.section = section
        self.name = name
        self.email = email
    }

    /// Returns the values of the template `account-nav`.
    func content(_ text: PageText, basePath: String) -> [String: Any] {
        let title = name ?? email
        var content: [String: Any] = [
            "person": title, "initial": title.first.map { String($0).uppercased() } ?? "",
            "current": section.label(text), "signOutAddress": basePath + Self.signOutPath,
            "switchAddress": basePath + Self.switchPath,
            "sections": AccountSection.allCases.map { other -> [String: Any] in
                ["label": other.label(text), "address": basePath + other.path, "isCurrent": other == section]
            },
        ]
        content["detail"] = name == nil ? nil : email
        return content
    }
}
