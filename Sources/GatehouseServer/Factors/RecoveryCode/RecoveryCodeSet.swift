package import Crypto
import Foundation
package import GatehouseWire

/// The recovery codes of an account, each of which replaces another second factor once.
///
/// Stores keyed hashes only: without the key, a copy of the database does not suffice to guess codes.
package struct RecoveryCodeSet: Sendable, Equatable, Codable {
    private static let size = 10
    /// 32 characters without those that look like another one in lower case: 0 and o, 1 and l.
    private static let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)
    /// The number of characters of a code: 50 random bits.
    private static let codeLength = 10

    private let salt: Data
    /// The hashes of the unused codes.
    private var hashes: [Secret]
    /// The number of codes that were generated.
    package let count: Int

    /// The number of unused codes.
    package var remaining: Int { hashes.count }

    /// Generates ten codes.
    ///
    /// - Parameters:
    ///   - random: The source of the codes and of the salt.
    ///   - key: The key of ``MasterKey/Purpose/recoveryCodes``.
    /// - Returns: The set to store, and the codes to show once, as `xxxxx-xxxxx`.
    package static func generate(random: RandomSource, key: SymmetricKey) -> (set: RecoveryCodeSet, codes: [Secret]) {
        var codes: [String] = []
        while codes.count < size {
            // The alphabet has 32 characters: five bits of a byte select one without bias.
            let letters = random.bytes(codeLength).map { alphabet[Int($0 & 31)] }
            let code = String(decoding: letters, as: UTF8.self)
            if !codes.contains(code) { codes.append(code) }
        }
        let set = RecoveryCodeSet(codes: codes, salt: random.bytes(16), key: key)
        return (set, codes.map { Secret("\($0.prefix(codeLength / 2))-\($0.suffix(codeLength / 2))") })
    }

    private init(codes: [String], salt: Data, key: SymmetricKey) {
        self.salt = salt
        hashes = codes.map { Self.hash($0, salt: salt, key: key) }
        count = codes.count
    }

    /// Returns the set without an entered code, to store in the commit that accepts it.
    ///
    /// Compares with the hashes of all unused codes, so that the duration does not tell which one matches.
    ///
    /// - Parameters:
    ///   - typed: The entered text, in any case and with any white space and dashes.
    ///   - key: The key that generated the set.
    /// - Returns: `nil` if the text is not an unused code.
    package func consuming(_ typed: String, key: SymmetricKey) -> RecoveryCodeSet? {
        guard let code = Self.normalized(typed) else { return nil }
        let hash = Self.hash(code, salt: salt, key: key)
        var next = self
        next.hashes = hashes.filter { $0 != hash }
        return next.remaining < remaining ? next : nil
    }

    /// Returns the characters of a code in lower case; `nil` if the text cannot be a code.
    ///
    /// Reads l and 1, which no code contains, as i, which looks like them.
    private static func normalized(_ typed: String) -> String? {
        guard let typed = TypedCode.limited(typed), typed.utf8.count == codeLength else { return nil }
        let letters = typed.utf8.map { letter in
            let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(letter)
            let lower = isCapital ? letter | 0x20 : letter
            return [UInt8(ascii: "l"), UInt8(ascii: "1")].contains(lower) ? UInt8(ascii: "i") : lower
        }
        return letters.allSatisfy(alphabet.contains) ? String(decoding: letters, as: UTF8.self) : nil
    }

    private static func hash(_ code: String, salt: Data, key: SymmetricKey) -> Secret {
        var mac = HMAC<SHA256>(key: key)
        mac.update(data: salt)
        mac.update(data: Data(code.utf8))
        return Secret(Base64URL.encode(Data(mac.finalize())))
    }
}
