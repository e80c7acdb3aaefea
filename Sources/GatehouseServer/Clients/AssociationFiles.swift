import Foundation
import GatehouseConcurrency
package import GatehouseStore
package import GatehouseWire

/// The files by which phones associate the mobile apps of all clients with the issuer's host.
package final class AssociationFiles: Sendable {
    /// The time, in seconds, for which the clients are not read again: phones fetch the files without authentication.
    private static let lifetime: TimeInterval = 10

    private struct Snapshot: Sendable {
        let apple: AppleAppSiteAssociation?
        let android: AssetLinks?
        let readAt: Date
    }

    private let issuer: String
    private let records: RecordLookup
    private let environment: ServerEnvironment
    private let last = Mutex<Snapshot?>(nil)

    package init(issuer: String, records: RecordLookup, environment: ServerEnvironment) {
        self.issuer = issuer
        self.records = records
        self.environment = environment
    }

    /// Returns the association for Apple platforms; `nil` if no client has such an app.
    package func appleAppSiteAssociation() async throws(OAuthError) -> AppleAppSiteAssociation? {
        try await snapshot().apple
    }

    /// Returns the association for Android; `nil` if no client has such an app.
    package func assetLinks() async throws(OAuthError) -> AssetLinks? {
        try await snapshot().android
    }

    private func snapshot() async throws(OAuthError) -> Snapshot {
        let now = environment.now
        let known = last.withLock { $0 }
        if let known, 0..<Self.lifetime ~= now.timeIntervalSince(known.readAt) { return known }
        let clients = try await records.servedClientsWithMobileApps()
        let snapshot = Snapshot(
            apple: AppleAppSiteAssociation(clients, issuer: issuer),
            android: AssetLinks(clients),
            readAt: now
        )
        last.withLock { $0 = snapshot }
        return snapshot
    }
}

extension AppleAppSiteAssociation {
    /// Creates the association of the clients' apps; `nil` if there are none.
    init?(_ clients: [Client], issuer: String) {
        let origin = RedirectURI(rawValue: issuer)?.origin
        var apps: [String] = []
        var details: [Detail] = []
        for client in clients {
            let appIDs = client.mobileApps?.appleAppIDs ?? []
            guard !appIDs.isEmpty else { continue }
            apps += appIDs.filter { !apps.contains($0) }
            let paths = client.redirectURIs.compactMap { Self.path(of: $0, at: origin) }
            guard !paths.isEmpty else { continue }
            details.append(Detail(appIDs: appIDs, components: paths.map(Component.init)))
        }
        guard !apps.isEmpty else { return nil }
        self.init(
            webCredentials: WebCredentials(apps: apps),
            appLinks: details.isEmpty ? nil : AppLinks(details: details)
        )
    }

    /// Returns the path of a redirect URI on the issuer's host; `nil` for other redirect URIs.
    ///
    /// The query stays open, because responses add their parameters to it.
    private static func path(of redirectURI: String, at origin: String?) -> String? {
        guard let uri = RedirectURI(rawValue: redirectURI), uri.scheme == "https", uri.origin == origin else {
            return nil
        }
        let path = URLComponents(string: redirectURI)?.percentEncodedPath ?? ""
        return path.isEmpty ? "/" : path
    }
}

extension AssetLinks {
    /// Opening links, and using the passkeys of the host: Android requires both for passkeys.
    private static let relations = [
        "delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds",
    ]

    /// Creates the association of the clients' apps; `nil` if there are none.
    init?(_ clients: [Client]) {
        let apps = clients.flatMap { $0.mobileApps?.androidApps ?? [] }.mergingFingerprints()
        guard !apps.isEmpty else { return nil }
        self.init(
            statements: apps.map {
                Statement(
                    relations: Self.relations,
                    target: Target(packageName: $0.packageName, fingerprints: $0.fingerprints)
                )
            }
        )
    }
}

extension [MobileApps.AndroidApp] {
    /// Returns each app once, with the fingerprints of all its entries.
    package func mergingFingerprints() -> [MobileApps.AndroidApp] {
        reduce(into: []) { apps, app in
            guard let index = apps.firstIndex(where: { $0.packageName == app.packageName }) else {
                apps.append(app)
                return
            }
            apps[index].fingerprints += app.fingerprints.filter { !apps[index].fingerprints.contains($0) }
        }
    }
}
