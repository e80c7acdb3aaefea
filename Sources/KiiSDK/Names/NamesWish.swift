/// The names by which a user is to be known.
struct NamesWish: Sendable {
    var username: String?
    var email: String?
    var phoneNumber: String?
    /// The country whose spelling the phone number has; `nil` for the international one.
    var phoneCountry: String?

    var isEmpty: Bool { username == nil && email == nil && phoneNumber == nil }

    /// - Throws: What Kii refuses before it asks the server.
    func check() throws(Failure) {
        if let username, !Rules.isUsername(username) { throw Failure(.invalidUsername) }
        if let email, !Rules.isEmail(email) { throw Failure(.invalidEmailFormat) }
        guard let phoneNumber else { return }
        guard let phoneCountry else {
            guard Rules.isPhone(phoneNumber) else { throw Failure(.invalidPhoneFormat) }
            return
        }
        guard !phoneCountry.isEmpty else { throw Failure(.localPhoneRequiresCountryCode) }
        guard Rules.isCountry(phoneCountry) else { throw Failure(.invalidCountryCode) }
        guard Rules.isLocalPhone(phoneNumber) else { throw Failure(.invalidLocalPhoneFormat) }
    }

    /// The phone number as it is sent: in the spelling of a country it is behind that country.
    var sentPhoneNumber: String? {
        guard let phoneNumber, let phoneCountry else { return phoneNumber }
        return "\(phoneCountry)-\(phoneNumber)"
    }
}
