import CSodium

/// Argon2id by libsodium on the calling thread, with hashes in PHC string format.
///
/// Copies of the password are wiped after use.
struct Argon2: Sendable {
    let cost: HashCost

    /// Initializes libsodium once per process.
    private static let isReady = sodium_init() >= 0

    private var operations: UInt64 { UInt64(cost.passes) }
    private var bytes: Int { cost.memory * 1024 }

    /// A well-formed hash of this cost that no known password matches, for the comparison with an unknown account.
    var unmatchable: String {
        let salt = String(repeating: "A", count: 22)
        let output = String(repeating: "A", count: 43)
        return "$argon2id$v=19$m=\(cost.memory),t=\(cost.passes),p=1$\(salt)$\(output)"
    }

    func hash(_ password: Password) -> Result<String, PasswordHashError> {
        guard Self.isReady else { return .failure(.unavailable) }
        var output = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let status = unsafe withBytes(of: password) { text, length in
            unsafe crypto_pwhash_str_alg(&output, text, length, operations, bytes, crypto_pwhash_ALG_ARGON2ID13)
        }
        guard status == 0 else { return .failure(.unavailable) }
        return .success(String(decoding: output.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }

    func verify(_ password: Password, against hash: String) -> Result<Bool, PasswordHashError> {
        guard Self.isReady else { return .failure(.unavailable) }
        guard status(of: hash) != .malformed else { return .failure(.malformedHash) }
        // The library reports an allocation failure as a mismatch too.
        let result = unsafe withBytes(of: password) { text, length in
            unsafe crypto_pwhash_str_verify(hash, text, length)
        }
        return .success(result == 0)
    }

    /// The status of a stored hash compared to the current cost.
    enum HashStatus { case current, outdated, malformed }

    func status(of hash: String) -> HashStatus {
        switch unsafe crypto_pwhash_str_needs_rehash(hash, operations, bytes) {
        case 0: .current
        case 1: .outdated
        default: .malformed
        }
    }

    private func withBytes<R>(of password: Password, _ body: (UnsafePointer<CChar>, UInt64) -> R) -> R {
        var copy = password.text.utf8.map(CChar.init(bitPattern:))
        // An extra byte, so that the buffer of an empty password has an address.
        let length = copy.count
        copy.append(0)
        return unsafe copy.withUnsafeMutableBufferPointer { buffer in
            defer { unsafe sodium_memzero(buffer.baseAddress, buffer.count) }
            guard let start = buffer.baseAddress else { fatalError("A non-empty array has storage.") }
            return unsafe body(start, UInt64(length))
        }
    }
}

/// The cost of one argon2id computation, with one lane (RFC 9106 §3.1).
package struct HashCost: Sendable, Equatable {
    /// The memory in KiB; at least 8.
    package let memory: Int
    /// The number of passes over the memory; at least 1.
    package let passes: Int

    package init(memory: Int, passes: Int) {
        self.memory = memory
        self.passes = passes
    }

    /// The cost for servers: 19 MiB and two passes.
    package static let standard = HashCost(memory: 19_456, passes: 2)

    /// The minimum that argon2id allows, for tests that hash many passwords.
    package static let minimal = HashCost(memory: 8, passes: 1)
}
