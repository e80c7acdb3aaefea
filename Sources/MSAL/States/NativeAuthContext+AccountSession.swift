import Foundation
import Gatehouse

extension NativeAuthContext {
    /// The host of the server.
    var environment: String { gatehouse.configuration.issuer.host() ?? "" }

    func account(_ signedIn: AccountSession) -> MSALAccount {
        MSALAccount(signedIn.session.account.info, idToken: signedIn.idToken, environment: environment)
    }

    /// Returns the stored session, or `nil` if the store cannot be read: the API has no error here.
    func storedAccount() -> AccountSession? {
        do throws(AuthError) {
            let stored = try gatehouse.synchronousSessions.current()
            return stored.map { AccountSession($0.session, idToken: $0.storedSession.idToken?.reveal()) }
        } catch {
            MSALGlobalConfig.loggerConfig.log(.error, "The token store cannot be read: \(error.code.rawValue)")
            return nil
        }
    }

    /// Removes a session before returning, and revokes its tokens in the background.
    func signOut(_ session: Session) {
        do throws(AuthError) {
            try gatehouse.synchronousSessions.signOut(session)
        } catch {
            MSALGlobalConfig.loggerConfig.log(
                .error,
                "The session could not be removed from the device yet: \(error.code.rawValue)"
            )
        }
    }
}
