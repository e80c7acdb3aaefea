import Foundation
import GatehouseDelivery
import GatehouseServer

/// The server of another party, `Interop/remote_server.py`, running for one test.
final class RemoteServer {
    /// A request as the server received it.
    struct Request: Decodable {
        let method: String
        let target: String
        let body: String
        /// The header fields; names are in lower case.
        let fields: [String: String]
    }

    private let process: InteropProcess
    private let scheme: String

    var authority: String { process.directory.appending(path: "authority.pem").path }

    init(tls: Bool = true) async throws {
        process = try await InteropProcess("remote_server.py", tls ? [] : ["--plain"])
        scheme = tls ? "https" : "http"
    }

    /// Returns a URL of the server.
    func url(_ path: String, host: String = "localhost") -> String { "\(scheme)://\(host):\(process.port)\(path)" }

    /// Returns the next request that the server receives.
    func next() async throws -> Request { try await process.next(Request.self) }

    /// Returns a transport that trusts the server and may connect to it.
    func transport(
        _ addresses: RemoteAddressPolicy = .loopback,
        timeout: Duration = .seconds(10)
    ) -> RemoteTransport {
        RemoteTransport(RemoteTransportSettings(addresses: addresses, authorityFile: authority, timeout: timeout))
    }
}

extension RemoteAddressPolicy {
    /// Admits the servers of tests, on this machine.
    static let loopback = RemoteAddressPolicy(exempt: IPNetwork.loopback)
}
