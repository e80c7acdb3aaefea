public import Foundation

/// What an app sets for all of its sign-ins.
public final class AMZNLWASettings: NSObject {
    /// Whether the app wants the sign-in page without its link to sign up.
    ///
    /// `false` by default.
    ///
    /// - Returns: What was set last.
    public class func isCreateAccountLinkDisabled() -> Bool {
        AmazonApp.current.settings.isCreateAccountLinkDisabled
    }

    /// Says whether the app wants the sign-in page without its link to sign up.
    ///
    /// The wish is kept and nothing else: how it is sent to Amazon is not documented, and on a Gatehouse server its operator decides
    /// who may sign up.
    ///
    /// - Parameter disableCreateAccountLink: Whether the link is to be left out.
    public class func setDisableCreateAccountLink(_ disableCreateAccountLink: Bool) {
        AmazonApp.current.change { $0.isCreateAccountLinkDisabled = disableCreateAccountLink }
    }
}
