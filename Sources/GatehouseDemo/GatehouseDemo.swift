import FlyingFox
import FlyingSocks
import Foundation
import Gatehouse

/// A web app that signs people in with Gatehouse: an ordinary OpenID client, written with the SDK.
///
/// It needs a server that knows the client `gatehouse-demo`; `gatehouse serve --dev` does. `GATEHOUSE_ISSUER` names another server,
/// and `GATEHOUSE_DEMO_PORT` another port than 8090.
@main
struct GatehouseDemo {
    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        let address = "http://localhost:" + (environment["GATEHOUSE_DEMO_PORT"] ?? "8090")
        guard let issuer = URL(string: environment["GATEHOUSE_ISSUER"] ?? "http://localhost:8080"),
            let home = URL(string: address), let port = home.port.flatMap(UInt16.init(exactly:))
        else {
            FileHandle.standardError.write(Data("GATEHOUSE_ISSUER is no URL, or GATEHOUSE_DEMO_PORT no port.\n".utf8))
            exit(1)
        }
        let site = Site(visitors: Visitors(issuer: issuer, home: home), home: home)
        let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: port), logger: .disabled)
        await site.addRoutes(to: server)
        // Unlike print, not held back where the output is a pipe.
        FileHandle.standardOutput.write(Data("The demo app is at \(address)\n".utf8))
        try await server.run()
    }
}
