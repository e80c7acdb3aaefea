public import Foundation
import Gatehouse
import GatehouseWire

/// Called once with the profile of whoever is signed in, or with an error.
public typealias AMZNUserFetchRequestHandler = (AMZNUser?, (any Error)?) -> Void

/// The key of the identifier in ``AMZNUser/profileData``.
public let AMZNUserIDKey: String = AmazonProfileResponse.CodingKeys.userID.rawValue
/// The key of the name in ``AMZNUser/profileData``.
public let AMZNUserNameKey: String = AmazonProfileResponse.CodingKeys.name.rawValue
/// The key of the e-mail address in ``AMZNUser/profileData``.
public let AMZNUserEmailKey: String = AmazonProfileResponse.CodingKeys.email.rawValue
/// The key of the postal code in ``AMZNUser/profileData``.
public let AMZNUserPostalCodeKey: String = AmazonProfileResponse.CodingKeys.postalCode.rawValue

/// A person who signed in, as far as the scopes allow to know.
public final class AMZNUser: NSObject, Sendable {
    /// The person's identifier, which never changes.
    public let userID: String?
    /// The person's name.
    public let name: String?
    /// The person's e-mail address.
    public let email: String?
    /// The postal code of the person's address.
    public let postalCode: String?

    init(_ user: User) {
        userID = user.id
        name = user.name
        email = user.email
        postalCode = user.claims.address?.postalCode
        super.init()
    }

    /// All that is known of the person, by ``AMZNUserIDKey``, ``AMZNUserNameKey``, ``AMZNUserEmailKey`` and
    /// ``AMZNUserPostalCodeKey``.
    public var profileData: [AnyHashable: Any] {
        let members = [
            AMZNUserIDKey: userID, AMZNUserNameKey: name, AMZNUserEmailKey: email, AMZNUserPostalCodeKey: postalCode,
        ]
        return members.compactMapValues { $0 }
    }

    /// Gets the profile of whoever is signed in.
    ///
    /// What the server said is kept for 60 minutes, and asked again before that when another person signs in or the scopes
    /// change.
    ///
    /// - Parameter handler: Called once with the profile, or with an error: ``kAMZNLWAApplicationNotAuthorized`` when nobody is
    ///   signed in.
    public class func fetch(_ handler: @escaping AMZNUserFetchRequestHandler) {
        AmazonApp.current.run {
            await $0.profile()
        } then: { result in
            switch result {
            case .success(let user): handler(user, nil)
            case .failure(let failure): handler(nil, failure.error)
            }
        }
    }

    /// Gets the profile of whoever is signed in, as ``fetch(_:)`` does.
    ///
    /// - Returns: The profile.
    /// - Throws: `NSError` of the domain ``kAMZNLWAErrorDomain``.
    public class func fetch() async throws -> AMZNUser {
        switch await AmazonApp.current.profile() {
        case .success(let user): return user
        case .failure(let failure): throw failure.error
        }
    }
}
