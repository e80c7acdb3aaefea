import Foundation

/// The gateway of `Interop/sms_gateway.py`, running for one test.
final class SMSGatewayServer {
    /// A request as the gateway received it.
    struct Request: Decodable {
        let target: String
        let body: String
        let encrypted: Bool
        let signature: String?
        let contentType: String?
        let authorization: String?
        let trace: String?
    }

    private let process: InteropProcess

    var port: Int { process.port }
    var authority: String { process.directory.appending(path: "authority.pem").path }

    init(tls: Bool = false) async throws {
        process = try await InteropProcess("sms_gateway.py", tls ? ["--tls"] : [])
    }

    /// Returns the next request that the gateway receives.
    func next() async throws -> Request { try await process.next(Request.self) }
}
