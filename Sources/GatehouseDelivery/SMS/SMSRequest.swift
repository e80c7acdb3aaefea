import Crypto
import Foundation
import GatehouseServer
import GatehouseWire
import Synchronization

/// One SMS on its way to the gateway, as libcurl's callbacks see it: the body, and the proof of who has sent it.
final class SMSRequest: Sendable {
    /// The fields of the body; their order and spelling are what is signed.
    private struct Body: Encodable {
        let to: String
        let text: String
        let id: String
    }

    /// UTF-8 JSON.
    let body: [UInt8]
    /// Hexadecimal HMAC-SHA256 over the body.
    let signature: String
    private let cancelled = Atomic(false)

    init(_ message: SMSMessage, secret: Secret) throws(DeliveryError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data: Data
        do { data = try encoder.encode(Body(to: message.to, text: message.text, id: message.id)) } catch {
            throw .permanent("it cannot be written as JSON")
        }
        let code = HMAC<SHA256>.authenticationCode(
            for: data,
            using: SymmetricKey(data: Data(secret.reveal().utf8))
        )
        body = Array(data)
        signature = code.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
    }

    var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    func cancel() { cancelled.store(true, ordering: .relaxed) }
}
