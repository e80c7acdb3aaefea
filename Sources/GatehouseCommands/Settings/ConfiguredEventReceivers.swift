import Configuration
import GatehouseServer
import GatehouseStore
import GatehouseWire

/// The sections `webhooks` and `shared-signals` of the configuration file, with one entry per receiver of audit events.
@available(macOS 15, *)
struct ConfiguredEventReceivers: Sendable {
    /// A member of a webhook.
    private enum WebhookMember: String, CaseIterable {
        case url, secret, kinds
    }

    /// A member of a stream of shared signals.
    private enum StreamMember: String, CaseIterable {
        case url, audience, token
    }

    private static let webhooks = ConfiguredSection<WebhookMember>(name: "webhooks", kind: "webhook")
    private static let streams = ConfiguredSection<StreamMember>(name: "shared-signals", kind: "stream")

    /// Returns the name of the entry that a key belongs to; `nil` for keys of other sections.
    static func name(_ key: String) -> String? { webhooks.entry(of: key) ?? streams.entry(of: key) }

    /// Reads the entries of both sections that the keys belong to.
    static func receivers(
        of keys: Set<String>,
        _ reader: ConfigReader
    ) async throws(CommandError) -> [EventReceiver] {
        var receivers: [EventReceiver] = []
        for name in Set(keys.compactMap(webhooks.entry)).sorted() {
            receivers.append(try await webhook(name, reader))
        }
        for name in Set(keys.compactMap(streams.entry)).sorted() { receivers.append(try stream(name, reader)) }
        return receivers
    }

    private static func webhook(_ name: String, _ reader: ConfigReader) async throws(CommandError) -> EventReceiver {
        guard let secret = webhooks.text(.secret, of: name, reader).flatMap(WebhookSecret.init) else {
            let advice = "Use whsec_ and 24 to 64 random bytes in base64: echo whsec_$(openssl rand -base64 32)"
            throw webhooks.invalid(.secret, of: name, advice)
        }
        var kinds: Set<AuditKind> = []
        for text in try await webhooks.list(.kinds, of: name, reader) {
            let kind = AuditKind(rawValue: text)
            guard AuditKind.all.contains(kind) else {
                throw webhooks.invalid(
                    .kinds,
                    of: name,
                    "'\(text)' is no kind of event. Remove it, or see docs/events.md."
                )
            }
            kinds.insert(kind)
        }
        guard let url = url(webhooks.text(.url, of: name, reader)) else {
            throw webhooks.invalid(.url, of: name, urlAdvice)
        }
        return EventReceiver(name: name, url: url, format: .webhook(secret, kinds: kinds))
    }

    private static func stream(_ name: String, _ reader: ConfigReader) throws(CommandError) -> EventReceiver {
        guard let audience = streams.text(.audience, of: name, reader), !audience.isEmpty else {
            throw streams.invalid(.audience, of: name, "Use the receiver's URL, or the ID of a client.")
        }
        let token = streams.text(.token, of: name, reader)
        // RFC 6750 §2.1: a token of other characters could add fields to the request.
        guard token?.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) ?? true else {
            throw streams.invalid(.token, of: name, "Use the bearer token of the receiver, without spaces.")
        }
        guard let url = url(streams.text(.url, of: name, reader)) else {
            throw streams.invalid(.url, of: name, urlAdvice)
        }
        let authorization = token.map { Secret("Bearer " + $0) }
        let format = EventReceiver.Format.sharedSignals(audience: audience, authorization: authorization)
        return EventReceiver(name: name, url: url, format: format)
    }

    private static let urlAdvice = "Use an https URL, or http on a loopback address."

    private static func url(_ text: String?) -> String? { text.flatMap(RemoteURL.init)?.text }
}
