import Foundation
import GatehouseStore
package import GatehouseWire

/// The device authorization endpoint `/oauth2/device_authorization` (RFC 8628 §3.1, §3.2).
package struct DeviceAuthorizationHandler: Sendable {
    /// The path of the page where users enter the code, below the issuer.
    package static let verificationPath = "/device"
    /// The minimum polling interval of devices, in seconds.
    private static let interval = 5

    let issuer: String
    /// The lifetime of the codes in seconds.
    let lifetime: TimeInterval
    let records: RecordLookup
    let resources: ResourceDirectory
    let environment: ServerEnvironment
    let clients: ClientAuthenticator

    /// Processes a device authorization request.
    ///
    /// - Throws: `invalid_client`, `unauthorized_client`, `invalid_scope` or `invalid_target`.
    package func authorizeDevice(
        _ parameters: Parameters,
        authorization: String?,
        context: RequestMetadata
    ) async throws(OAuthError) -> DeviceAuthorizationResponse {
        let request = try DeviceAuthorizationRequest(parameters: parameters)
        let client = try await clients.authenticate(
            request.client,
            authorization: authorization,
            context: context
        )
        return try await authorizeDevice(request, for: client)
    }

    /// Processes a request of an identified client, for all protocol adapters.
    func authorizeDevice(
        _ request: DeviceAuthorizationRequest,
        for client: Client
    ) async throws(OAuthError) -> DeviceAuthorizationResponse {
        guard client.grantTypes.contains(.deviceCode) else {
            throw OAuthError(.unauthorizedClient, "The client is not authorized to use this grant type.")
        }
        return try await begin(
            try await resources.policy().access(to: request.scope, of: request.resources, for: client),
            client
        )
    }

    /// Starts a device authorization of an authenticated client, for all protocol adapters.
    func begin(
        _ access: ResourcePolicy.Access,
        _ client: Client
    ) async throws(OAuthError) -> DeviceAuthorizationResponse {
        // User codes must be unique while valid; collisions are extremely rare.
        for _ in 0..<8 {
            if let response = try await draw(access, client) { return response }
        }
        throw .busy
    }

    /// - Returns: `nil` if the user code collides with another one.
    private func draw(
        _ access: ResourcePolicy.Access,
        _ client: Client
    ) async throws(OAuthError) -> DeviceAuthorizationResponse? {
        let code = OpaqueToken(random: environment.random)
        let userCode = UserCode(random: environment.random)
        let now = environment.now
        let device = DeviceAuthorization(
            id: DeviceAuthorization.ID(code.hash),
            userCode: userCode.normalized,
            clientID: client.id,
            scopes: access.scopes,
            resources: access.resources,
            interval: Self.interval,
            createdAt: now,
            expiresAt: now.addingTimeInterval(lifetime)
        )
        let query = Parameters([.userCode: userCode.display]).formEncoded
        guard let page = URL(string: issuer + Self.verificationPath) else { throw .broken }
        guard try await records.firstConflict(committing: [.device(.insert(device))]) == nil else { return nil }
        return DeviceAuthorizationResponse(
            deviceCode: code.secret,
            userCode: userCode.display,
            verificationURI: page,
            verificationURIComplete: URL(string: page.absoluteString + "?" + query),
            expiresIn: Int(lifetime),
            interval: Self.interval
        )
    }
}

/// The code that a device shows and the user enters (RFC 8628 §6.1).
///
/// Eight of twenty consonants: without vowels there are no words, and no uppercase letters look alike. The code has
/// 34.6 bits and expires after ten minutes, and attempts count against the network address, so guessing one of a
/// thousand valid codes takes more than ten million attempts.
package struct UserCode: Sendable, Hashable {
    /// The stored form: uppercase, without the hyphen.
    package let normalized: String

    static let length = 8
    private static let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ")

    /// Creates a random code.
    init(random: RandomSource) {
        normalized = String(
            (0..<Self.length).map { _ in Self.alphabet[Int(random.number(below: UInt64(Self.alphabet.count)))] }
        )
    }

    /// The maximum length of the input, in bytes: full-width letters separated by spaces.
    private static let maximumInputLength = 64

    /// Returns the stored form of an entered code; an empty string if the input is too long.
    package static func normalize(_ typed: String) -> String {
        guard typed.utf8.count <= maximumInputLength else { return "" }
        return typed.uppercased().filter { $0.isLetter || $0.isNumber }
    }

    /// The displayed form, `XXXX-XXXX`.
    package var display: String { Self.display(normalized) }

    /// Returns the displayed form of a stored code.
    package static func display(_ normalized: String) -> String {
        normalized.prefix(length / 2) + "-" + normalized.dropFirst(length / 2)
    }
}
