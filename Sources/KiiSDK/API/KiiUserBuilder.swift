public import Foundation
import GatehouseWire

/// A builder of users to register.
///
/// ``KiiUser/performRegistration()`` rejects invalid values with a specific code.
public final class KiiUserBuilder: NSObject {
    private var names = LoginIdentifiers()
    private let password: Secret

    /// Creates a builder with an identifier of any kind: email address, phone number or username.
    ///
    /// - Parameters:
    ///   - identifier: The identifier. The initializer returns `nil` for an invalid one.
    ///   - password: The password: 4 to 50 printable ASCII characters.
    public init?(identifier: String, password: String) {
        if InputValidation.isEmail(identifier) {
            names.email = identifier
        } else if InputValidation.isPhone(identifier) {
            names.phoneNumber = identifier
        } else if InputValidation.isUsername(identifier) {
            names.username = identifier
        } else {
            return nil
        }
        self.password = Secret(password)
        super.init()
    }

    /// Creates a builder with an email address.
    ///
    /// - Parameters:
    ///   - email: The email address.
    ///   - password: The password: 4 to 50 printable ASCII characters.
    public init(email: String, password: String) {
        names.email = email
        self.password = Secret(password)
        super.init()
    }

    /// Creates a builder with a phone number.
    ///
    /// - Parameters:
    ///   - globalPhoneNumber: The phone number with its country code, such as `+819012345678`.
    ///   - password: The password: 4 to 50 printable ASCII characters.
    public init(globalPhoneNumber: String, password: String) {
        names.phoneNumber = globalPhoneNumber
        self.password = Secret(password)
        super.init()
    }

    /// Creates a builder with a phone number in national format.
    ///
    /// - Parameters:
    ///   - localPhoneNumber: The phone number: at least 7 digits.
    ///   - country: The two-letter country code in capital letters.
    ///   - password: The password: 4 to 50 printable ASCII characters.
    public init(localPhoneNumber: String, country: String, password: String) {
        names.phoneNumber = localPhoneNumber
        names.phoneCountry = country
        self.password = Secret(password)
        super.init()
    }

    /// Creates a builder with a username.
    ///
    /// - Parameters:
    ///   - username: The username: 3 to 64 letters, digits, hyphens, underscores and periods.
    ///   - password: The password: 4 to 50 printable ASCII characters.
    public init(username: String, password: String) {
        names.username = username
        self.password = Secret(password)
        super.init()
    }

    /// Sets the email address.
    ///
    /// - Parameter email: The email address; `nil` for none.
    /// - Returns: This builder.
    @discardableResult
    public func setEmail(_ email: String?) -> Self {
        names.email = email
        return self
    }

    /// Sets the phone number.
    ///
    /// - Parameter phoneNumber: The phone number with its country code; `nil` for none.
    /// - Returns: This builder.
    @discardableResult
    public func setGlobalPhoneNumber(_ phoneNumber: String?) -> Self {
        names.phoneNumber = phoneNumber
        names.phoneCountry = nil
        return self
    }

    /// Sets the phone number in national format.
    ///
    /// - Parameters:
    ///   - phoneNumber: The phone number: at least 7 digits; `nil` for none.
    ///   - country: The two-letter country code in capital letters.
    /// - Returns: This builder.
    @discardableResult
    public func setLocalPhoneNumber(_ phoneNumber: String?, country: String?) -> Self {
        names.phoneNumber = phoneNumber
        names.phoneCountry = phoneNumber == nil ? nil : country ?? ""
        return self
    }

    /// Sets the username.
    ///
    /// - Parameter username: The username; `nil` for none.
    /// - Returns: This builder.
    @discardableResult
    public func setUsername(_ username: String?) -> Self {
        names.username = username
        return self
    }

    /// Creates a user with these identifiers, not registered yet.
    ///
    /// - Returns: A new object for each call.
    @discardableResult
    public func build() -> KiiUser {
        KiiUser(
            UserRecord(
                username: names.username,
                email: names.email,
                phoneNumber: names.phoneNumber,
                phoneCountry: names.phoneCountry,
                password: password
            )
        )
    }
}
