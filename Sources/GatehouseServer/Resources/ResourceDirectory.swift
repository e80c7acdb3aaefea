import Foundation
import GatehouseConcurrency
package import GatehouseStore
package import GatehouseWire

/// Reads the resources: the stored ones and those of the configuration file.
package final class ResourceDirectory: Sendable {
    /// The issuer, which is the audience of all tokens that are for no resource.
    package let issuer: String
    private let configured: [Resource]
    /// The number of seconds for which a read is used; zero disables the cache.
    private let lifetime: TimeInterval
    private let store: any ResourceReader
    private let environment: ServerEnvironment
    private let failures: FailureLog
    private let cache = Mutex<(catalog: ResourceCatalog, read: Date)?>(nil)

    package init(
        settings: ServerSettings,
        environment: ServerEnvironment,
        store: any ResourceReader,
        failures: FailureLog
    ) {
        issuer = settings.issuer
        configured = settings.resources
        lifetime = settings.lifetimes.cachedClient
        self.store = store
        self.environment = environment
        self.failures = failures
    }

    /// Returns the rule for the resources of requests.
    func policy() async throws(OAuthError) -> ResourcePolicy {
        ResourcePolicy(issuer: issuer, catalog: try await catalog())
    }

    /// Returns the resources as of ``Lifetimes/cachedClient`` seconds ago at most.
    package func catalog() async throws(OAuthError) -> ResourceCatalog {
        let now = environment.now
        if let cached = cache.withLock({ $0 }), 0..<lifetime ~= now.timeIntervalSince(cached.read) {
            return cached.catalog
        }
        let catalog = try await currentCatalog()
        if lifetime > 0 { cache.withLock { $0 = (catalog, now) } }
        return catalog
    }

    /// Returns the resources from the store, without the cache.
    package func currentCatalog() async throws(OAuthError) -> ResourceCatalog {
        do {
            return ResourceCatalog(configured: configured, stored: try await store.resources())
        } catch {
            throw OAuthError(failures.record(error))
        }
    }

    /// Returns whether the configuration file defines the resource.
    package func isConfigured(_ id: Resource.ID) -> Bool { configured.contains { $0.id == id } }
}
