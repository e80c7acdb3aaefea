import GatehouseStore
import GatehouseWire

extension Authentication {
    /// Returns whether the authentication reaches one of the classes that an essential `acr` claim of a token request
    /// requires (OpenID Connect Core §5.5.1.1).
    func reaches(_ claims: ClaimsRequest?) -> Bool {
        guard let required = AuthenticationRequirement(claims: claims).requiredClasses else { return true }
        return required.contains(where: Evidence(self).reaches)
    }
}
