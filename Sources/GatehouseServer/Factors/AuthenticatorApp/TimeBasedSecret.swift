import Crypto
package import Foundation
import GatehouseWire

/// The secret that the server shares with an authenticator app, and the codes derived from it (TOTP, RFC 6238).
///
/// Its description does not contain the key.
package struct TimeBasedSecret: Sendable, Equatable {
    /// The number of digits of a code; some apps ignore any other value of the key URI.
    static let codeLength = 6
    /// The lifetime of a code in seconds.
    package static let period = 30
    /// The length in bytes that RFC 4226 §4 recommends.
    private static let byteCount = 20
    /// The number of steps before and after the current one whose codes are accepted (RFC 6238 §5.2).
    private static let drift: Int64 = 1

    private let key: SymmetricKey

    /// The 20 bytes of the key, to store sealed.
    package var bytes: Data { unsafe key.withUnsafeBytes { unsafe Data($0) } }

    /// Creates a secret for one app of one account.
    package init(random: RandomSource) {
        key = SymmetricKey(data: random.bytes(Self.byteCount))
    }

    /// Creates a secret from its stored bytes, of which there are exactly 20.
    package init?(bytes: Data) {
        guard bytes.count == Self.byteCount else { return nil }
        key = SymmetricKey(data: bytes)
    }

    /// Returns the step at a time: the number of periods since 1970.
    ///
    /// - Returns: `nil` for times before 1970 and times that no counter can represent.
    package static func step(at time: Date) -> Int64? {
        guard let step = Int64(exactly: (time.timeIntervalSince1970 / Double(period)).rounded(.down)), step >= 0
        else { return nil }
        return step
    }

    /// Returns the code of a step, which the app shows during it.
    package func code(step: Int64, length: Int = codeLength) -> String {
        let counter = unsafe withUnsafeBytes(of: step.bigEndian) { unsafe Data($0) }
        let tag = Data(HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: key))
        // Dynamic truncation (RFC 4226 §5.3): the last four bits select 31 bits of the tag.
        let offset = Int(tag[tag.count - 1] & 15)
        let number = tag[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let digits = String(String(number).suffix(length))
        return String(repeating: "0", count: length - digits.utf8.count) + digits
    }

    /// Returns the step of an entered code, which the caller stores as the last used one in the same commit.
    ///
    /// Compares with every accepted step, so that the duration does not tell which one matches. Of steps with equal
    /// codes the last one counts, because the others must not accept the code again.
    ///
    /// - Parameters:
    ///   - typed: The entered text, which may contain white space and dashes.
    ///   - time: The current time.
    ///   - lastUsedStep: The step of the previously accepted code; `nil` if none was accepted.
    /// - Returns: `nil` if the code is wrong, or not of a later step than the last used one (RFC 6238 §5.2).
    package func matchingStep(_ typed: String, at time: Date, after lastUsedStep: Int64?) -> Int64? {
        guard let code = TypedCode.digits(typed, count: Self.codeLength), let current = Self.step(at: time) else {
            return nil
        }
        let steps = max(0, current - Self.drift)...(current + Self.drift)
        return steps.reduce(nil) { match, step in
            let isMatch = Secret(self.code(step: step)).matches(code)
            let isUnused = lastUsedStep.map { step > $0 } ?? true
            return isMatch && isUnused ? step : match
        }
    }
}
