extension LegacySymbol {
    static let libraries: Set<String> = ["AIMobileLib", "AMZNLWAMobileLib", "AMZNMobileLib"]

    /// The methods of the library class by the first words of their names, as Swift has them and as Objective-C (and Swift 2) had them.
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
            One call gives the token and the user: no getAccessToken and no getProfile follow. An AMZNAuthorizeRequest holds AMZNScope \
            objects instead of strings. One handler takes the place of the two delegate methods. interactiveStrategy says whether to \
            ask: .auto answers from what is stored where it can, .always asks each time and first forgets what is stored.
            """
    )

    static let getAccessToken = LegacySymbol(
        "getAccessToken",
        .call,
        replacement: "AMZNAuthorizationManager.shared().authorize(_:withHandler:) with .never",
        difference: """
            With interactiveStrategy .never the call shows nothing: it gives the stored token and the user, refreshed where that is \
            due, or an error with the code kAMZNLWAApplicationNotAuthorized where requestDidFail came before.
            """
    )

    static let getRefreshedAccessToken = LegacySymbol(
        "getAccessToken with kForceRefresh",
        .call,
        replacement: "nothing; authorize(_:withHandler:) with .never refreshes an expired token",
        difference: """
            v3 has no way to force a refresh: a token that has not expired is given again. Code that throws a token away because a \
            server refused it can keep this one call of v2, or sign the person in once more with .always.
            """
    )

    static let getProfile = LegacySymbol(
        "getProfile",
        .call,
        replacement: "AMZNUser.fetch(_:)",
        difference: """
            Gives an AMZNUser with typed properties instead of a dictionary; the dictionary is its profileData. Straight after \
            authorize no call is needed: the result has the user. Where nobody is signed in, the handler gets an error.
            """
    )

    static let clearAuthorizationState = LegacySymbol(
        "clearAuthorizationState",
        .call,
        replacement: "AMZNAuthorizationManager.shared().signOut(_:)",
        difference: """
            v2 cleared the device alone. signOut also ends the session at the server, so the next sign-in asks who it is \
            again. Its handler gets nil when all went well: samples that test !error for a failure have it the wrong way round.
            """
    )

    static let handleOpen = LegacySymbol(
        "handleOpen",
        .call,
        replacement: "AMZNAuthorizationManager.handleOpen(_:sourceApplication:)",
        difference: """
            The answer is true once, for the redirect of the sign-in that waits. It is false for the same URL again, and for a redirect \
            that comes after the app was started anew: then nobody waits any more, and the next authorize asks.
            """
    )

    static let getClientID = LegacySymbol(
        "getClientId",
        .call,
        replacement: "AMZNAuthorizeResult.clientId",
        difference:
            "Comes with the result of authorize, beside the authorization code it belongs to, and not at any time."
    )

    static let getRedirectURI = LegacySymbol(
        "getRedirectUri",
        .call,
        replacement: "AMZNAuthorizeResult.redirectUri",
        difference: getClientID.difference
    )
}
