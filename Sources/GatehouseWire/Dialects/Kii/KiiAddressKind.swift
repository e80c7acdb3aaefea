/// The two kinds of address that a person can be reached and proven at.
package enum KiiAddressKind: String, Sendable, Hashable, CaseIterable {
    case email = "email-address"
    case phone = "phone-number"

    /// How refusals and selectors name it.
    package var accountType: KiiAccountType { self == .email ? .email : .phone }
}
