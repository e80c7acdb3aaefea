import Foundation
package import GatehouseStore

extension FactorName {
    package static let passkey = FactorName(rawValue: "passkey")
    package static let authenticatorApp = FactorName(rawValue: "authenticator-app")
    package static let recoveryCode = FactorName(rawValue: "recovery-code")
    package static let mailCode = FactorName(rawValue: "mail-code")
    package static let smsCode = FactorName(rawValue: "sms-code")
}

extension Credential {
    /// Returns the state as the factor stores it.
    func decodedState<State: Decodable>(as type: State.Type) throws(ServiceFailure) -> State {
        do { return try JSONDecoder().decode(type, from: state) } catch { throw .internalError }
    }

    static func encodedState(_ state: some Encodable) throws(ServiceFailure) -> Data {
        do { return try JSONEncoder().encode(state) } catch { throw .internalError }
    }

    /// Returns the credential after a use, which changes its state.
    func used(at now: Date, state: some Encodable) throws(ServiceFailure) -> Credential {
        var used = self
        used.lastUsedAt = now
        used.state = try Self.encodedState(state)
        used.revision += 1
        return used
    }

    /// Whether the credential is a second factor of its own, not the replacement of a lost one.
    package var isIndependent: Bool { factor == .passkey || factor == .authenticatorApp }
}
