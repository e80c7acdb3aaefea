public import Foundation
import GatehouseWire

/// The claims that an app requests in its tokens (OpenID Connect Core §5.5).
public final class MSALClaimsRequest: NSObject {
    private var requests: [MSALClaimsRequestTarget: [MSALIndividualClaimRequest]] = [:]

    /// Whether no claim is requested.
    var isEmpty: Bool { requests.values.allSatisfy(\.isEmpty) }

    /// Creates an empty request.
    public override init() {
        super.init()
    }

    /// Parses a request.
    ///
    /// - Parameters:
    ///   - jsonString: The request as JSON.
    ///   - error: A pointer that receives an error if the JSON is invalid. The request is empty then.
    public init(jsonString: String, error: NSErrorPointer) {
        super.init()
        do throws(WireError) {
            requests = try Self.requests(in: jsonString)
        } catch let failure {
            unsafe error?.pointee = Self.error("The claims request is malformed. \(failure.message)")
        }
    }

    /// Adds a claim, replacing another request for it.
    ///
    /// - Parameters:
    ///   - request: The claim.
    ///   - target: The token for which the claim is requested.
    /// - Throws: An `NSError` if the claim has no name.
    public func requestClaim(
        _ request: MSALIndividualClaimRequest,
        for target: MSALClaimsRequestTarget = .idToken
    ) throws {
        guard !request.name.isEmpty else { throw Self.error("The claim has no name.") }
        var others = requests[target, default: []]
        others.removeAll { $0.name == request.name }
        requests[target] = others + [request]
    }

    /// Removes a claim.
    ///
    /// - Parameters:
    ///   - name: The name of the claim.
    ///   - target: The token for which the claim was requested.
    /// - Throws: An `NSError` if the claim was not requested.
    public func removeClaimRequest(withName name: String, target: MSALClaimsRequestTarget) throws {
        guard let index = requests[target]?.firstIndex(where: { $0.name == name }) else {
            throw Self.error("The claim \(name) was not requested.")
        }
        requests[target]?.remove(at: index)
    }

    /// Returns the claims requested for a token.
    ///
    /// - Parameter target: The token.
    /// - Returns: The claims in the order in which they were added; `nil` if none was.
    public func claimsRequests(for target: MSALClaimsRequestTarget) -> [MSALIndividualClaimRequest]? {
        let found = requests[target] ?? []
        return found.isEmpty ? nil : found
    }

    /// Returns the request as JSON.
    ///
    /// - Returns: The JSON; `nil` if a value cannot be represented in JSON.
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
        return String(decoding: JSONCoding.encode(JSONValue.object(members)), as: UTF8.self)
    }

    private static func requests(
        in text: String
    ) throws(WireError) -> [MSALClaimsRequestTarget: [MSALIndividualClaimRequest]] {
        let members = try JSONCoding.decode([String: JSONValue].self, from: Data(text.utf8))
        var requests: [MSALClaimsRequestTarget: [MSALIndividualClaimRequest]] = [:]
        for target in [MSALClaimsRequestTarget.idToken, .accessToken] {
            guard let claims = members[target.member] else { continue }
            guard let claims = claims.object else { throw WireError("The claims must be an object.") }
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
    /// The name of the JSON member that contains the claims.
    fileprivate var member: String {
        switch self {
        case .idToken: ParameterName.idToken.rawValue
        case .accessToken: ParameterName.accessToken.rawValue
        }
    }
}

/// The token for which a claim is requested.
#if canImport(ObjectiveC)
@objc(MSALClaimsRequestTarget)
#endif
public enum MSALClaimsRequestTarget: UInt, Sendable {
    /// The ID token.
    #if canImport(ObjectiveC)
    @objc(MSALClaimsRequestTargetIdToken)
    #endif
    case idToken
    /// The access token.
    #if canImport(ObjectiveC)
    @objc(MSALClaimsRequestTargetAccessToken)
    #endif
    case accessToken
}

/// A claim that an app requests in a token.
public final class MSALIndividualClaimRequest: NSObject {
    /// The name of the claim.
    public var name: String
    /// Requirements for the claim, if any.
    public var additionalInfo: MSALIndividualClaimRequestAdditionalInfo?

    /// Creates a request for a claim.
    ///
    /// - Parameter name: The name of the claim.
    public init(name: String) {
        self.name = name
        super.init()
    }
}

/// The requirements for a claim.
public final class MSALIndividualClaimRequestAdditionalInfo: NSObject {
    /// A Boolean `NSNumber` that indicates whether the claim is essential.
    public var essential: NSNumber?
    /// The required value.
    public var value: Any?
    /// The acceptable values.
    public var values: [Any]?

    /// Creates requirements without content.
    public override init() {
        super.init()
    }

    /// Creates requirements for a claim.
    ///
    /// - Parameters:
    ///   - essential: Whether the claim is essential.
    ///   - value: The required value.
    ///   - values: The acceptable values.
    public init(essential: NSNumber?, value: Any?, values: [Any]?) {
        self.essential = essential
        self.value = value
        self.values = values
        super.init()
    }
}

extension MSALIndividualClaimRequestAdditionalInfo {
    private enum Member: String {
        case essential, value, values
    }

    convenience init(members: [String: JSONValue]) {
        self.init(
            essential: members[Member.essential.rawValue]?.bool.map(NSNumber.init(value:)),
            value: members[Member.value.rawValue]?.untyped,
            values: members[Member.values.rawValue]?.array?.map(\.untyped)
        )
    }

    /// The JSON representation; `null` without requirements.
    var json: JSONValue {
        get throws(WireError) {
            var members: [String: JSONValue] = [:]
            if let essential { members[Member.essential.rawValue] = .bool(essential.boolValue) }
            if let value { members[Member.value.rawValue] = try JSONValue(untyped: value) }
            if let values { members[Member.values.rawValue] = try JSONValue(untyped: values) }
            return members.isEmpty ? .null : .object(members)
        }
    }
}
