import Foundation
import Gatehouse

/// A command line tool that signs a user in, with a browser or with a code that is entered on another device.
@main
struct CLI {
    static func main() async {
        let issuer = ProcessInfo.processInfo.environment["GATEHOUSE_ISSUER"] ?? "http://localhost:8080"
        guard let url = URL(string: issuer) else { fail("GATEHOUSE_ISSUER is not a URL.") }
        // The session is stored: in the keychain on a Mac, in an encrypted file on Linux.
        let gatehouse = GatehouseClient(issuer: url, clientID: "gatehouse-cli")
        do throws(AuthError) {
            switch CommandLine.arguments.dropFirst().joined(separator: " ") {
            case "sign-in": try await greet(gatehouse.signIn(scopes: [.profile, .email]))
            case "sign-in --device": try await greet(signInWithCode(gatehouse))
            case "whoami": try await whoAmI(gatehouse)
            case "sign-out":
                try await gatehouse.signOut()
                print("Signed out.")
            default: fail("usage: CLI sign-in [--device] | whoami | sign-out")
            }
        } catch {
            fail(error.userMessage() ?? "You cancelled the sign-in.")
        }
        // Lets the sign-out reach the server.
        await gatehouse.waitForPendingWork()
    }

    /// Signs in where no browser can be opened, such as over SSH.
    static func signInWithCode(_ gatehouse: GatehouseClient) async throws(AuthError) -> Session {
        try await gatehouse.signInWithDeviceCode(scopes: [.profile, .email]) { prompt in
            report("Open \(prompt.verificationURI) on any device and enter \(prompt.userCode)")
        }
    }

    static func whoAmI(_ gatehouse: GatehouseClient) async throws(AuthError) {
        guard let session = try await gatehouse.session() else { fail("You are not signed in: run \"CLI sign-in\".") }
        try await greet(session)
    }

    static func greet(_ session: Session) async throws(AuthError) {
        let user = try await session.user()
        print("Signed in as \(user.name ?? user.email ?? user.id).")
    }

    static func report(_ message: String) {
        FileHandle.standardError.write(Data((message + "\n").utf8))
    }

    static func fail(_ message: String) -> Never {
        report(message)
        exit(1)
    }
}
