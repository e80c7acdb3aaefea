import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Synchronization

/// A way to a server that keeps every secret that goes over it, and spoils an answer on demand.
final class SecretTap: HTTPTransport {
    /// The parameters, members and fields whose values nobody may print.
    private static let names: Set<String> = [
        "access_token", "refresh_token", "id_token", "token", "id_token_hint", "code", "code_verifier", "nonce",
        "state",
        "username", "login_hint", "email", "password", "new_password", "oob", "continuation_token", "device_code",
        "user_code", "client_secret",
    ]

    let network: InProcessTransport
    private let book: TraceBook
    private let spoiler = Mutex<(@Sendable (Data) -> Data)?>(nil)

    init(to server: TestServer, _ book: TraceBook) {
        network = InProcessTransport(to: server)
        self.book = book
    }

    /// Spoils the next answer with a token in it.
    func spoilNext(_ spoil: @escaping @Sendable (Data) -> Data) {
        spoiler.withLock { $0 = spoil }
    }

    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        let query = (request.path ?? "").split(separator: "?").dropFirst().joined()
        for form in [query, String(decoding: body ?? Data(), as: UTF8.self)] {
            for item in (try? Parameters(formEncoded: form))?.elements ?? [] where Self.names.contains(item.name) {
                keep(item.name, item.value)
            }
        }
        let credentials = (request.headerFields[.authorization] ?? "").split(separator: " ").dropFirst().joined()
        book.keep(credentials, as: "authorization")
        let (response, data) = try await network.send(request, body: body)
        keep((try? JSONSerialization.jsonObject(with: data)) ?? [:])
        let text = String(decoding: data, as: UTF8.self)
        guard text.contains("access_token") else { return (response, data) }
        let spoil = spoiler.withLock { spoiler in
            defer { spoiler = nil }
            return spoiler
        }
        return (response, spoil?(data) ?? data)
    }

    private func keep(_ name: String, _ value: String) {
        book.keep(value, as: name)
        // What is in an ID token is as secret as the token: its nonce, its signature.
        let parts = value.split(separator: ".").map(String.init)
        guard name == "id_token" || name == "access_token", parts.count == 3 else { return }
        for part in parts.dropFirst() { book.keep(part, as: "part of \(name)") }
        let claims =
            Base64URL.decode(parts[1]).flatMap { try? JSONSerialization.jsonObject(with: $0) } as? [String: Any]
        if let nonce = claims?["nonce"] as? String { book.keep(nonce, as: "nonce") }
    }

    private func keep(_ json: Any) {
        if let list = json as? [Any] { for item in list { keep(item) } }
        guard let object = json as? [String: Any] else { return }
        for (name, value) in object {
            if let text = value as? String, Self.names.contains(name) { keep(name, text) } else { keep(value) }
        }
    }
}
