import Foundation
import KiiSDK

// The sample code of Kii's page about log-in with an access token (`kii-token-login.txt`), verbatim except for each
// `Handle the error.` and the missing ends of two methods. The code after a snippet belongs to the app.

/// An app that keeps access tokens in its own storage.
final class TokenLogInSample {
    /// The storage of the app.
    var storage: [String] = []
    /// The errors that were handled.
    var handled: [NSError] = []
    /// A closure that is called after a block.
    var completion: () -> Void = {}
    /// The stored token, which the page uses without a declaration.
    var token: String { storage[0] }

    private func storeToken(_ token: String) {
        storage.append(token)
    }

    private func getStoredToken() -> String { storage[storage.count - 1] }

    private func handle(_ error: NSError) {
        handled.append(error)
    }

    // swift-format-ignore
    /// Shows the first snippet.
    func storeTokens() {
// Assume that a user has logged in.

// Method #1: Get an access token from the accessToken property.
let token1 = KiiUser.current()!.accessToken

// Method #2: Get an access token with the accessTokenDictionary() method.
let dictionary = KiiUser.current()!.accessTokenDictionary()!
let token2 = dictionary["access_token"] as! NSString

        storage = [token1!, String(describing: token2)]

// Securely store the access token in the storage with your own function.
storeToken(token)
    }

    // swift-format-ignore
    /// Shows the second snippet.
    func logInAndWait() {
    // Get an access token from the storage with your own function.
    let token = getStoredToken()

    do{
      // Authenticate a user with the access token.
      try KiiUser.authenticate(withTokenSynchronous: token)
    }catch let error as NSError {
      // Handle the error.
        handle(error)
      return
    }
    }

    // swift-format-ignore
    /// Shows the third snippet.
    func logInWithBlock() {
    // Get an access token from the storage with your own function.
    let token = getStoredToken()

    // Authenticate a user with the access token.
    KiiUser.authenticate(withToken: token, andBlock:{(usr , error )->Void in
        defer { self.completion() }
      if (error != nil) {
        // Handle the error.
        self.handle(error! as NSError)
        return
      }
    })
    }
}
