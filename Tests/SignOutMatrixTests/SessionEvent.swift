/// An event of the table, by its name in code.
enum SessionEvent: String, Sendable, CaseIterable {
    case amazonSignOut = "AMZNAuthorizationManager.signOut"
    case msalSignOut = "MSALNativeAuthUserAccountResult.signOut"
    case kiiLogOut = "KiiUser.logOut"
    case kiiSwitch = "KiiUser.authenticate(withToken:)"
    case browserSignOut = "/oauth2/logout"
    case passwordChange = "KiiUser.updatePassword"
    case passwordReset = "resetPassword"
    case kiiDelete = "KiiUser.delete"
    case disable = "gatehouse user disable"
    case withdraw = "gatehouse consent withdraw"
    case delete = "gatehouse user delete"
    case revocation = "/oauth2/revoke"
}
