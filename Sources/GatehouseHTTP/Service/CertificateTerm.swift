package import Foundation

/// Until when a certificate is good.
package struct CertificateTerm: Sendable, Equatable {
    /// So long before the end it is time to worry, in seconds: certificates are renewed a month before it, as a rule.
    private static let notice: TimeInterval = 14 * 24 * 60 * 60

    package let file: String
    package let end: Date

    package init(file: String, end: Date) {
        self.file = file
        self.end = end
    }

    /// What the operator should hear about it; `nil` while there is time enough.
    package func warning(at now: Date) -> String? {
        guard now.addingTimeInterval(Self.notice) >= end else { return nil }
        let verb = now < end ? "ends" : "has ended,"
        return "The certificate \(file) \(verb) at \(end.formatted(.iso8601)). Renew it and send SIGHUP."
    }
}
