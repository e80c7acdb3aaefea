/// How an app lets a person prove who they are within a native flow; a browser is always the other way.
package struct NativeChallenges: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// By a code that is sent to the person.
    package static let code = Self(rawValue: 1 << 0)
    /// By a password.
    package static let password = Self(rawValue: 1 << 1)
}
