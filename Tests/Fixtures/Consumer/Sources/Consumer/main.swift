import Foundation
import Gatehouse
import KiiSDK
import LoginWithAmazon
import MSAL

// An app's first lines, with nothing stored and nobody to ask.
guard let issuer = URL(string: "https://login.example.com") else { exit(1) }
var configuration = GatehouseClient.Configuration(issuer: issuer, clientID: "example")
configuration.tokenStore = MemoryTokenStore()
let gatehouse = GatehouseClient(configuration)
let session = try await gatehouse.session()
print(session == nil ? "Nobody is signed in." : "Somebody is signed in.")

// The same through an API that apps already use; without a key it says what is missing.
let request = AMZNAuthorizeRequest()
request.scopes = [AMZNProfileScope.profile()]
request.interactiveStrategy = .never
do {
    print(try await AMZNAuthorizationManager.shared().authorize(request).token)
} catch {
    print(error.localizedDescription)
}

// And through another one, with pages of the app's own.
let config = MSALNativeAuthPublicClientApplicationConfig(
    clientId: "example",
    authority: try MSALCIAMAuthority(url: issuer.appending(path: "default")),
    challengeTypes: [.OOB]
)
let nativeAuth = try MSALNativeAuthPublicClientApplication(nativeAuthConfiguration: config) {
    $0.tokenStore = MemoryTokenStore()
}
print(nativeAuth.getNativeAuthUserAccount()?.account.username ?? "Nobody is signed in.")

// And through a third one, whose blocks are written in either way.
Kii.begin(withID: "example", andKey: "key", andCustomURL: "https://login.example.com/api") {
    $0.tokenStore = MemoryTokenStore()
}
KiiUser.authenticate(storedCredentials: { (user: KiiUser?, error: Error?) -> Void in print(error ?? "Welcome back.") })
KiiUser.authenticate(withToken: "", andBlock: { (usr, error) -> Void in print(error == nil) })
do {
    try KiiUser.authenticateWithStoredCredentialsSynchronous()
} catch let error as NSError {
    // swift-format-ignore: NeverForceUnwrap
    print(error.userInfo["description"] as! String)
}
print(KiiUser.loggedIn() ? "Somebody is logged in." : "Nobody is logged in.")
