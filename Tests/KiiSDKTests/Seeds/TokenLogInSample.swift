import Foundation
import KiiSDK

// The sample code of Kii's page about log-in with an access token (`kii-token-login.txt`), letter by letter but for what each `Handle the
// error.` stands for and the loose ends of the two methods. What follows a snippet is the app's own.

/// An app that keeps access tokens in a storage of its own.
final class TokenLogInSample {
    /// Its storage.
    var storage: [String] = []
    /// What it had to handle.
    var handled: [NSError] = []
    /// Told once a block was called.
    var tell: () -> Void = {}
    /// What the page calls the token that it stores, which it does not declare.
    var token: String { storage[0] }

    private func storeToken(_ token: String) {
        storage.append(token)
    }

    private func getStoredToken() -> String { storage[storage.count - 1] }

    private func handle(_ error: NSError) {
        handled.append(error)
    }

    // swift-format-ignore
    /// The first snippet.
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
    /// The second snippet.
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
    /// The third snippet.
    func logInWithBlock() {
    // Get an access token from the storage with your own function.
    let token = getStoredToken()

    // Authenticate a user with the access token.
    KiiUser.authenticate(withToken: token, andBlock:{(usr , error )->Void in
        defer { self.tell() }
      if (error != nil) {
        // Handle the error.
        self.handle(error! as NSError)
        return
      }
    })
    }
}
