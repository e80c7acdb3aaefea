// What MSAL for iOS and macOS 2.14.0 has for native authentication and this module does not, and why.
//
// The second factor, and its registration. They come next. Until then a server that wants one is reported as `isMFARequired` on the
// errors of a sign-in, or, when it sends the person to its pages, as `isBrowserRequired`:
//
//     AwaitingMFAState, MFARequiredState, MFABaseState
//     MFARequestChallengeDelegate, MFASubmitChallengeDelegate, MFAGetAuthMethodsDelegate
//     MFARequestChallengeError, MFASubmitChallengeError, MFAGetAuthMethodsError
//     RegisterStrongAuthState, RegisterStrongAuthVerificationRequiredState, RegisterStrongAuthBaseState
//     RegisterStrongAuthChallengeDelegate, RegisterStrongAuthSubmitChallengeDelegate
//     RegisterStrongAuthChallengeError, RegisterStrongAuthSubmitChallengeError
//     MSALNativeAuthRegisterStrongAuthVerificationRequiredResult, MSALNativeAuthChallengeAuthMethodParameters, MSALAuthMethod
//     onSignInAwaitingMFA(newState:), onSignInAwaitingMFA(authMethods:newState:)
//     onSignInStrongAuthMethodRegistration(authMethods:newState:)
//         A delegate that has these methods does not compile until the types are there: take the methods out.
//
// What else native apps rarely touch:
//
//     signUpUsingPassword, signInUsingPassword, SignUpPasswordStartDelegate, SignInPasswordStartDelegate
//         Of the preview of 2023; version 1.3 has them no more.
//
//     signInV2, signUpV2, resetPasswordV2, MSALNativeAuthFlowDelegate
//         Published as experimental; no server of ours speaks that protocol.
//
//     enum MSALNativeAuthChannelType: Int { email, phone }
//         Of versions 1.3 to 1.5; a class since.
//
//     RetrieveAccessTokenError.isTokenNotFound
//         Of version 1.3; a session that is over is isRefreshTokenExpired.
//
//     MSALPublicClientApplication: the rest
//         Device information, brokers, single sign-on with Microsoft's apps, proof of possession, PRT headers, account enumeration
//         by parameters with its MSALAccountsCompletionBlock: Microsoft's service alone has what they talk about.
//
//     MSALAADAuthority, MSALB2CAuthority, MSALADFSAuthority
//         Native authentication works with MSALCIAMAuthority alone.
//
//     MSALInternalError, MSALInternalErrorCodeKey
//         The description says what happened.
//
//     MSALGlobalConfig.httpConfig, .telemetryConfig, .cacheConfig, .brokerAvailability, .defaultWebviewType
//         The core has no such settings; nothing is sent that nobody asked for.
//
//     NSCopying, @objc
//         The module is Swift on every platform, and its types are not visible to Objective-C.
//
// What is here and does less:
//
//     MSALPublicClientApplicationConfig.knownAuthorities, extendedLifetimeEnabled, clientApplicationCapabilities,
//     multipleCloudsSupported, nestedAuthBrokerClientId, nestedAuthBrokerRedirectUri, bypassRedirectURIValidation,
//     MSALSliceConfig.slice, MSALCacheConfig.keychainSharingGroup,
//     MSALWebviewParameters.parentViewController, webviewType, presentationStyle, customWebview
//         Kept, and without effect: see their documentation.
//
//     MSALLoggerConfig.logMaskingLevel
//         Nothing that tells who somebody is is logged, so that there is nothing to mask.
//
//     getCurrentAccount(with:completionBlock:)
//         The account of before is always nil.
//
//     getAccessToken(parameters:), acquireTokenSilent(with:)
//         Calls that want the same at the same time share one request, which has the correlation identifier of the first.
//
//     MSALSignoutParameters.wipeAccount, wipeCacheForAllAccounts, MSALTokenParameters.authority
//         Kept, and without effect: this module knows the account of its own app, at the authority of the application.
//
//     MSALTokenParameters.extraQueryParameters
//         Sent to the server's pages, where a parameter of the protocol itself is not replaced; not to the token
//         endpoint, which reads no others.
//
// What is here and differs for the compiler:
//
//     MSALWebviewParameters.defaultWKWebviewConfiguration
//         Not here: no page is shown in a web view of the app (RFC 8252 §8.12).
//
//
//     Optional methods of delegates
//         Each is a requirement that has a body, because Swift's protocols have no optional requirements: see
//         docs/decisions/0011-optional-delegate-methods.md. A conformer compiles as it is. Code that calls one itself leaves out the
//         question mark of `delegate.onSignUpCompleted?(newState:)`. A subclass may override what its base class has; a method that
//         only the subclass has is not seen, unless the subclass is the one that conforms.
//
//     MSALNativeAuthRequestInterceptorAddHeaderCompletionBlock
//         It is a Swift function, without @convention(block), which only Apple's platforms have.
//
//     MSALLogCallback, MSALLoggerConfig.setLogCallback(_:)
//         The callback is Sendable, because it is called on any thread.
//
//     All classes but bases are final, states and errors are Sendable
//         An app cannot make states, errors or results in either module.
//
//     Extensions of a base: MSALNativeAuthError, MSALNativeAuthGenericError, MSALAuthority, MSALPublicClientApplication and the
//     states with Base in their names
//         What an app adds to one of them is on the main actor, unless it says nonisolated. Used elsewhere it is a warning; in
//         the Swift 6 language mode it can be an error.
