import Foundation
package import GatehouseDelivery
package import GatehouseServer

/// The settings for requests to servers that clients or the operator name; checked when the server starts.
package struct RemoteSettings: Sendable, Equatable {
    /// The networks that may be reached in addition to public addresses.
    package let networks: [IPNetwork]
    /// A PEM file with CA certificates that replace the system's.
    package let authorityFile: String?
    /// The receivers of audit events.
    package let eventReceivers: [EventReceiver]

    /// Reads the settings.
    ///
    /// - Throws: If a network is malformed.
    init(_ sources: SettingSources) async throws(CommandError) {
        let texts = try await sources.texts(.remoteNetwork)
        networks = texts.compactMap { IPNetwork($0) }
        guard networks.count == texts.count else {
            throw CommandError(
                "Invalid \(SettingKey.remoteNetwork.rawValue) '\(texts.joined(separator: ", "))'.",
                advice: "Use addresses or ranges, for example 10.1.2.3 or 10.1.0.0/16."
            )
        }
        authorityFile = try await sources.text(.remoteCA)
        eventReceivers = sources.eventReceivers
    }

    /// Returns the settings of the transport to receivers of events, which the operator names.
    func receiverTransport(for server: ServerSettings) throws(CommandError) -> RemoteTransportSettings {
        RemoteTransportSettings(
            addresses: .operatorNamed,
            authorityFile: try transport(for: server).authorityFile
        )
    }

    /// Returns the settings of the transport; checks that the CA file is readable.
    package func transport(for server: ServerSettings) throws(CommandError) -> RemoteTransportSettings {
        if let authorityFile, !FileManager.default.isReadableFile(atPath: authorityFile) {
            throw CommandError(
                "CA file '\(authorityFile)' of clients' servers can't be read.",
                advice: "Set \(SettingKey.remoteCA.rawValue) to a PEM file, or remove it."
            )
        }
        return RemoteTransportSettings(
            addresses: RemoteAddressPolicy(
                issuer: server.issuer,
                isDevelopment: server.isDevelopment,
                exempt: networks
            ),
            authorityFile: authorityFile
        )
    }
}
