package import GatehouseMetrics
package import GatehouseStore
import GatehouseWire

/// The metrics of what the server decides.
package struct ServerMetrics: Sendable {
    /// Successful token requests by grant type.
    let tokens: LabelledCounter
    /// Rejected requests by limit.
    let limits: LabelledCounter

    /// Creates the metrics.
    ///
    /// - Parameter registry: The registry that exposes them.
    package init(_ registry: MetricsRegistry) {
        let grants = GrantRegistry.grantTypes + [PasswordGrant.grantType]
        tokens = LabelledCounter(.tokens, values: grants.map(\.rawValue), in: registry)
        limits = LabelledCounter(.limits, values: LimitName.allCases.map(\.rawValue), in: registry)
    }

    /// Metrics that are not exposed.
    package static let unexposed = ServerMetrics(MetricsRegistry())
}

/// The metrics of sign-ins, which are counted when their audit events are committed.
package struct SignInMetrics: Sendable {
    /// The names in the details of audit events.
    private static let factors: [FactorName] = [
        PasswordVerifier.name, CodeFactor.name, .passkey, .authenticatorApp, .recoveryCode, .mailCode, .smsCode,
    ]

    private let succeeded: LabelledCounter
    private let incomplete: LabelledCounter
    private let failed: LabelledCounter
    private let failedFactors: LabelledCounter

    /// Creates the metrics.
    ///
    /// - Parameter registry: The registry that exposes them.
    package init(_ registry: MetricsRegistry) {
        let names = Self.factors.map(\.rawValue)
        let outcome = { LabelledCounter(.signIns, values: names, others: [$0], in: registry) }
        succeeded = outcome("succeeded")
        incomplete = outcome("incomplete")
        failed = outcome("failed")
        failedFactors = LabelledCounter(.failedFactors, values: names, in: registry)
    }

    /// Counts a committed audit event.
    package func count(_ event: AuditEvent) {
        switch event.kind {
        case .signedIn: succeeded.increment(Self.method(of: event))
        case .signInIncomplete: incomplete.increment(Self.method(of: event))
        case .signInFailed:
            failed.increment(Self.method(of: event))
            // The detail begins with the factor that failed; other reasons begin with another word.
            let name = event.detail.flatMap { detail in Self.factors.first { detail.hasPrefix($0.rawValue) } }
            if let name { failedFactors.increment(name.rawValue) }
        case .codeRejected: failedFactors.increment(CodeFactor.name.rawValue)
        default: break
        }
    }

    /// Returns the first factor that the detail of an event names.
    private static func method(of event: AuditEvent) -> String {
        let words = (event.detail ?? "").split { $0 == " " || $0 == ":" }
        let name = words.lazy.compactMap { word in factors.first { $0.rawValue == word } }.first
        return name?.rawValue ?? LabelledCounter.other
    }
}
