package import GatehouseStore

/// An issuer whose tokens identify workloads, such as a CI service or a Kubernetes cluster (RFC 7523 §2.1).
package struct WorkloadIssuer: Sendable, Equatable {
    /// The workloads with a matching subject, and their client.
    package struct Rule: Sendable, Equatable {
        /// The subject, or its beginning followed by `*`.
        package let subject: String
        /// The client whose tokens the workloads get.
        package let client: Client.ID

        package init(subject: String, client: Client.ID) {
            self.subject = subject
            self.client = client
        }

        /// The beginning of matching subjects; `nil` if the whole subject must match.
        fileprivate var prefix: Substring? { subject.hasSuffix("*") ? subject.dropLast() : nil }

        fileprivate func matches(_ subject: String) -> Bool {
            guard let prefix else { return subject.utf8.elementsEqual(self.subject.utf8) }
            return subject.utf8.starts(with: prefix.utf8)
        }
    }

    /// The issuer and its keys.
    package let source: TrustedIssuer
    package let rules: [Rule]

    package init(issuer: String, keys: PublishedKeys, rules: [Rule]) {
        source = TrustedIssuer(issuer: issuer, keys: keys)
        self.rules = rules
    }

    /// Returns the client of the most specific rule for a subject: that of the whole subject, else that of its longest
    /// beginning; `nil` without a rule.
    package func client(of subject: String) -> Client.ID? {
        let matching = rules.filter { $0.matches(subject) }
        let exact = matching.first { $0.prefix == nil }
        return (exact ?? matching.max { $0.subject.utf8.count < $1.subject.utf8.count })?.client
    }
}
