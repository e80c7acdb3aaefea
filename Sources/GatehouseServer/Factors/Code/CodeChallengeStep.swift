package import Crypto
package import Foundation
import GatehouseStore
package import GatehouseWire

/// A step that waits for a code sent to an address.
package struct CodeChallengeStep: Sendable, Equatable, Codable {
    /// The purpose of a code.
    package enum Use: String, Sendable, Codable {
        case signIn, signUp, reset
        /// Verifies a pending address of an account.
        case verify
        /// Ends all sessions and begins a reset, by a link in a notice.
        case secure
        /// Restores addresses, by a link in a notice.
        case undo
        /// Cancels the reset of the factors, by a link in a notice.
        case keepFactors
    }

    /// An address whose ownership the user has just proved.
    ///
    /// Created only for a correct code, or for the link in the same message.
    package struct VerifiedAddress: Sendable, Equatable, Codable {
        package let address: LoginIdentifier
        package let provenAt: Date

        /// The address as text.
        package var email: String { address.value }

        /// Returns the proof of the identity of the user whose account has the address.
        ///
        /// - Throws: ``ServiceFailure/internalError`` for another account.
        func proof(of account: Account) throws(ServiceFailure) -> FactorProof {
            guard account.hasIdentifier(address) else { throw .internalError }
            let method = address.kind == .phone ? AMR.textMessage : CodeFactor.method
            let proven = ProvenFactor(CodeFactor.name, kind: CodeFactor.kind, method: method, provenAt: provenAt)
            return FactorProof(account: account, factors: [proven], changes: [proven.use(of: account.id)])
        }

        fileprivate init(address: LoginIdentifier, provenAt: Date) {
            self.address = address
            self.provenAt = provenAt
        }
    }

    /// The result of verifying a code.
    package enum Verdict: Sendable, Equatable {
        case proven(VerifiedAddress)
        /// The code is incorrect; the value is the next step, with one attempt less.
        case wrong(CodeChallengeStep)
        /// The code is incorrect, and no attempts remain.
        case exhausted
        case expired
    }

    package let address: LoginIdentifier
    package let use: Use
    /// The input of a sign-up besides the address.
    package private(set) var pendingRegistration: PendingRegistration?
    package private(set) var sentAt: Date
    package let expiresAt: Date
    /// Whether the code replaces an earlier one.
    package let isResent: Bool
    package private(set) var attemptsRemaining: Int
    private let salt: Data
    private let hash: String

    /// The address as text.
    package var email: String { address.value }

    /// Creates a step for a code, of which only a keyed hash is stored.
    package init(
        address: LoginIdentifier,
        use: Use,
        pendingRegistration: PendingRegistration? = nil,
        code: String,
        salt: Data,
        key: SymmetricKey,
        sentAt: Date,
        expiresAt: Date,
        attempts: Int,
        isResent: Bool = false
    ) {
        self.address = address
        self.use = use
        self.pendingRegistration = pendingRegistration
        self.sentAt = sentAt
        self.expiresAt = expiresAt
        self.isResent = isResent
        attemptsRemaining = attempts
        self.salt = salt
        hash = Self.hash(code, salt: salt, key: key)
    }

    /// Returns the step with additional attributes of the pending registration.
    func adding(_ attributes: [String: JSONValue]) -> CodeChallengeStep {
        var next = self
        next.pendingRegistration = PendingRegistration(
            passwordHash: pendingRegistration?.passwordHash,
            attributes: (pendingRegistration?.attributes ?? [:]).merging(attributes) { _, new in new }
        )
        return next
    }

    /// Returns the time from which another code may be sent; a first resend may be earlier.
    func earliestResend(_ lifetimes: Lifetimes) -> Date {
        sentAt.addingTimeInterval(lifetimes.mailCodeResend)
    }

    /// Returns the step with a new time of sending.
    func resent(at now: Date) -> CodeChallengeStep {
        var next = self
        next.sentAt = now
        return next
    }

    /// Returns the step without attempts: its code is invalid, but the unguessable link remains valid until it expires.
    func exhausted() -> CodeChallengeStep {
        var next = self
        next.attemptsRemaining = 0
        return next
    }

    /// Returns the entered code without white space and dashes, which users type or paste.
    static func digits(_ typed: String) -> String { TypedCode.withoutSeparators(typed) }

    /// Verifies a code.
    package func verify(_ typed: String, key: SymmetricKey, at now: Date) -> Verdict {
        guard now < expiresAt else { return .expired }
        guard matches(typed, key: key) else {
            var next = self
            next.attemptsRemaining -= 1
            return next.attemptsRemaining > 0 ? .wrong(next) : .exhausted
        }
        return .proven(VerifiedAddress(address: address, provenAt: now))
    }

    /// Returns whether the text is the code that was sent, expired or not.
    func matches(_ typed: String, key: SymmetricKey) -> Bool {
        Secret(hash).matches(Self.hash(Self.digits(typed), salt: salt, key: key))
    }

    /// Verifies the link that was sent with the code; attempts are not counted, because links cannot be guessed.
    ///
    /// - Returns: `nil` if the code has expired, or if the link belongs to another one.
    func verifyLink(_ link: MessageLink, key: SymmetricKey, at now: Date) -> VerifiedAddress? {
        guard now < expiresAt, Secret(linkCode(of: link.flow.rawValue, key: key)).matches(link.code) else {
            return nil
        }
        return VerifiedAddress(address: address, provenAt: now)
    }

    /// Returns the secret of the link that is sent with the code.
    func linkCode(of id: String, key: SymmetricKey) -> String {
        Base64URL.encode(Self.tag(id, salt: salt, key: key).prefix(16))
    }

    /// Returns a code derived from the key, which can be sent again without being stored.
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

/// The input of a sign-up, kept until the address is verified.
package struct PendingRegistration: Sendable, Equatable, Codable {
    /// The hash of the chosen password.
    package let passwordHash: String?
    /// The validated attributes by name.
    package let attributes: [String: JSONValue]
}

/// A proof that the user owns an address.
package enum AddressProof: Sendable {
    /// The code sent to the address.
    case code(String)
    /// The link sent with the code.
    case link(MessageLink)
}

/// A correct proof of an address, with the password that was submitted with it.
struct AcceptedAddressProof: Sendable {
    let address: CodeChallengeStep.VerifiedAddress
    /// Whether the link was opened; a code is entered in the app that requested it.
    let isLink: Bool
    let password: String?
}

extension AccountIdentifier {
    /// Creates an identifier from a verified address.
    init(_ proven: CodeChallengeStep.VerifiedAddress) {
        self.init(kind: proven.address.kind, value: proven.address.value, verifiedAt: proven.provenAt)
    }
}
