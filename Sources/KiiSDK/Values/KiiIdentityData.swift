public import Foundation

/// The identifiers of a user, at least one.
public final class KiiIdentityData: NSObject, Sendable {
    /// The username.
    public let userName: String?
    /// The email address.
    public let email: String?
    /// The phone number with its country code.
    public let phoneNumber: String?

    init(_ names: LoginIdentifiers) {
        userName = names.username
        email = names.email
        phoneNumber = names.phoneNumber
        super.init()
    }

    var names: LoginIdentifiers { LoginIdentifiers(username: userName, email: email, phoneNumber: phoneNumber) }
}

/// A builder of a user's identifiers.
public final class KiiIdentityDataBuilder: NSObject {
    /// The username: 3 to 64 letters, digits, hyphens, underscores and periods.
    public var userName: String?
    /// The email address.
    public var email: String?
    /// The phone number with its country code, such as `+819012345678`.
    public var phoneNumber: String?

    /// Creates a builder without identifiers.
    public override init() {
        super.init()
    }

    /// Creates the identifiers.
    ///
    /// - Returns: `nil` if no identifier was set or one is invalid; ``buildWithError()`` throws the reason.
    @discardableResult
    public func build() -> KiiIdentityData? {
        try? buildWithError()
    }

    /// Creates the identifiers.
    ///
    /// - Returns: The identifiers.
    /// - Throws: An `NSError` with the code 307, 305 or 308 for an invalid identifier, 313 if none was set.
    @discardableResult
    public func buildWithError() throws -> KiiIdentityData {
        let names = LoginIdentifiers(username: userName, email: email, phoneNumber: phoneNumber)
        do throws(KiiFailure) {
            guard !names.isEmpty else { throw KiiFailure(.invalidUserIdentifier, "There is no name at all.") }
            try names.check()
        } catch {
            throw error.error
        }
        return KiiIdentityData(names)
    }
}

/// The identifiers of a user.
struct LoginIdentifiers: Sendable {
    var username: String?
    var email: String?
    var phoneNumber: String?
    /// The country of a phone number in national format; `nil` for the international format.
    var phoneCountry: String?

    var isEmpty: Bool { username == nil && email == nil && phoneNumber == nil }

    /// - Throws: An error for values that break Kii's rules.
    func check() throws(KiiFailure) {
        if let username, !InputValidation.isUsername(username) { throw KiiFailure(.invalidUsername) }
        if let email, !InputValidation.isEmail(email) { throw KiiFailure(.invalidEmailFormat) }
        guard let phoneNumber else { return }
        guard let phoneCountry else {
            guard InputValidation.isPhone(phoneNumber) else { throw KiiFailure(.invalidPhoneFormat) }
            return
        }
        guard !phoneCountry.isEmpty else { throw KiiFailure(.localPhoneRequiresCountryCode) }
        guard InputValidation.isCountry(phoneCountry) else { throw KiiFailure(.invalidCountryCode) }
        guard InputValidation.isLocalPhone(phoneNumber) else { throw KiiFailure(.invalidLocalPhoneFormat) }
    }

    /// The phone number as sent: a number in national format follows its country.
    var sentPhoneNumber: String? {
        guard let phoneNumber, let phoneCountry else { return phoneNumber }
        return "\(phoneCountry)-\(phoneNumber)"
    }
}
