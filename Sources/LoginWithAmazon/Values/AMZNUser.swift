public import Foundation
import Gatehouse
import GatehouseWire

/// The key for the identifier in ``AMZNUser/profileData``.
public let AMZNUserIDKey: String = AmazonProfileResponse.CodingKeys.userID.rawValue
/// The key for the name in ``AMZNUser/profileData``.
public let AMZNUserNameKey: String = AmazonProfileResponse.CodingKeys.name.rawValue
/// The key for the email address in ``AMZNUser/profileData``.
public let AMZNUserEmailKey: String = AmazonProfileResponse.CodingKeys.email.rawValue
/// The key for the postal code in ``AMZNUser/profileData``.
public let AMZNUserPostalCodeKey: String = AmazonProfileResponse.CodingKeys.postalCode.rawValue

/// The profile of a signed-in user, as far as the scopes allow.
public final class AMZNUser: NSObject, Sendable {
    /// The user's stable identifier.
    public let userID: String?
    /// The user's name.
    public let name: String?
    /// The user's email address.
    public let email: String?
    /// The postal code of the user's address.
    public let postalCode: String?

    init(_ user: User) {
        userID = user.id
        name = user.name
        email = user.email
        postalCode = user.claims.address?.postalCode
        super.init()
    }

    /// The profile by ``AMZNUserIDKey``, ``AMZNUserNameKey``, ``AMZNUserEmailKey`` and ``AMZNUserPostalCodeKey``.
    public var profileData: [AnyHashable: Any] {
        let members = [
            AMZNUserIDKey: userID, AMZNUserNameKey: name, AMZNUserEmailKey: email, AMZNUserPostalCodeKey: postalCode,
        ]
        return members.compactMapValues { $0 }
    }
}
