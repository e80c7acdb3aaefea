public import Foundation
import GatehouseWire

/// Puts somebody together who is to be registered.
///
/// What cannot be is refused by ``KiiUser/performRegistration()``, with a code that says what.
public final class KiiUserBuilder: NSObject {
    private var names = NamesWish()
    private let password: Secret

    /// Somebody with a name of any kind: an e-mail address, else a phone number, else a user name.
    ///
    /// - Parameters:
    ///   - identifier: The name; `nil` comes back for one that is none of them.
    ///   - password: The password: 4 to 50 printable characters of ASCII.
    public init?(identifier: String, password: String) {
        if Rules.isEmail(identifier) {
            names.email = identifier
        } else if Rules.isPhone(identifier) {
            names.phoneNumber = identifier
        } else if Rules.isUsername(identifier) {
            names.username = identifier
        } else {
            return nil
        }
        self.password = Secret(password)
        super.init()
    }

    /// Somebody with an e-mail address.
    ///
    /// - Parameters:
    ///   - email: The e-mail address.
    ///   - password: The password: 4 to 50 printable characters of ASCII.
    public init(email: String, password: String) {
        names.email = email
        self.password = Secret(password)
        super.init()
    }

    /// Somebody with a phone number.
    ///
    /// - Parameters:
    ///   - globalPhoneNumber: The phone number with its country code, such as `+819012345678`.
    ///   - password: The password: 4 to 50 printable characters of ASCII.
    public init(globalPhoneNumber: String, password: String) {
        names.phoneNumber = globalPhoneNumber
        self.password = Secret(password)
        super.init()
    }

    /// Somebody with a phone number in the spelling of a country.
    ///
    /// - Parameters:
    ///   - localPhoneNumber: The phone number: digits, at least 7.
    ///   - country: The country in two capital letters.
    ///   - password: The password: 4 to 50 printable characters of ASCII.
    public init(localPhoneNumber: String, country: String, password: String) {
        names.phoneNumber = localPhoneNumber
        names.phoneCountry = country
        self.password = Secret(password)
        super.init()
    }

    /// Somebody with a user name.
    ///
    /// - Parameters:
    ///   - username: The user name: 3 to 64 letters, digits, hyphens, underscores and dots.
    ///   - password: The password: 4 to 50 printable characters of ASCII.
    public init(username: String, password: String) {
        names.username = username
        self.password = Secret(password)
        super.init()
    }

    /// Adds an e-mail address.
    ///
    /// - Parameter email: The e-mail address; `nil` for none.
    /// - Returns: This object.
    @discardableResult
    public func setEmail(_ email: String?) -> Self {
        names.email = email
        return self
    }

    /// Adds a phone number.
    ///
    /// - Parameter phoneNumber: The phone number with its country code; `nil` for none.
    /// - Returns: This object.
    @discardableResult
    public func setGlobalPhoneNumber(_ phoneNumber: String?) -> Self {
        names.phoneNumber = phoneNumber
        names.phoneCountry = nil
        return self
    }

    /// Adds a phone number in the spelling of a country.
    ///
    /// - Parameters:
    ///   - phoneNumber: The phone number: digits, at least 7; `nil` for none.
    ///   - country: The country in two capital letters.
    /// - Returns: This object.
    @discardableResult
    public func setLocalPhoneNumber(_ phoneNumber: String?, country: String?) -> Self {
        names.phoneNumber = phoneNumber
        names.phoneCountry = phoneNumber == nil ? nil : country ?? ""
        return self
    }

    /// Adds a user name.
    ///
    /// - Parameter username: The user name; `nil` for none.
    /// - Returns: This object.
    @discardableResult
    public func setUsername(_ username: String?) -> Self {
        names.username = username
        return self
    }

    /// Somebody with these names, not registered yet.
    ///
    /// - Returns: A new object each time.
    @discardableResult
    public func build() -> KiiUser {
        KiiUser(
            UserState(
                username: names.username,
                email: names.email,
                phoneNumber: names.phoneNumber,
                phoneCountry: names.phoneCountry,
                password: password
            )
        )
    }
}
