import Foundation
import Gatehouse
import Testing

/// The claims of an ID token about the sign-in.
struct SignInClaims: Decodable {
    let acr: String
    let amr: Set<String>

    /// Reads the claims without verifying the token.
    init(of session: Session) async throws {
        let token = try #require(try await session.idToken())
        let payload = try #require(token.split(separator: ".").dropFirst().first)
        let standard = String(payload).replacing("-", with: "+").replacing("_", with: "/")
        let padded = standard + String(repeating: "=", count: (4 - standard.count % 4) % 4)
        self = try JSONDecoder().decode(Self.self, from: try #require(Data(base64Encoded: padded)))
    }
}
