import Foundation
package import GatehouseStore
package import GatehouseWire

/// A receiver of audit events in the configuration file.
package struct EventReceiver: Sendable, Equatable {
    package enum Format: Sendable, Equatable {
        /// JSON signed per Standard Webhooks, for events of the kinds; no kinds are all.
        case webhook(WebhookSecret, kinds: Set<AuditKind>)
        /// Security event tokens for an audience, with the value of the field `Authorization`.
        case sharedSignals(audience: String, authorization: Secret?)
    }

    /// The name of the entry in the configuration file.
    package let name: String
    /// The URL: `https`, or `http` on a loopback host.
    package let url: String
    package let format: Format

    package init(name: String, url: String, format: Format) {
        self.name = name
        self.url = url
        self.format = format
    }

    /// The stream of the receiver, by which the database knows it.
    package var stream: EventStream.ID {
        switch format {
        case .webhook: EventStream.ID("webhook:" + name)
        case .sharedSignals: EventStream.ID("shared-signals:" + name)
        }
    }

    /// Whether the receiver gets security event tokens.
    package var usesSharedSignals: Bool {
        if case .sharedSignals = format { true } else { false }
    }
}

/// The secret that signs webhooks, as text `whsec_` and base64 of 24 to 64 bytes (Standard Webhooks).
package struct WebhookSecret: Sendable, Equatable {
    let bytes: Data

    /// Parses the text of a secret.
    package init?(_ text: String) {
        let prefix = "whsec_"
        guard text.hasPrefix(prefix), let bytes = Data(base64Encoded: String(text.dropFirst(prefix.count))),
            24...64 ~= bytes.count
        else { return nil }
        self.bytes = bytes
    }
}
