import GatehouseServer
import GatehouseWire

/// The code and the description of the error that refused a request.
struct Refusal: Sendable, Equatable {
    let code: String
    let description: String

    /// Creates the refusal of an error; `nil` for a pending authorization, which refuses nothing.
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
