import FlyingFox
import FlyingSocks
import Foundation
import Gatehouse

/// A web app that signs people in with Gatehouse: an ordinary OpenID client, written with the SDK.
///
/// It needs a server that knows the client `gatehouse-demo`; `gatehouse serve --dev` does. `GATEHOUSE_ISSUER` names another server.
@main
struct GatehouseDemo {
    static let address = "http://localhost:8090"

    static func main() async throws {
        let issuer = ProcessInfo.processInfo.environment["GATEHOUSE_ISSUER"] ?? "http://localhost:8080"
        guard let issuer = URL(string: issuer), let home = URL(string: address) else {
            FileHandle.standardError.write(Data("GATEHOUSE_ISSUER is not a URL.\n".utf8))
            exit(1)
        }
        let site = Site(visitors: Visitors(issuer: issuer, home: home), home: home)
        let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 8090))
        await site.addRoutes(to: server)
        FileHandle.standardOutput.write(Data("The demo app is at \(address)\n".utf8))
        try await server.run()
    }
}
