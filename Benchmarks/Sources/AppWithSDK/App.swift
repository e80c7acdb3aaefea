import Foundation
import Gatehouse

/// An app that signs a user in and requests the profile, to measure the size with the SDK.
@main
enum App {
    static func main() async throws {
        guard let url = CommandLine.arguments.dropFirst().first.flatMap(URL.init(string:)) else { return }
        let gatehouse = GatehouseClient(issuer: url, clientID: "app")
        let session = try await gatehouse.signIn(scopes: [.profile, .email])
        print(try await session.user().id)
    }
}
