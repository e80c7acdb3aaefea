import Crypto
import Foundation
import GatehouseStore
import GatehouseWire

/// Version 2 of Entra's native authentication: a sign-in, sign-up or reset as interactions that the server drives.
package struct EntraInteractionAdapter: Sendable {
    package let authorizeChallenge: EntraAuthorizeChallengeHandler
    package let interactions: EntraInteractionHandler

    init(
        flows: NativeFlows,
        clients: EntraClientPolicy,
        tenants: EntraTenants,
        policy: AuthorizationRequestPolicy,
        settings: ServerSettings
    ) {
        authorizeChallenge = EntraAuthorizeChallengeHandler(
            flows: flows,
            clients: clients,
            tenants: tenants,
            policy: policy,
            basePath: settings.issuerPath
        )
        interactions = EntraInteractionHandler(
            flows: flows,
            clients: clients,
            tenants: tenants,
            presenter: EntraInteractionPresenter(flows: flows, codeLength: settings.codeLength),
            basePath: settings.issuerPath
        )
    }
}

/// The parts of an interaction's request other than its body.
package struct EntraInteractionCall: Sendable {
    /// The segment that names the tenant.
    package let tenant: String?
    /// The values of the named segments of the endpoint's path.
    package let segments: [String: String]
    /// The language of messages.
    package let language: Language
    package let context: RequestMetadata

    package init(tenant: String?, segments: [String: String], language: Language, context: RequestMetadata) {
        self.tenant = tenant
        self.segments = segments
        self.language = language
        self.context = context
    }
}

/// A continuation token with the client that it belongs to, which later requests do not name.
struct EntraInteractionToken: Sendable {
    let clientID: Client.ID
    let token: Secret

    init(_ token: Secret, of client: Client.ID) {
        clientID = client
        self.token = token
    }

    /// Parses a presented token; the flow verifies it.
    init?(_ presented: Secret) {
        let parts = presented.reveal().split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let name = Base64URL.decode(String(parts[0])), !name.isEmpty,
            let clientID = String(validUTF8: name)
        else { return nil }
        self.init(Secret(String(parts[1])), of: Client.ID(clientID))
    }

    /// The form in requests and responses.
    var secret: Secret { Secret(Base64URL.encode(clientID.rawValue.utf8) + "." + token.reveal()) }
}

/// The links below a tenant.
///
/// They contain no secret: the continuation token decides which flow a request belongs to. MSAL puts the path of its
/// authority in front of the part from `/api/` or `/oauth2/`.
struct EntraInteractionLinks: Sendable {
    /// The path of the tenant.
    let tenantPath: String

    subscript(endpoint: EntraInteractionEndpoint) -> EntraLink { EntraLink(tenantPath + endpoint.path) }

    subscript(endpoint: EntraInteractionEndpoint, of type: EntraMethodType, in flow: Flow) -> EntraLink {
        EntraLink(tenantPath + endpoint.path(of: type, id: type.id(in: flow.id)))
    }

    /// The link that ends the interactions.
    var proceed: EntraLink { EntraLink(tenantPath + EntraAuthorizeChallengeEndpoint.path) }
}

extension EntraMethodType {
    /// Returns the identifier of a method, which differs in each flow.
    func id(in flow: FlowRecord.ID) -> String {
        Base64URL.encode(Data(SHA256.hash(data: Data("\(flow) \(rawValue)".utf8))).prefix(16))
    }

    /// Creates the type of an address.
    init(_ kind: AccountIdentifier.Kind) { self = kind == .phone ? .sms : .email }

    /// Creates the type of an address as entered.
    init(typed text: String) { self = text.contains("@") ? .email : .sms }

    /// Creates the type of a second factor; `nil` for one that the protocol cannot express.
    init?(_ factor: FactorName) {
        switch factor {
        case .mailCode: self = .email
        case .smsCode: self = .sms
        default: return nil
        }
    }

    /// The second factor; `nil` for a password.
    var factor: FactorName? {
        switch self {
        case .email: .mailCode
        case .sms: .smsCode
        default: nil
        }
    }
}
