public import Foundation
import GatehouseWire

/// The scopes that concern the person's profile.
public final class AMZNProfileScope: NSObject, AMZNScope, Sendable {
    /// The scope's name.
    public let name: String

    private init(_ scope: Scope) {
        name = scope.rawValue
        super.init()
    }

    /// The identifier, name and e-mail address of the person.
    ///
    /// - Returns: The scope `profile`.
    public class func profile() -> any AMZNScope { AMZNProfileScope(.profile) }

    /// The postal code of the person's address.
    ///
    /// - Returns: The scope `postal_code`.
    public class func postalCode() -> any AMZNScope { AMZNProfileScope(.postalCode) }

    /// The identifier of the person and nothing else, which nobody is asked about.
    ///
    /// - Returns: The scope `profile:user_id`.
    public class func userID() -> any AMZNScope { AMZNProfileScope(.amazonUserID) }
}
