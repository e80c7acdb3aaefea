import Crypto
import Foundation
import GatehouseStore
import GatehouseWire

/// What an app holds of a transaction: which one it is, and at which step it stood.
///
/// It is authenticated under a key of its client, so nobody can make one up or bring another app's. What it is good for is decided by
/// the transaction alone: its flow, its step, and that the step is the one of the token.
struct ContinuationToken: Sendable, Equatable {
    let transactionID: TransactionRecord.ID
    let number: Int
    let expiresAt: Date

    /// The token of a transaction at the step where it stands.
    init(_ transaction: Transaction) {
        transactionID = transaction.id
        number = transaction.state.number
        expiresAt = transaction.expiresAt
    }

    /// Reads what a client presents; `nil` unless this server gave it to that client.
    init?(_ presented: Secret, of client: Client.ID, key: MasterKey) {
        guard let bytes = Base64URL.decode(presented.reveal()), bytes.count > Self.tagLength else { return nil }
        let (text, tag) = (bytes.dropLast(Self.tagLength), bytes.suffix(Self.tagLength))
        guard
            HMAC<SHA256>.isValidAuthenticationCode(tag, authenticating: text, using: Self.key(of: client, key))
        else { return nil }
        let parts = String(decoding: text, as: UTF8.self).split(separator: ".")
        guard parts.count == 4, let number = Int(parts[1]), let expiry = Int64(parts[2]) else { return nil }
        transactionID = TransactionRecord.ID(String(parts[0]))
        self.number = number
        expiresAt = Date(milliseconds: expiry)
    }

    /// The token as the client gets it: another text each time.
    func secret(for client: Client.ID, key: MasterKey, random: RandomSource) -> Secret {
        let nonce = OpaqueToken.identifier(random: random)
        let text = Data("\(transactionID).\(number).\(expiresAt.milliseconds).\(nonce)".utf8)
        let tag = HMAC<SHA256>.authenticationCode(for: text, using: Self.key(of: client, key))
        return Secret(Base64URL.encode(text + Data(tag)))
    }

    private static let tagLength = SHA256.byteCount

    private static func key(of client: Client.ID, _ key: MasterKey) -> SymmetricKey {
        key.derive(.continuationTokens, context: Data(client.rawValue.utf8))
    }
}
