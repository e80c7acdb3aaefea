package import Crypto
package import Foundation
import GatehouseWire

/// A code was sent to an address, and waits to be typed in.
package struct CodeStep: Sendable, Equatable, Codable {
    /// What the code is for.
    package enum Use: String, Sendable, Codable {
        case signIn, signUp, reset
    }

    /// An address that its owner has just proven to be theirs.
    ///
    /// Only a right code makes one.
    package struct ProvenEmail: Sendable, Equatable, Codable {
        package let email: String
        package let provenAt: Date

        fileprivate init(email: String, provenAt: Date) {
            self.email = email
            self.provenAt = provenAt
        }
    }

    /// What a try at the code came to.
    package enum Verdict: Sendable, Equatable {
        case proven(ProvenEmail)
        /// Wrong; the step to go on with has one try less.
        case wrong(CodeStep)
        /// Wrong, and it was the last try.
        case exhausted
        case expired
    }

    package let email: String
    package let use: Use
    /// For a sign-up: what was given with the address.
    package private(set) var newcomer: Newcomer?
    package let sentAt: Date
    package let expiresAt: Date
    /// Whether an earlier code had been sent, in whose place this one is.
    package let isResent: Bool
    package private(set) var triesLeft: Int
    private let salt: Data
    private let hash: String

    /// A new step for a code.
    ///
    /// The code is what the mail says; only a keyed hash of it is kept.
    package init(
        email: String,
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
        self.email = email
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
        return .proven(ProvenEmail(email: email, provenAt: now))
    }

    private static func hash(_ code: String, salt: Data, key: SymmetricKey) -> String {
        var mac = HMAC<SHA256>(key: key)
        mac.update(data: salt)
        mac.update(data: Data(code.utf8))
        return Base64URL.encode(Data(mac.finalize()))
    }
}
