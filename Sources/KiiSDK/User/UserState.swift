import Foundation
import Gatehouse
import GatehouseWire

/// What is known of a user.
struct UserState: Sendable {
    var id: String?
    var username: String?
    var email: String?
    var phoneNumber: String?
    /// The country whose spelling ``phoneNumber`` has; `nil` for the international one.
    var phoneCountry: String?
    var pendingEmail: String?
    var pendingPhoneNumber: String?
    var isEmailVerified = false
    var isPhoneVerified = false
    var isDisabled = false
    /// `nil` when nobody has said.
    var hasPassword: Bool?
    var created: Date?
    var modified: Date?

    var displayName: String?
    var country: String?
    var locale: LocaleContainer?
    /// What the app keeps with the user, as the server said last and the app has changed since.
    var fields: [String: JSONValue] = [:]

    /// What the user is registered with; forgotten then.
    var password: Secret?
    /// What the object stands for, which may be over; `nil` for one that is no log-in.
    var login: KiiLogin?
    /// Why the object is none that could be used.
    var fault: Failure?

    /// Whether nothing but a token reaches the user.
    var isPseudoUser: Bool { hasPassword == false && username == nil && email == nil && phoneNumber == nil }

    /// Becomes what the server says.
    mutating func take(_ document: KiiUserDocument) {
        id = document.userID
        username = document.loginName
        email = document.emailAddress
        phoneNumber = document.phoneNumber
        phoneCountry = nil
        pendingEmail = document.emailAddressPending
        pendingPhoneNumber = document.phoneNumberPending
        isEmailVerified = document.emailAddressVerified ?? false
        isPhoneVerified = document.phoneNumberVerified ?? false
        isDisabled = document.isDisabled ?? false
        hasPassword = document.hasPassword
        created = document.created?.date
        modified = document.modified?.date
        displayName = document.displayName
        country = document.country
        locale = document.locale.map(LocaleContainer.init(bcp47Tag:))
        fields = document.customFields
        password = nil
    }
}

extension UserState {
    /// What was changed at the server, where nobody could say how the user is since.
    mutating func take(_ wish: FieldsWish) {
        displayName = wish.displayName ?? displayName
        country = wish.country ?? country
        locale = wish.locale ?? locale
        fields = wish.applied(to: fields)
    }
}
