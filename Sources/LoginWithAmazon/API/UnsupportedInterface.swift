// The parts of Login with Amazon for iOS 3.1.4 that this module does not implement, and the reasons.
//
//     class AMZNCodePairManager { var timer: Timer }
//         The timer of the polling. This module does not use one: `getToken` ends when the code expires, and its async
//         form when its task is cancelled.
//
//     protocol AMZNScope { @objc optional var scopeData: [AnyHashable: Any] { get } }
//         Exists on Apple platforms. On Linux, which has no optional requirements, the property is an optional
//         dictionary, with `nil` for types that do not declare it. Code that reads it compiles unchanged.
//
//     Single sign-on through the Amazon Shopping app
//         A private interface between Amazon's apps. A session in the browser is reused instead.
//
// Implemented without effect or with a difference:
//
//     AMZNLWASettings.setDisableCreateAccountLink(_:)
//         The setting is stored; Amazon does not document its wire format.
//
//     AMZNAuthorizeResult.redirectUri, AMZNLWAMobileLib.getRedirectUri()
//         On Linux there are no URL schemes: the browser is redirected to http://127.0.0.1, on another port for each
//         sign-in. Both return the redirect URI of the code.
//
//     kAMZNLWAVersionDenied, kAIVersionDenied
//         Never reported by this module.
//
//     API.getCodePair, API.getTokenForCodePair
//         Never passed to a delegate: the calls of the device flow have handlers.
//
// Differences for the compiler:
//
//     All classes are final
//         Handlers run on any thread, so managers and users are Sendable, which an open class cannot be. Subclasses do
//         not compile.
//
//     AMZNAuthorizationManager.shared(), AMZNCodePairManager.shared()
//         They return the class by its name instead of Self, which is equivalent without subclasses.
//
//     enum API, AMZNInteractiveStrategy, AMZNAuthorizationGrantType, AMZNRegion
//         They are closed: init(rawValue:) returns nil for an unknown number, and a switch over all cases needs no
//         @unknown default.
//
//     AMZNCreateCodePairResult.init(userCode:verificationUri:), AMZNGetTokenResult.init(accessToken:)
//         Public, for tests of apps. The vendor's classes inherit NSObject's init(), which leaves nonoptional
//         properties without a value.
