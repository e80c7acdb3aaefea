import Foundation
import Gatehouse

extension EntraServer {
    /// The server of an app.
    ///
    /// - Throws: `NSError` of the domain ``MSALErrorDomain`` when the authority is no ``MSALCIAMAuthority``.
    init(_ config: MSALPublicClientApplicationConfig) throws {
        guard config.authority is MSALCIAMAuthority else { throw NSError(.internal, "It is not CIAM authority.") }
        self.init(authority: config.authority.url)
        datacenter = config.sliceConfig?.dc
        isOneAccount = true
    }
}
