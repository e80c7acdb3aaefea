import Foundation
import Gatehouse

extension NativeApp {
    /// The host of the server.
    var environment: String { gatehouse.configuration.issuer.host() ?? "" }

    /// Tells a delegate that somebody is signed in.
    @MainActor func deliver<Failed: MSALNativeAuthError>(
        _ signedIn: SignedIn,
        to delegate: any SignInProgressDelegate,
        _ correlationID: UUID,
        orElse report: (Failed) -> Void
    ) {
        OptionalMethod.call("onSignInCompleted(result:)", of: delegate, correlationID) {
            delegate.onSignInCompleted(result: MSALNativeAuthUserAccountResult(self, signedIn))
        } orElse: { (error: Failed) in
            report(error)
        }
    }

    func account(_ signedIn: SignedIn) -> MSALAccount {
        MSALAccount(signedIn.session.account, idToken: signedIn.idToken, environment: environment)
    }

    /// Who is signed in, as it is stored; what cannot be read is nobody, as far as an app can be told.
    func storedAccount() -> SignedIn? {
        do throws(AuthError) {
            let stored = try gatehouse.storedNow()
            return stored.map { SignedIn($0.session, idToken: $0.grant.idToken?.reveal()) }
        } catch {
            MSALGlobalConfig.loggerConfig.log(.error, "What is stored cannot be read: \(error.code.rawValue)")
            return nil
        }
    }

    /// Forgets a session before this returns; the server is told afterwards.
    func signOut(_ session: Session) {
        do throws(AuthError) {
            try gatehouse.forgetNow(session)
        } catch {
            MSALGlobalConfig.loggerConfig.log(
                .error,
                "The device could not forget the session yet: \(error.code.rawValue)"
            )
        }
    }
}
