import GatehouseServer
import GatehouseWire
import HTTPTypes

/// The metadata of the transmitter of shared signals (Shared Signals Framework §7.1); none without configured streams.
struct SharedSignalsRoutes: Sendable {
    let server: IdentityServer

    var routes: [Route] {
        guard server.settings.eventReceivers.contains(where: \.usesSharedSignals) else { return [] }
        let issuer = server.settings.issuer
        let response = ServerResponse(SharedSignalsMetadata(issuer: issuer, jwksURI: issuer + KeySetEndpoint.path))
        // For an issuer with a path, the well-known part comes first (§7.2.1).
        let path = SharedSignalsMetadata.path + server.settings.issuerPath
        return [Route([.get], path, for: .browserAPI, isAtRoot: true) { _ throws(OAuthError) in response }]
    }
}
