import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire

extension FlowInput {
    /// Creates the input of a form about passkeys and second factors; `nil` for any other form.
    ///
    /// - Throws: ``FlowError/factorRejected(_:)`` for a malformed response of a passkey, or
    ///   ``FlowError/codeMissing``.
    init?(factorsOf form: Parameters, action: PageAction, at step: FlowStep) throws(FlowError) {
        switch (step, action) {
        case (.identify(let identify), .passkey) where identify.mode == .signIn:
            self = .passkey(try form.requiredPasskeyResponse())
        case (.password, .passkey): self = .passkey(try form.requiredPasskeyResponse())
        case (.code(let code), .passkey) where code.use == .signIn:
            self = .passkey(try form.requiredPasskeyResponse())
        case (.additionalFactor, .continue), (.enrolFactor, .continue):
            if let name = form.page(.factor) {
                self = .chooseFactor(FactorName(rawValue: name))
            } else {
                let code = try form.requiredCode()
                self =
                    if case .enrolFactor = step { .enrol(.string(code)) } else {
                        .factor(.string(code), trustsBrowser: form.trustsBrowser)
                    }
            }
        case (.additionalFactor, .passkey):
            self = .factor(try form.requiredPasskeyResponse(), trustsBrowser: form.trustsBrowser)
        case (.enrolFactor, .passkey), (.offerPasskey, .passkey): self = .enrol(try form.requiredPasskeyResponse())
        case (.offerPasskey, .skip), (.recoveryCodes, .continue): self = .proceed
        default: return nil
        }
    }
}

extension Parameters {
    /// The maximum size of a passkey's response in bytes: attestations contain certificates.
    private static let maximumResponseSize = 16 * 1024

    /// The response of a passkey; `nil` if it is missing, too long or malformed.
    var passkeyResponse: JSONValue? {
        guard let text = page(.passkey), text.utf8.count <= Self.maximumResponseSize else { return nil }
        return try? JSONCoding.decode(JSONValue.self, from: Data(text.utf8))
    }

    /// Whether the browser shall need no second factor for a while.
    fileprivate var trustsBrowser: Bool { page(.trustsBrowser) == "true" }

    fileprivate func requiredPasskeyResponse() throws(FlowError) -> JSONValue {
        guard let passkeyResponse else { throw .factorRejected(.passkey) }
        return passkeyResponse
    }

    fileprivate func requiredCode() throws(FlowError) -> String {
        guard let code = page(.code), code.contains(where: { !$0.isWhitespace }) else { throw .codeMissing }
        return code
    }
}
