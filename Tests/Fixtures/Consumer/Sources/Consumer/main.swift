import Foundation
import Gatehouse
import GatehouseVerifier
import KiiSDK
import LoginWithAmazon
import MSAL

// An app's first calls: the token store is empty and no user interface is shown.
guard let issuer = URL(string: "https://login.example.com") else { exit(1) }
var configuration = GatehouseClient.Configuration(issuer: issuer, clientID: "example")
configuration.tokenStore = MemoryTokenStore()
let gatehouse = GatehouseClient(configuration: configuration)
let session = try await gatehouse.session()
print(session == nil ? "Not signed in." : "Signed in.")

// The same with Login with Amazon; without an API key, the error says so.
let request = AMZNAuthorizeRequest()
request.scopes = [AMZNProfileScope.profile()]
request.interactiveStrategy = .never
do {
    print(try await AMZNAuthorizationManager.shared().authorize(request).token)
} catch {
    print(error.localizedDescription)
}

// The same with MSAL and native authentication.
let config = MSALNativeAuthPublicClientApplicationConfig(
    clientId: "example",
    authority: try MSALCIAMAuthority(url: issuer.appending(path: "default")),
    challengeTypes: [.OOB]
)
let nativeAuth = try MSALNativeAuthPublicClientApplication(nativeAuthConfiguration: config) {
    $0.tokenStore = MemoryTokenStore()
}
print(nativeAuth.getNativeAuthUserAccount()?.account.username ?? "Not signed in.")

// The same with the Kii SDK; completion blocks compile in both spellings.
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
print(KiiUser.loggedIn() ? "Logged in." : "Not logged in.")

// An API that verifies a token; without one, the error has the challenge.
let verifier = try TokenVerifier(issuer: "https://login.example.com", audience: "https://api.example.com")
do {
    _ = try await verifier.verify(ResourceRequest(method: "GET", url: "/orders", authorization: []))
} catch {
    print(error.challenge ?? error.message)
}
