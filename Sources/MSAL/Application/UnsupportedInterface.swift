// The parts of MSAL for iOS and macOS 2.18.1 for native authentication that this module does not implement, and why.
//
//     signUpUsingPassword, signInUsingPassword, SignUpPasswordStartDelegate, SignInPasswordStartDelegate
//         Part of the preview of 2023, removed in version 1.3.
//
//     MSALNativeAuthMFARequiredState, MSALNativeAuthMFARequiredDelegate
//         Part of version 2.15; MSALNativeAuthAuthMethodSelectionRequiredState since.
//
//     MSALNativeAuthAttributesInvalidState, MSALNativeAuthAttributesInvalidDelegate,
//     MSALNativeAuthFlowError.isInvalidCredentials, MSALNativeAuthSignUpParametersV2.password
//         Part of versions 2.15 to 2.17. Use isInvalidAttributes, isInvalidPassword and
//         MSALNativeAuthPasswordRequiredState.
//
//     enum MSALNativeAuthChannelType: Int { email, phone }
//         Part of versions 1.3 to 1.5; a class since.
//
//     MSALNativeAuthChallengeAuthMethodParameters.init(authMethod:)
//         Part of versions 2.0 to 2.4, with an optional contact; use init(authMethod:verificationContact:).
//
//     RetrieveAccessTokenError.isTokenNotFound
//         Part of version 1.3; use isRefreshTokenExpired.
//
//     MSALPublicClientApplication: other members
//         Device information, brokers, single sign-on with Microsoft's apps, proof of possession, PRT headers, account
//         enumeration by parameters with its MSALAccountsCompletionBlock: supported by Microsoft's service only.
//
//     MSALAADAuthority, MSALB2CAuthority, MSALADFSAuthority
//         Native authentication requires an MSALCIAMAuthority.
//
//     MSALInternalError, MSALInternalErrorCodeKey
//         The description contains the cause.
//
//     MSALGlobalConfig.httpConfig, .telemetryConfig, .cacheConfig, .brokerAvailability, .defaultWebviewType
//         The core has no such settings and sends no telemetry.
//
//     NSCopying
//         The application copies its configuration; other objects are not copied.
//
//     MSALPublicClientApplication.configuration, initWithClientId:error:, sdkVersion,
//     MSALPublicClientApplicationConfig initWithClientId:, MSALLoggerConfig.callback, MSALSliceConfig.sliceDictionary,
//     MSALCacheConfig.defaultKeychainSharingGroup, MSALResult.extendedLifeTimeToken
//         An authority is required, and the other values have no use.
//
// Implemented without effect or with a difference:
//
//     MSALPublicClientApplicationConfig.knownAuthorities, extendedLifetimeEnabled, clientApplicationCapabilities,
//     multipleCloudsSupported, nestedAuthBrokerClientId, nestedAuthBrokerRedirectUri, bypassRedirectURIValidation,
//     MSALSliceConfig.slice, MSALCacheConfig.keychainSharingGroup,
//     MSALWebviewParameters.parentViewController, webviewType, presentationStyle, customWebview
//         Stored, without effect: see their documentation.
//
//     MSALLoggerConfig.logMaskingLevel
//         The module logs no personal data, so there is nothing to mask.
//
//     signUpV2, signInV2, resetPasswordV2
//         They use version 1 of the protocol, in which the server chooses the first factor. The choice of a first
//         factor and a sign-up that continues as a sign-in do not occur, and no challenge type is `password`.
//
//     getCurrentAccount(with:completionBlock:)
//         The previous account is always nil.
//
//     getAccessToken(parameters:), acquireTokenSilent(with:)
//         Concurrent calls with the same parameters share one request, with the correlation ID of the first.
//
//     MSALSignoutParameters.wipeAccount, wipeCacheForAllAccounts, MSALTokenParameters.authority
//         Stored, without effect: the module has access to its own app's account, at the application's authority.
//
//     MSALTokenParameters.extraQueryParameters
//         Sent to the server's pages, where they do not replace parameters of the protocol; not sent to the token
//         endpoint, which supports no others.
//
// Differences for the compiler:
//
//     MSALWebviewParameters.defaultWKWebviewConfiguration
//         Not implemented: no page is shown in a web view of the app (RFC 8252 §8.12).
//
//     Optional methods of delegates
//         Each is a requirement with a default body, because Swift protocols have no optional requirements: see
//         docs/decisions/0011-optional-delegate-methods.md. Conforming types compile unchanged. Code that calls such a
//         method omits the question mark of `delegate.onSignUpCompleted?(newState:)`. A subclass may override the
//         methods of its base class; a method of the subclass alone is not called unless the subclass is the one that
//         conforms.
//
//     MSALNativeAuthRequestInterceptorAddHeaderCompletionBlock
//         A Swift function without @convention(block), which exists on Apple platforms only.
//
//     MSALLogCallback, MSALLoggerConfig.setLogCallback(_:)
//         The callback is Sendable, because it is called on any thread.
//
//     All classes except base classes are final, states and errors are Sendable
//         Apps cannot create states, errors or results in either module.
//
//     Extensions of a base class: MSALNativeAuthError, MSALNativeAuthGenericError, MSALAuthority,
//     MSALPublicClientApplication and the states with Base in their names
//         Members added by an app are isolated to the main actor unless marked nonisolated. Using them elsewhere is a
//         warning; in the Swift 6 language mode it can be an error.
//
// Differences for Objective-C:
//
//     MSALLogLevelLast, MSALPromptTypeDefault
//         Constants, which `case` does not accept; use the enumerators of the same values.
//
//     signInV2WithParameters:delegate:
//         It accepts the parameters of version 2.18 only, because one selector has one class of parameters.
//
//     The protocol MSALAccount, enumerators and constants of unsupported features
//         Not declared.
//
//     Delegates of version 1
//         An Objective-C object conforms to protocols of Objective-C alone, ObjCSignUpStartDelegate and so on in Swift.
//         Swift code of the same app cannot pass it to the Swift methods.
