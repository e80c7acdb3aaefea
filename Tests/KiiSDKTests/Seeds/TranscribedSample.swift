import Foundation
import KiiSDK

// The Objective-C sample code of the same page, transcribed line by line.

/// The same app in Objective-C style.
final class TranscribedSample {
    var storage: [String] = []
    var handled: [NSError] = []
    var completion: () -> Void = {}

    private func storeToken(_ token: String?) {
        storage.append(token ?? "")
    }

    private func getStoredToken() -> String { storage[storage.count - 1] }

    func storeTokens() {
        // Assume that a user has logged in.

        // Method #1: Get an access token from the accessToken property.
        var token = KiiUser.current()?.accessToken
        storeToken(token)

        // Method #2: Get an access token with the accessTokenDictionary method.
        let dictionary = KiiUser.current()?.accessTokenDictionary()
        token = dictionary?["access_token"] as? String

        // Securely store the access token in the storage with your own function.
        storeToken(token)
    }

    func logInAndWait() {
        var error: NSError?

        // Get an access token from the storage with your own function.
        let token = getStoredToken()

        // Authenticate a user with the access token.
        do { try KiiUser.authenticate(withTokenSynchronous: token) } catch let thrown as NSError { error = thrown }
        if let error {
            // Handle the error.
            handled.append(error)
            return
        }
    }

    func logInWithBlock() {
        // Get an access token from the storage with your own function.
        let token = getStoredToken()

        // Authenticate a user with the access token.
        KiiUser.authenticate(withToken: token) { (user: KiiUser?, error: Error?) -> Void in
            defer { self.completion() }
            if error != nil {
                // Handle the error.
                self.handled.append(error! as NSError)
                return
            }
        }
    }
}
