public import Foundation

/// The names by which a user is to be known: at least one.
public final class KiiIdentityData: NSObject, Sendable {
    /// The user name.
    public let userName: String?
    /// The e-mail address.
    public let email: String?
    /// The phone number with its country code.
    public let phoneNumber: String?

    init(_ names: NamesWish) {
        userName = names.username
        email = names.email
        phoneNumber = names.phoneNumber
        super.init()
    }

    var names: NamesWish { NamesWish(username: userName, email: email, phoneNumber: phoneNumber) }
}
