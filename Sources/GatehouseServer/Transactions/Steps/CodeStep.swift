package import Crypto
package import Foundation
import GatehouseStore
import GatehouseWire

/// A code was sent to an address, and waits to be typed in.
package struct CodeStep: Sendable, Equatable, Codable {
    /// What the code is for.
    package enum Use: String, Sendable, Codable {
        case signIn, signUp, reset
        /// To make an address that an account claims one of its names.
        case verify
    }

    /// An address that its owner has just proven to be theirs.
    ///
    /// Only a right code, or the link sent along with it, makes one.
    package struct ProvenAddress: Sendable, Equatable, Codable {
        package let address: SignInName
        package let provenAt: Date

        /// The address as text, where it is one of e-mail.
        package var email: String { address.value }

        fileprivate init(address: SignInName, provenAt: Date) {
            self.address = address
            self.provenAt = provenAt
        }
    }

    /// What a try at the code came to.
    package enum Verdict: Sendable, Equatable {
        case proven(ProvenAddress)
        /// Wrong; the step to go on with has one try less.
        case wrong(CodeStep)
        /// Wrong, and it was the last try.
        case exhausted
        case expired
    }

    package let address: SignInName
    package let use: Use
    /// For a sign-up: what was given with the address.
    package private(set) var newcomer: Newcomer?
    package private(set) var sentAt: Date
    package let expiresAt: Date
    /// Whether an earlier code had been sent, in whose place this one is.
    package let isResent: Bool
    package private(set) var triesLeft: Int
    private let salt: Data
    private let hash: String

    /// The address as text, where it is one of e-mail.
    package var email: String { address.value }

    /// A new step for a code.
    ///
    /// The code is what the message says; only a keyed hash of it is kept.
    package init(
        address: SignInName,
        use: Use,
        newcomer: Newcomer? = nil,
        code: String,
        salt: Data,
        key: SymmetricKey,
        sentAt: Date,
        expiresAt: Date,
        tries: Int,
        isResent: Bool = false
    ) {
        self.address = address
        self.use = use
        self.newcomer = newcomer
        self.sentAt = sentAt
        self.expiresAt = expiresAt
        self.isResent = isResent
        triesLeft = tries
        self.salt = salt
        hash = Self.hash(code, salt: salt, key: key)
    }

    /// The same code, with more that a newcomer has given meanwhile.
    func adding(_ attributes: [String: JSONValue]) -> CodeStep {
        var next = self
        next.newcomer = Newcomer(
            passwordHash: newcomer?.passwordHash,
            attributes: (newcomer?.attributes ?? [:]).merging(attributes) { _, new in new }
        )
        return next
    }

    /// The same code, sent once more.
    func resent(at now: Date) -> CodeStep {
        var next = self
        next.sentAt = now
        return next
    }

    /// The same without tries: its code is dead, and the link that was sent along, which nobody can guess, is good until it expires.
    func spent() -> CodeStep {
        var next = self
        next.triesLeft = 0
        return next
    }

    /// What was typed, without the white space and the dashes that people type or paste along.
    static func digits(_ typed: String) -> String { typed.filter { !$0.isWhitespace && $0 != "-" } }

    /// Tries a code.
    package func verify(_ typed: String, key: SymmetricKey, at now: Date) -> Verdict {
        guard now < expiresAt else { return .expired }
        guard Secret(hash).matches(Self.hash(Self.digits(typed), salt: salt, key: key)) else {
            var next = self
            next.triesLeft -= 1
            return next.triesLeft > 0 ? .wrong(next) : .exhausted
        }
        return .proven(ProvenAddress(address: address, provenAt: now))
    }

    /// Takes a link that was sent along with the code; nobody can guess one, so no tries are counted.
    ///
    /// - Returns: `nil` when the code has expired, or the link belongs to another one.
    func follow(_ link: MailedLink, key: SymmetricKey, at now: Date) -> ProvenAddress? {
        guard now < expiresAt, Secret(linkCode(of: link.transaction.rawValue, key: key)).matches(link.code) else {
            return nil
        }
        return ProvenAddress(address: address, provenAt: now)
    }

    /// What the link that is sent along with the code holds.
    func linkCode(of id: String, key: SymmetricKey) -> String {
        Base64URL.encode(Self.tag(id, salt: salt, key: key).prefix(16))
    }

    /// The code where nobody drew it: it follows from the key, so that it can be said again and is stored nowhere.
    func derivedCode(of id: String, key: SymmetricKey, length: Int) -> String {
        Self.derivedCode(of: id, salt: salt, key: key, length: length)
    }

    static func derivedCode(of id: String, salt: Data, key: SymmetricKey, length: Int) -> String {
        let number = tag(id, salt: salt, key: key).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let bound = (0..<length).reduce(UInt64(1)) { bound, _ in bound * 10 }
        let digits = String(number % bound)
        return String(repeating: "0", count: length - digits.count) + digits
    }

    private static func tag(_ text: String, salt: Data, key: SymmetricKey) -> Data {
        var mac = HMAC<SHA256>(key: key)
        mac.update(data: salt)
        mac.update(data: Data(text.utf8))
        return Data(mac.finalize())
    }

    private static func hash(_ code: String, salt: Data, key: SymmetricKey) -> String {
        Base64URL.encode(tag(code, salt: salt, key: key))
    }
}
