/// What a name of a person is, as selectors and refusals write it.
package struct KiiAccountType: WireValue {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package static let email = Self(rawValue: "EMAIL")
    package static let phone = Self(rawValue: "PHONE")
    package static let loginName = Self(rawValue: "LOGIN_NAME")
}
