// What Login with Amazon for iOS 3.1.4 has and this module does not, and why.
//
//     class AMZNCodePairManager { var timer: Timer }
//         The timer that asks whether a code was typed in. Nothing asks by a timer here: `getToken` ends with the code, and its
//         async form with the task it runs in.
//
//     protocol AMZNScope { @objc optional var scopeData: [AnyHashable: Any] { get } }
//         Optional requirements exist in Objective-C alone. Here the property is an optional dictionary, with `nil` for types that
//         do not declare it. Code that reads it compiles as it is.
//
//     Calls from Objective-C
//         The module is Swift on every platform, and its protocols are not visible to Objective-C. `gatehouse migrate lwa` reads
//         Objective-C sources too.
//
//     Single sign-on through the Amazon Shopping app
//         A private agreement between Amazon's apps. Whoever is signed in in the browser is not asked to sign in.
//
// What is here and does less:
//
//     AMZNLWASettings.setDisableCreateAccountLink(_:)
//         The wish is kept; how Amazon's app sends it is not documented.
//
//     AMZNAuthorizeResult.redirectUri, AMZNLWAMobileLib.getRedirectUri()
//         On Linux no program is opened by a URL scheme: a browser comes back to http://127.0.0.1, on a port that each sign-in picks
//         anew. Both say where the code was sent.
//
//     kAMZNLWAVersionDenied, kAIVersionDenied
//         No server says this to this module.
//
//     API.getCodePair, API.getTokenForCodePair
//         No delegate gets them: the calls of the device flow have handlers.
//
// What is here and differs for the compiler:
//
//     All classes are final
//         Handlers run anywhere, so managers and users are Sendable, which a class that can be inherited from is not. A subclass of one
//         of them does not compile.
//
//     AMZNAuthorizationManager.shared(), AMZNCodePairManager.shared()
//         They return the class by its name, not Self: without subclasses that is the same.
//
//     enum API, AMZNInteractiveStrategy, AMZNAuthorizationGrantType, AMZNRegion
//         They are closed: init(rawValue:) is nil for an unknown number, and a switch that names all of them needs no @unknown default.
//
//     AMZNCreateCodePairResult.init(userCode:verificationUri:), AMZNGetTokenResult.init(accessToken:)
//         Public, for tests of apps. The vendor's classes have NSObject's init(), which leaves properties without a value that are not
//         optional; these have not.
