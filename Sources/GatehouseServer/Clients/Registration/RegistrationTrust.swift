import GatehouseStore
import GatehouseWire

/// The metadata of a registration, and the parties that vouch for it.
///
/// An operator vouches for the holder of an initial access token, and so for all metadata. A software statement is no
/// secret: every copy of the software contains it. Its issuer vouches for the asserted metadata only.
struct RegistrationTrust: Sendable {
    /// The metadata to register.
    let metadata: ClientMetadata
    /// Whether an operator vouches for the client, or the issuer of a statement for its name and redirect URIs.
    let isVerified: Bool
    /// The issuer that vouches for the client; `nil` if no issuer or an operator does.
    let statementIssuer: String?
    /// Whether the client may use the device grant, which sends no code to a redirect URI.
    let permitsDeviceCode: Bool
}

extension RegistrationTrust {
    /// Creates the trust in a new client.
    init(_ request: ClientMetadata, statement: AssertedMetadata?, hasInitialAccessToken: Bool) {
        if hasInitialAccessToken {
            self.init(vouchedByOperator: statement?.metadata ?? request)
        } else if let statement {
            self.init(statement)
        } else {
            self.init(unverified: request)
        }
    }

    /// Creates the trust in a client whose metadata is replaced.
    ///
    /// Responses do not contain the statement of an earlier request. Without it, the client remains verified if it
    /// keeps its name, and adds no redirect URI, logo or link.
    init(_ request: ClientMetadata, statement: AssertedMetadata?, replacing client: Client) {
        let origin = client.origin
        if origin?.isVerified == true, origin?.statementIssuer == nil {
            self.init(vouchedByOperator: statement?.metadata ?? request)
        } else if let statement {
            self.init(statement)
        } else if origin?.isVerified == true, Self.keepsIdentity(request, of: client) {
            self.init(
                metadata: request,
                isVerified: true,
                statementIssuer: origin?.statementIssuer,
                permitsDeviceCode: client.grantTypes.contains(.deviceCode)
            )
        } else {
            self.init(unverified: request)
        }
    }

    private init(vouchedByOperator metadata: ClientMetadata) {
        self.init(metadata: metadata, isVerified: true, statementIssuer: nil, permitsDeviceCode: true)
    }

    private init(unverified metadata: ClientMetadata) {
        self.init(metadata: metadata, isVerified: false, statementIssuer: nil, permitsDeviceCode: false)
    }

    /// Creates the trust in a client with a statement, which must assert the name and the redirect URIs: users
    /// recognize the client by its name, and its codes go to the redirect URIs.
    private init(_ statement: AssertedMetadata) {
        let asserted = statement.asserted
        guard asserted.clientName != nil, asserted.redirectURIs?.isEmpty == false else {
            self.init(unverified: statement.metadata)
            return
        }
        var metadata = statement.metadata
        // Users take logo and links, and pages that the server sends them to, for those of the software.
        metadata.logoURI = asserted.logoURI
        metadata.termsOfServiceURI = asserted.termsOfServiceURI
        metadata.policyURI = asserted.policyURI
        metadata.clientURI = asserted.clientURI
        metadata.initiateLoginURI = asserted.initiateLoginURI
        metadata.postLogoutRedirectURIs = asserted.postLogoutRedirectURIs
        self.init(
            metadata: metadata,
            isVerified: true,
            statementIssuer: statement.issuer,
            permitsDeviceCode: asserted.grantTypes?.contains(.deviceCode) == true
        )
    }

    private static func keepsIdentity(_ request: ClientMetadata, of client: Client) -> Bool {
        let pages = [
            (request.logoURI, client.logoURI), (request.termsOfServiceURI, client.termsOfServiceURI),
            (request.policyURI, client.policyURI), (request.clientURI, client.origin?.clientURI),
            (request.initiateLoginURI, client.origin?.initiateLoginURI),
        ]
        return request.clientName == client.name
            && (request.redirectURIs ?? []).allSatisfy(client.redirectURIs.contains)
            && (request.postLogoutRedirectURIs ?? []).allSatisfy(client.postLogoutRedirectURIs.contains)
            && pages.allSatisfy { $0 == nil || $0 == $1 }
    }

    /// Returns the origin of the client.
    ///
    /// - Parameter managementTokenHash: The hash of its registration access token.
    /// - Returns: The origin, with the metadata that only the developers of the client use.
    func origin(managementTokenHash: String?) -> ClientOrigin {
        var origin = ClientMetadataReader.origin(of: metadata, kind: .registration)
        origin.isVerified = isVerified
        origin.statementIssuer = statementIssuer
        origin.managementTokenHash = managementTokenHash
        return origin
    }
}
