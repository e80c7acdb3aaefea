import Foundation
import Gatehouse
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
