import GatehouseStore
import GatehouseWire

extension AdditionalFactorStep {
    /// The masked address that a code was sent to; `nil` for other factors.
    package var maskedAddress: String? {
        guard factor == .mailCode || factor == .smsCode else { return nil }
        return try? MessageCodeFactor<MailCodes>.step(of: challenge).address.masked
    }
}
