import CSodium

/// Argon2id through libsodium, on the calling thread: hashes and comparisons in the PHC string form.
///
/// Copies of the password are wiped after use.
struct Argon2: Sendable {
    let cost: HashCost

    /// Begins libsodium once for the process.
    private static let isReady = sodium_init() >= 0

    private var operations: UInt64 { UInt64(cost.passes) }
    private var bytes: Int { cost.memory * 1024 }

    /// A well-formed hash of this cost that no known password has, for the comparison an unknown account gets.
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
        guard age(of: hash) != .malformed else { return .failure(.malformedHash) }
        // The library's only failure here is "no match"; it reports memory that could not be had the same way.
        let status = unsafe withBytes(of: password) { text, length in
            unsafe crypto_pwhash_str_verify(hash, text, length)
        }
        return .success(status == 0)
    }

    /// How a stored hash compares with today's cost.
    enum Age { case current, outdated, malformed }

    func age(of hash: String) -> Age {
        switch unsafe crypto_pwhash_str_needs_rehash(hash, operations, bytes) {
        case 0: .current
        case 1: .outdated
        default: .malformed
        }
    }

    private func withBytes<R>(of password: Password, _ body: (UnsafePointer<CChar>, UInt64) -> R) -> R {
        var copy = password.text.utf8.map(CChar.init(bitPattern:))
        // One spare byte, so that the buffer of an empty password has an address too.
        let length = copy.count
        copy.append(0)
        return unsafe copy.withUnsafeMutableBufferPointer { buffer in
            defer { unsafe sodium_memzero(buffer.baseAddress, buffer.count) }
            guard let start = buffer.baseAddress else { fatalError("a non-empty array has storage") }
            return unsafe body(start, UInt64(length))
        }
    }
}
