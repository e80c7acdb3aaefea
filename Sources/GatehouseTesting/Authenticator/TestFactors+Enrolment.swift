import Foundation
import GatehouseServer
import GatehouseWire

extension TestFactors {
    /// Adds the authenticator app to an account, which turns on the second factor.
    ///
    /// - Returns: The recovery codes, if these are the account's first ones; otherwise empty.
    @discardableResult
    package func enrolAuthenticatorApp(for email: String, named name: String? = nil) async throws -> [String] {
        let app = authenticatorApp
        return keep(
            try await server.users.enrol(.authenticatorApp, named: name, for: email) { presentation in
                guard case .authenticatorApp(_, let secret) = presentation else { throw TestServerError.otherFactor }
                try app.add(secret: secret.reveal(), account: email)
                return .string(try await app.code(of: email))
            }
        )
    }

    /// Creates a passkey and adds it to an account.
    ///
    /// - Returns: The recovery codes, if these are the account's first ones; otherwise empty.
    @discardableResult
    package func addPasskey(for email: String, named name: String? = nil) async throws -> [String] {
        let (page, passkeys) = (server.issuer, passkeys)
        return keep(
            try await server.users.enrol(.passkey, named: name, for: email) { presentation in
                guard case .passkey(let options) = presentation else { throw TestServerError.otherFactor }
                let text = String(decoding: JSONCoding.encode(options), as: UTF8.self)
                let response = try await passkeys.respond(to: "create", with: text, at: page)
                return try JSONCoding.decode(JSONValue.self, from: Data(response.utf8))
            }
        )
    }

    private func keep(_ codes: [String]) -> [String] {
        if !codes.isEmpty { recoveryCodes = codes }
        return codes
    }
}

extension TestServerError {
    fileprivate static let otherFactor = TestServerError("The server enrols another factor.")
}
