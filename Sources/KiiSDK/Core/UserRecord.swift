import Foundation
import Gatehouse
import GatehouseWire

/// The data of a user.
struct UserRecord: Sendable {
    var id: String?
    var username: String?
    var email: String?
    var phoneNumber: String?
    /// The country of a ``phoneNumber`` in national format; `nil` for the international format.
    var phoneCountry: String?
    var pendingEmail: String?
    var pendingPhoneNumber: String?
    var isEmailVerified = false
    var isPhoneVerified = false
    var isDisabled = false
    /// `nil` if unknown.
    var hasPassword: Bool?
    var created: Date?
    var modified: Date?

    var displayName: String?
    var country: String?
    var locale: LocaleContainer?
    /// The custom fields, as sent by the server and changed locally since.
    var fields: [String: JSONValue] = [:]

    /// The password for the registration, removed afterwards.
    var password: Secret?
    /// The log-in that the object represents, which may have ended.
    var login: KiiLogin?
    /// The error of an unusable object.
    var fault: KiiFailure?

    /// Whether only a token gives access to the user.
    var isPseudoUser: Bool { hasPassword == false && username == nil && email == nil && phoneNumber == nil }

    /// Replaces the data with the server's.
    mutating func apply(_ document: KiiUserDocument) {
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

extension UserRecord {
    /// Applies changes whose result the server could not return.
    mutating func apply(_ changes: ProfileChanges) {
        displayName = changes.displayName ?? displayName
        country = changes.country ?? country
        locale = changes.locale ?? locale
        fields = changes.applied(to: fields)
    }
}

extension KiiUser {
    /// Creates the object of a log-in.
    convenience init(_ login: KiiLogin) {
        self.init(UserRecord())
        apply(login)
    }

    /// Makes the object represent a log-in.
    func apply(_ login: KiiLogin) {
        change {
            $0.apply(login.user)
            $0.login = login
        }
    }

    /// Replaces the data with the server's.
    func apply(_ document: KiiUserDocument) {
        change { $0.apply(document) }
    }

    /// Performs an operation that requires this user to be logged in.
    ///
    /// - Parameters:
    ///   - isForPseudoUsers: Whether pseudo users may perform it.
    ///   - errorMapping: The meaning of the server's error codes for the operation.
    ///   - body: The operation, with the session of that log-in even if another user logs in meanwhile.
    /// - Returns: The result of the operation.
    /// - Throws: 327 if this user is not logged in, 328 if a pseudo user may not perform it.
    func performAsCurrentUser<Value>(
        isForPseudoUsers: Bool = true,
        _ errorMapping: ErrorMapping = .standard,
        _ body: (KiiUsers, Session) async throws(AuthError) -> Value
    ) async throws(KiiFailure) -> Value {
        let users = try KiiClient.shared.users
        let record = record
        if let fault = record.fault { throw fault }
        guard let login = KiiClient.shared.login(of: self) else { throw KiiFailure(.notLoggedIn) }
        guard isForPseudoUsers || !record.isPseudoUser else { throw KiiFailure(.pseudoUserIsNotAllowed) }
        return try await callServer(errorMapping) { () throws(AuthError) in try await body(users, login.session) }
    }
}
