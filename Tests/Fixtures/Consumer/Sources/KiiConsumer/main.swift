import Dispatch
import Foundation
import KiiSDK

// An app of Kii's as it was written for Swift 3 to 5: it waits on the main thread, and from everywhere at once. Without arguments nobody answers
// where its server should be; with the identifier, the key and the URL of an app it registers somebody there.

let arguments = CommandLine.arguments
let isOnline = arguments.count == 4
let storage = FileManager.default.temporaryDirectory.appendingPathComponent("kii-consumer-\(getpid())")
for variable in ["XDG_STATE_HOME", "XDG_DATA_HOME"] { setenv(variable, storage.path, 1) }
// No key of this comes into the keyring of whoever runs it.
setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:", 1)
if isOnline {
    Kii.begin(withID: arguments[1], andKey: arguments[2], andCustomURL: arguments[3])
} else {
    Kii.begin(withID: "example", andKey: "key", andCustomURL: "http://127.0.0.1:9/api")
}

func finish(_ problem: String?) -> Never {
    KiiUser.logOut()
    try? FileManager.default.removeItem(at: storage)
    print(problem ?? "All calls have come back.")
    exit(problem == nil ? 0 : 1)
}

/// What a call should come to: nothing online, 201 offline.
func isExpected(_ error: Error?) -> Bool {
    guard let error = error else { return isOnline }
    // swift-format-ignore: NeverForceUnwrap
    let text = (error as NSError).userInfo["description"] as! String
    return !isOnline && !text.isEmpty && (error as NSError).code == KiiError.codeUnableToConnectToInternet()
}

// The main thread waits.
let name = "consumer_\(getpid())"
var problem: Error?
do {
    try KiiUser(username: name, andPassword: "correct horse battery").performRegistrationSynchronous()
} catch let error as NSError {
    problem = error
}
guard isExpected(problem) else { finish("The main thread waited for \(String(describing: problem))") }
let token = KiiUser.current()?.accessToken ?? "token"

// Every thread of tasks waits, and the main thread with them.
let group = DispatchGroup()
for number in 0..<64 {
    group.enter()
    Task {
        defer { group.leave() }
        do {
            if number % 4 == 0 {
                try await KiiUser.authenticate(withToken: token)
            } else {
                try KiiUser.authenticate(withTokenSynchronous: token)
            }
            if !isOnline { finish("A token was taken.") }
        } catch {
            if !isExpected(error) { finish("A task waited for \(error)") }
        }
    }
}
do {
    try KiiUser.authenticate(withTokenSynchronous: token)
} catch {
    if !isExpected(error) { finish("The main thread waited for \(error)") }
}
group.wait()

// Blocks, in both spellings, on the main queue.
// swift-format-ignore
KiiUser.authenticate(withToken: token, andBlock: { (usr, error) -> Void in
    dispatchPrecondition(condition: .onQueue(.main))
    if !isExpected(error) { finish("A block got \(String(describing: error))") }
    KiiUser.authenticate(name, withPassword: "correct horse battery") { (user: KiiUser?, error: Error?) -> Void in
        dispatchPrecondition(condition: .onQueue(.main))
        finish(isExpected(error) ? nil : "Another block got \(String(describing: error))")
    }
})
dispatchMain()
