public import Foundation
import GatehouseWire

/// The claims that an app wants in its tokens (OpenID Connect Core §5.5).
public final class MSALClaimsRequest: NSObject {
    private var requests: [MSALClaimsRequestTarget: [MSALIndividualClaimRequest]] = [:]

    /// Whether no claim is wanted.
    var isEmpty: Bool { requests.values.allSatisfy(\.isEmpty) }

    /// No claims yet.
    public override init() {
        super.init()
    }

    /// Reads a request.
    ///
    /// - Parameters:
    ///   - jsonString: The request as JSON.
    ///   - error: Where to leave an error, when the text is not such JSON; the request has no claims then.
    public init(jsonString: String, error: NSErrorPointer) {
        super.init()
        do throws(WireError) {
            requests = try Self.requests(in: jsonString)
        } catch let failure {
            unsafe error?.pointee = Self.error("The claims request cannot be read. \(failure.message)")
        }
    }

    /// Adds a claim, in place of another request for it.
    ///
    /// - Parameters:
    ///   - request: The claim.
    ///   - target: Where it is wanted.
    /// - Throws: `NSError` when the claim has no name.
    public func requestClaim(
        _ request: MSALIndividualClaimRequest,
        for target: MSALClaimsRequestTarget = .idToken
    ) throws {
        guard !request.name.isEmpty else { throw Self.error("The claim has no name.") }
        var others = requests[target, default: []]
        others.removeAll { $0.name == request.name }
        requests[target] = others + [request]
    }

    /// Takes a claim out.
    ///
    /// - Parameters:
    ///   - name: The claim.
    ///   - target: Where it was wanted.
    /// - Throws: `NSError` when it was not.
    public func removeClaimRequest(withName name: String, target: MSALClaimsRequestTarget) throws {
        guard let index = requests[target]?.firstIndex(where: { $0.name == name }) else {
            throw Self.error("There is no request for the claim \(name).")
        }
        requests[target]?.remove(at: index)
    }

    /// The claims that are wanted somewhere.
    ///
    /// - Parameter target: Where.
    /// - Returns: The claims in the order in which they were added; `nil` for none.
    public func claimsRequests(for target: MSALClaimsRequestTarget) -> [MSALIndividualClaimRequest]? {
        let found = requests[target] ?? []
        return found.isEmpty ? nil : found
    }

    /// The request as JSON.
    ///
    /// - Returns: The JSON; `nil` when a value is one that JSON does not have.
    public func jsonString() -> String? {
        var members: [String: JSONValue] = [:]
        for (target, requests) in requests where !requests.isEmpty {
            var claims: [String: JSONValue] = [:]
            for request in requests {
                guard let claim = try? request.additionalInfo?.json ?? .null else { return nil }
                claims[request.name] = claim
            }
            members[target.member] = .object(claims)
        }
        return String(decoding: WireJSON.encode(JSONValue.object(members)), as: UTF8.self)
    }

    private static func requests(
        in text: String
    ) throws(WireError) -> [MSALClaimsRequestTarget: [MSALIndividualClaimRequest]] {
        let members = try WireJSON.decode([String: JSONValue].self, from: Data(text.utf8))
        var requests: [MSALClaimsRequestTarget: [MSALIndividualClaimRequest]] = [:]
        for target in [MSALClaimsRequestTarget.idToken, .accessToken] {
            guard let claims = members[target.member] else { continue }
            guard let claims = claims.object else { throw WireError("The claims are not an object.") }
            requests[target] = claims.sorted { $0.key < $1.key }.map { name, info in
                let request = MSALIndividualClaimRequest(name: name)
                request.additionalInfo = info.object.map(MSALIndividualClaimRequestAdditionalInfo.init(members:))
                return request
            }
        }
        return requests
    }

    private static func error(_ message: String) -> NSError {
        NSError(.internal, message)
    }
}

extension MSALClaimsRequestTarget {
    /// The member of the request whose members are the claims.
    fileprivate var member: String {
        switch self {
        case .idToken: ParameterName.idToken.rawValue
        case .accessToken: ParameterName.accessToken.rawValue
        }
    }
}
