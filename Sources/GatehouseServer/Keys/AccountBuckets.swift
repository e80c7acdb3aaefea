import Crypto
package import Foundation
package import GatehouseStore
package import GatehouseWire

/// The hidden buckets of accounts in session IDs, authorization codes and cookies.
///
/// If the store is ever divided among several databases, each has a range of the 65,536 buckets, and the server finds
/// the database of a token by the bucket in it. Until then nothing reads buckets.
///
/// The first two bytes are the bucket, masked with a keyed hash of the other ones, so that IDs look random to clients:
/// a readable bucket would help them to relate the pairwise subjects of a user.
package struct AccountBuckets: Sendable {
    /// The length of a bucket in bytes.
    private static let bucketLength = 2
    /// The length of the part of a session ID that follows the month, in bytes.
    private static let idLength = 16
    /// The length of a secret in bytes.
    private static let secretLength = 32
    private let key: SymmetricKey
    private let random: RandomSource

    package init(masterKey: MasterKey, random: RandomSource) {
        key = masterKey.derive(.accountBuckets)
        self.random = random
    }

    /// Returns the bucket of an account: the first 16 bits of the SHA-256 hash of its ID.
    package static func bucket(of account: Account.ID) -> UInt16 {
        first16Bits(of: SHA256.hash(data: Data(account.rawValue.utf8)))
    }

    /// Returns the ID of a new session of an account.
    package func newSessionID(of account: Account.ID, startingAt date: Date) -> Session.ID {
        Session.ID(random: Base64URL.encode(bytes(Self.idLength, of: account)), startingAt: date)
    }

    /// Returns a new secret of an account: an authorization code or the cookie of a browser session.
    package func newSecret(of account: Account.ID) -> OpaqueToken {
        OpaqueToken(bytes: bytes(Self.secretLength, of: account))
    }

    /// Returns the bucket in the ID of a session; `nil` for text that is no such ID.
    package func bucket(in session: Session.ID) -> UInt16? {
        guard let bytes = session.randomPart.flatMap({ Base64URL.decode($0) }), bytes.count == Self.idLength else {
            return nil
        }
        return bucket(in: bytes)
    }

    /// Returns the bucket in an authorization code or a cookie; `nil` for text that is no such secret.
    ///
    /// The bucket is not authenticated: a forged secret has one too.
    package func bucket(in secret: Secret) -> UInt16? {
        guard let bytes = Base64URL.decode(secret.reveal()), bytes.count == Self.secretLength else { return nil }
        return bucket(in: bytes)
    }

    private func bytes(_ count: Int, of account: Account.ID) -> Data {
        let random = random.bytes(count - Self.bucketLength)
        let masked = Self.bucket(of: account) ^ mask(of: random)
        return Data([UInt8(masked >> 8), UInt8(masked & 0xFF)]) + random
    }

    private func bucket(in bytes: Data) -> UInt16 {
        Self.first16Bits(of: bytes) ^ mask(of: bytes.dropFirst(Self.bucketLength))
    }

    private func mask(of random: Data) -> UInt16 {
        Self.first16Bits(of: HMAC<SHA256>.authenticationCode(for: random, using: key))
    }

    private static func first16Bits(of bytes: some Sequence<UInt8>) -> UInt16 {
        bytes.prefix(bucketLength).reduce(0) { $0 << 8 | UInt16($1) }
    }
}
