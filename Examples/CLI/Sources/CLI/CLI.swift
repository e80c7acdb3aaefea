import Foundation
import Gatehouse

/// A command line tool that signs a user in, with a browser or with a code that is entered on another device, and calls
/// an API.
@main
struct CLI {
    static func main() async {
        // The session is stored: in the keychain on a Mac, in an encrypted file on Linux.
        let gatehouse = GatehouseClient(
            issuer: address("GATEHOUSE_ISSUER", default: "http://localhost:8080"),
            clientID: "gatehouse-cli"
        )
        let arguments = Array(CommandLine.arguments.dropFirst())
        do throws(AuthError) {
            switch (arguments.first, arguments.count) {
            case ("sign-in", _): try await greet(signIn(gatehouse, Array(arguments.dropFirst())))
            case ("whoami", 1): try await greet(session(of: gatehouse))
            case ("orders", 1): try await orders(of: gatehouse).list()
            case ("order", 3):
                guard let quantity = Int(arguments[2]) else { fail("The quantity must be a number.") }
                try await orders(of: gatehouse).place(arguments[1], quantity: quantity)
            case ("sign-out", 1):
                try await gatehouse.signOut()
                print("Signed out.")
            default:
                fail("usage: CLI sign-in [--device] [SCOPE ...] | whoami | orders | order ITEM QUANTITY | sign-out")
            }
        } catch {
            fail(error.userMessage() ?? "You cancelled the sign-in.")
        }
        // Lets the sign-out reach the server.
        await gatehouse.waitForPendingWork()
    }

    /// Signs in, with the scopes of the API if there are any.
    static func signIn(_ gatehouse: GatehouseClient, _ arguments: [String]) async throws(AuthError) -> Session {
        let added = arguments.filter { $0 != "--device" }.map { Scope(rawValue: $0) }
        let scopes = ScopeSet([.profile, .email] + added)
        // The API has tokens of its own, which only it accepts.
        let resources = added.isEmpty ? [] : [api.absoluteString]
        guard arguments.contains("--device") else {
            return try await gatehouse.signIn(scopes: scopes, options: SignInOptions(resources: resources))
        }
        // Where no browser can be opened, such as over SSH.
        return try await gatehouse.signInWithDeviceCode(scopes: scopes, resources: resources) { prompt in
            report("Open \(prompt.verificationURI) on any device and enter \(prompt.userCode)")
        }
    }

    static func session(of gatehouse: GatehouseClient) async throws(AuthError) -> Session {
        guard let session = try await gatehouse.session() else { fail("You are not signed in: run \"CLI sign-in\".") }
        return session
    }

    static func orders(of gatehouse: GatehouseClient) async throws(AuthError) -> Orders {
        Orders(api: api, session: try await session(of: gatehouse))
    }

    static func greet(_ session: Session) async throws(AuthError) {
        let user = try await session.user()
        print("Signed in as \(user.name ?? user.email ?? user.id).")
    }

    /// The API of orders: its identifier is its address.
    static var api: URL { address("ORDERS_API", default: "http://localhost:8070") }

    static func address(_ variable: String, default value: String) -> URL {
        guard let url = URL(string: ProcessInfo.processInfo.environment[variable] ?? value), url.host() != nil else {
            fail("\(variable) is not a URL.")
        }
        return url
    }

    static func report(_ message: String) {
        FileHandle.standardError.write(Data((message + "\n").utf8))
    }

    static func fail(_ message: String) -> Never {
        report(message)
        exit(1)
    }
}
