import Foundation

/// The two members of a request object that its refusal needs (OpenID Connect Core §6.1).
///
/// The server does not support request objects and verifies none. These members only let the client recognise the
/// refused request; the response goes to the redirect URI outside the object.
struct RefusedRequestObject: Sendable {
    let state: String?
    let responseMode: String?

    /// Reads the members from the payload of a JWT; both are absent when there is no readable one.
    init(parameters: Parameters) {
        let parts = (parameters[.request] ?? "").split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64URL.decode(parts[1]),
            let members = try? WireJSON.decode([String: JSONValue].self, from: payload)
        else {
            state = nil
            responseMode = nil
            return
        }
        state = members[ParameterName.state.rawValue]?.string
        responseMode = members[ParameterName.responseMode.rawValue]?.string
    }
}
