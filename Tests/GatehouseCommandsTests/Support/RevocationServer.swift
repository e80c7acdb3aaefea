import Foundation
import Gatehouse
import GatehouseConcurrency
import GatehouseWire
import HTTPTypes

/// A server that records revocations and responds slowly.
final class RevocationServer: HTTPTransport {
    private let issuer: String
    private let tokens = Mutex<[String]>([])

    init(issuer: String) {
        self.issuer = issuer
    }

    /// The tokens revoked so far.
    var revoked: [String] { tokens.withLock(\.self) }

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        try? await Task.sleep(for: .milliseconds(50))
        guard request.path == RevocationEndpoint.path else {
            let url = URL(string: issuer + RevocationEndpoint.path)
            let metadata = ServerMetadata(issuer: issuer, revocationEndpoint: url)
            return (HTTPResponse(status: .ok), metadata.body())
        }
        let form = try? Parameters(formEncoded: String(decoding: body ?? Data(), as: UTF8.self))
        tokens.withLock { $0.append(form?[.token] ?? "") }
        return (HTTPResponse(status: .ok), Data())
    }
}
