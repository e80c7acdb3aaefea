import GatehouseServer
import GatehouseWire

/// Why a request was refused: the error's code and its description.
struct Refusal: Sendable, Equatable {
    let code: String
    let description: String

    /// - Returns: `nil` for answers that clients wait with, which refuse nothing.
    init?(_ error: OAuthError) {
        guard ![.authorizationPending, .slowDown].contains(error.code) else { return nil }
        self.init(code: error.code.rawValue, description: error.description)
    }

    init?(_ error: EntraError) {
        guard ![.authorizationPending, .slowDown].contains(error.code) else { return nil }
        self.init(code: error.code.rawValue, description: error.text)
    }

    init(code: String, description: String) {
        self.code = code
        self.description = description
    }
}
