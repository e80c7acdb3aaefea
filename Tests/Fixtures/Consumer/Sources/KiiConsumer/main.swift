import Dispatch
import Foundation
import KiiSDK

// A Kii app as written for Swift 3 to 5: it blocks the main thread and many tasks at the same time. Without arguments,
// its server is unreachable; with the ID, key and URL of an app, it registers a user there.

let arguments = CommandLine.arguments
let isOnline = arguments.count == 4
let storage = FileManager.default.temporaryDirectory.appendingPathComponent("kii-consumer-\(getpid())")
for variable in ["XDG_STATE_HOME", "XDG_DATA_HOME"] { setenv(variable, storage.path, 1) }
// Keeps keys out of the keyring of the user who runs this program.
setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:", 1)
if isOnline {
    Kii.begin(withID: arguments[1], andKey: arguments[2], andCustomURL: arguments[3])
} else {
    Kii.begin(withID: "example", andKey: "key", andCustomURL: "http://127.0.0.1:9/api")
}

func finish(_ problem: String?) -> Never {
    KiiUser.logOut()
    try? FileManager.default.removeItem(at: storage)
    print(problem ?? "All calls have returned.")
    exit(problem == nil ? 0 : 1)
}

/// Returns whether the result is expected: no error online, error 201 offline.
func isExpected(_ error: Error?) -> Bool {
    guard let error = error else { return isOnline }
    // swift-format-ignore: NeverForceUnwrap
    let text = (error as NSError).userInfo["description"] as! String
    return !isOnline && !text.isEmpty && (error as NSError).code == KiiError.codeUnableToConnectToInternet()
}

// Blocks the main thread.
let name = "consumer_\(getpid())"
var problem: Error?
do {
    try KiiUser(username: name, andPassword: "correct horse battery").performRegistrationSynchronous()
} catch let error as NSError {
    problem = error
}
guard isExpected(problem) else { finish("Unexpected error on the main thread: \(String(describing: problem))") }
let token = KiiUser.current()?.accessToken ?? "token"

// Blocks every thread of the task pool, and the main thread.
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
            if !isOnline { finish("A token was accepted.") }
        } catch {
            if !isExpected(error) { finish("Unexpected error in a task: \(error)") }
        }
    }
}
do {
    try KiiUser.authenticate(withTokenSynchronous: token)
} catch {
    if !isExpected(error) { finish("Unexpected error on the main thread: \(error)") }
}
group.wait()

// Completion blocks in both spellings, on the main queue.
// swift-format-ignore
KiiUser.authenticate(withToken: token, andBlock: { (usr, error) -> Void in
    dispatchPrecondition(condition: .onQueue(.main))
    if !isExpected(error) { finish("Unexpected error in a block: \(String(describing: error))") }
    KiiUser.authenticate(name, withPassword: "correct horse battery") { (user: KiiUser?, error: Error?) -> Void in
        dispatchPrecondition(condition: .onQueue(.main))
        finish(isExpected(error) ? nil : "Unexpected error in the second block: \(String(describing: error))")
    }
})
dispatchMain()
