extension LegacySymbol {
    static let libraries: Set<String> = ["AIMobileLib", "AMZNLWAMobileLib", "AMZNMobileLib"]

    /// The methods of the library class by the first words of their names, in Swift and in Objective-C (and Swift 2).
    static let calls: [String: LegacySymbol] = [
        "authorizeUser": authorizeUser, "authorizeUserForScopes": authorizeUser,
        "getAccessToken": getAccessToken, "getAccessTokenForScopes": getAccessToken,
        "getProfile": getProfile,
        "clearAuthorizationState": clearAuthorizationState,
        "handleOpen": handleOpen, "handleOpenURL": handleOpen,
        "getClientId": getClientID,
        "getRedirectUri": getRedirectURI,
    ]

    static let authorizeUser = LegacySymbol(
        "authorizeUser",
        .call,
        replacement: "AMZNAuthorizationManager.shared().authorize(_:withHandler:)",
        difference: """
            One call returns the token and the user: getAccessToken and getProfile are not needed. An \
            AMZNAuthorizeRequest has AMZNScope objects instead of strings. One handler replaces the two delegate \
            methods. interactiveStrategy controls the sign-in page: .auto uses the stored session if possible, \
            .always discards it and shows the page.
            """
    )

    static let getAccessToken = LegacySymbol(
        "getAccessToken",
        .call,
        replacement: "AMZNAuthorizationManager.shared().authorize(_:withHandler:) with .never",
        difference: """
            With interactiveStrategy .never the call never shows a page: it returns the stored token, refreshed if \
            needed, and the user, or an error with the code kAMZNLWAApplicationNotAuthorized instead of \
            requestDidFail.
            """
    )

    static let getRefreshedAccessToken = LegacySymbol(
        "getAccessToken with kForceRefresh",
        .call,
        replacement: "nothing; authorize(_:withHandler:) with .never refreshes an expired token",
        difference: """
            v3 has no way to force a refresh: it returns the stored token until it expires. If a server rejects a \
            token early, keep this one call of v2, or sign in again with .always.
            """
    )

    static let getProfile = LegacySymbol(
        "getProfile",
        .call,
        replacement: "AMZNUser.fetch(_:)",
        difference: """
            Returns an AMZNUser with typed properties instead of a dictionary; the dictionary is its profileData. \
            After authorize no call is needed: the result contains the user. Without a signed-in user, the handler \
            gets an error.
            """
    )

    static let clearAuthorizationState = LegacySymbol(
        "clearAuthorizationState",
        .call,
        replacement: "AMZNAuthorizationManager.shared().signOut(_:)",
        difference: """
            v2 only cleared the device. signOut also ends the session on the server, so the next sign-in shows the \
            page again. Its handler gets nil on success: samples that treat !error as a failure are wrong.
            """
    )

    static let handleOpen = LegacySymbol(
        "handleOpen",
        .call,
        replacement: "AMZNAuthorizationManager.handleOpen(_:sourceApplication:)",
        difference: """
            Returns true once, for the redirect of the pending sign-in. Returns false for the same URL again, and \
            for a redirect that arrives after a restart of the app: no sign-in is pending then, and the next \
            authorize shows the page.
            """
    )

    static let getClientID = LegacySymbol(
        "getClientId",
        .call,
        replacement: "AMZNAuthorizeResult.clientId",
        difference:
            "Part of the result of authorize, together with its authorization code, and not available otherwise."
    )

    static let getRedirectURI = LegacySymbol(
        "getRedirectUri",
        .call,
        replacement: "AMZNAuthorizeResult.redirectUri",
        difference: getClientID.difference
    )
}
