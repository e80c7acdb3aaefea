import Crypto
import Foundation
import GatehouseStore
import GatehouseWire

/// The credential that gives access to a flow, and the step it was issued for.
enum FlowBinding: Sendable {
    /// The browser in which the flow started, with the step number of the submitted form.
    case browser(BrowserContext, step: Int)
    /// The app's continuation token, with the called endpoint.
    case app(ContinuationToken, at: NativeCall)
    /// The code or link of the flow that an account request refers to.
    case bearer

    var browser: BrowserContext? {
        if case .browser(let browser, _) = self { browser } else { nil }
    }

    var endpoint: NativeCall? {
        if case .app(_, let endpoint) = self { endpoint } else { nil }
    }

    /// Returns whether the credential gives access to the flow: native flows are not accessible in browsers, and vice
    /// versa.
    func matches(_ state: FlowState) -> Bool {
        switch (self, state.browser) {
        case (.browser(let browser, _), let bound?): Secret(bound).matches(browser.bindingHash)
        case (.app, nil): state.purpose.isNative
        case (.bearer, nil): if case .address = state.purpose { true } else { false }
        default: false
        }
    }

    /// Returns whether an input is a retry of an earlier step, whose response was lost or whose screen is shown again.
    ///
    /// Requesting a challenge and polling for completion can be retried from the previous step, and a factor can be
    /// chosen again from any step since the choice began. None reaches its step by a proof that the holder of the older
    /// token may not have.
    ///
    /// - Throws: ``FlowError/stale`` for any other input to an earlier step.
    func isRetry(_ input: FlowInput, at state: FlowState) throws(FlowError) -> Bool {
        switch self {
        case .browser(_, let number):
            guard number == state.number else { throw .stale }
            return false
        case .bearer: return false
        case .app(let token, _):
            if token.number == state.number { return false }
            let first: Int? =
                switch (input, state.step) {
                case (.requestChallenge, .code), (.requestChallenge, .password): state.number - 1
                // After a second factor, an older token may belong to someone who has not proven it.
                case (.awaitCompletion, .granted(let granted)) where granted.user.authentication.isOfCodeAlone:
                    state.number - 1
                case (.chooseFactor, .additionalFactor), (.chooseFactor, .enrolFactor), (.chooseAddress, .enrolFactor):
                    state.choiceNumber
                default: nil
                }
            guard let first, token.number >= first, token.number < state.number else { throw .stale }
            return true
        }
    }
}

/// A native app's reference to a flow and the step it was at.
///
/// Authenticated with a key of its client, so it cannot be forged or used by another app. The flow alone decides what
/// the token permits: its kind, its step, and that the token is of the current step.
struct ContinuationToken: Sendable, Equatable {
    let flowID: FlowRecord.ID
    let number: Int
    let expiresAt: Date

    /// Creates the token of a flow at its current step.
    init(_ flow: Flow) {
        flowID = flow.id
        number = flow.state.number
        expiresAt = flow.expiresAt
    }

    /// Parses a presented token; `nil` unless this server issued it to the client.
    init?(_ presented: Secret, of client: Client.ID, key: MasterKey) {
        guard let bytes = Base64URL.decode(presented.reveal()), bytes.count > Self.tagLength else { return nil }
        let (text, tag) = (bytes.dropLast(Self.tagLength), bytes.suffix(Self.tagLength))
        guard
            HMAC<SHA256>.isValidAuthenticationCode(tag, authenticating: text, using: Self.key(of: client, key))
        else { return nil }
        let parts = String(decoding: text, as: UTF8.self).split(separator: ".")
        guard parts.count == 4, let number = Int(parts[1]), let expiry = Int64(parts[2]) else { return nil }
        flowID = FlowRecord.ID(String(parts[0]))
        self.number = number
        expiresAt = Date(milliseconds: expiry)
    }

    /// Returns the token's text, which is different each time.
    func secret(for client: Client.ID, key: MasterKey, random: RandomSource) -> Secret {
        let nonce = OpaqueToken.identifier(random: random)
        let text = Data("\(flowID).\(number).\(expiresAt.milliseconds).\(nonce)".utf8)
        let tag = HMAC<SHA256>.authenticationCode(for: text, using: Self.key(of: client, key))
        return Secret(Base64URL.encode(text + Data(tag)))
    }

    private static let tagLength = SHA256.byteCount

    private static func key(of client: Client.ID, _ key: MasterKey) -> SymmetricKey {
        key.derive(.continuationTokens, context: Data(client.rawValue.utf8))
    }
}

extension Authentication {
    /// Whether the user has proven an address alone.
    fileprivate var isOfCodeAlone: Bool { factors.allSatisfy { $0.factor == CodeFactor.name } }
}
