import Foundation
import GatehouseJOSE
import GatehouseWire

/// The kind of a ceremony, as client data names it.
enum Ceremony: String {
    case registration = "webauthn.create"
    case assertion = "webauthn.get"
}

/// The context of a ceremony, as the client saw it (WebAuthn Level 3 §5.8.1).
struct ClientData {
    private let type: String
    private let challenge: String
    private let origin: String
    private let isCrossOrigin: Bool
    /// The SHA-256 hash, which authenticators sign.
    let hash: Data

    init(_ json: Data) throws(WebAuthnError) {
        guard json.count <= WebAuthnLimits.clientDataJSON else { throw .oversized }
        guard let members = (try? JSONCoding.decode(JSONValue.self, from: json, depth: 8))?.object,
            let type = members["type"]?.string,
            let challenge = members["challenge"]?.string,
            let origin = members["origin"]?.string
        else { throw .malformedClientData }
        switch members["crossOrigin"] {
        case nil, .bool(false): isCrossOrigin = members["topOrigin"] != nil
        case .bool(true): isCrossOrigin = true
        default: throw .malformedClientData
        }
        self.type = type
        self.challenge = challenge
        self.origin = origin
        hash = SHA256Digest.of(json)
    }

    /// Verifies the members (WebAuthn Level 3 §7.1 and §7.2: steps for the client data).
    func verify(_ ceremony: Ceremony, challenge expected: Data, origins: Set<String>) throws(WebAuthnError) {
        guard type == ceremony.rawValue else { throw .wrongCeremony }
        guard !expected.isEmpty, ConstantTime.equal(challenge, Base64URL.encode(expected)) else {
            throw .wrongChallenge
        }
        guard origins.contains(origin) else { throw .wrongOrigin }
        guard !isCrossOrigin else { throw .crossOrigin }
    }
}
