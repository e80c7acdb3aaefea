import Foundation
import GatehouseServer
import GatehouseWire

/// A ceremony of WebAuthn that the script of a page performs, and whose response the page's form sends.
///
/// The part of the page is hidden until the script shows it, so that pages without a script offer no passkeys.
package struct PasskeyCeremony: Sendable, Hashable {
    /// The function of `navigator.credentials`.
    package enum Kind: String, Sendable {
        case get, create
    }

    /// The appearance of the button.
    package enum Style: String, Sendable {
        case primary, secondary, link
    }

    package var kind: Kind
    /// The options of the function as JSON.
    package var options: String
    package var style: Style
    /// Whether the browser offers passkeys in the page's fields (conditional mediation).
    package var fillsFields: Bool
    /// Whether the ceremony starts with the page.
    package var startsAutomatically: Bool
    /// The credential ID of a passkey that the browser may forget, as Base64url.
    package var unknownPasskey: String?

    package init(
        _ kind: Kind,
        options: String,
        style: Style = .primary,
        fillsFields: Bool = false,
        startsAutomatically: Bool = false,
        unknownPasskey: String? = nil
    ) {
        self.kind = kind
        self.options = options
        self.style = style
        self.fillsFields = fillsFields
        self.startsAutomatically = startsAutomatically
        self.unknownPasskey = unknownPasskey
    }

    /// Returns the values of the template `passkey`.
    func content(_ text: PageText, label: String) -> [String: Any] {
        var content: [String: Any] = [
            "kind": kind.rawValue, "options": options, "style": style.rawValue, "label": text(label),
            "fillsFields": fillsFields, "startsAutomatically": startsAutomatically,
            "cancelled": text(kind == .get ? "passkey.notUsed" : "passkey.notCreated"),
        ]
        content["unknown"] = unknownPasskey
        return content
    }
}

extension PasskeyCeremony {
    /// Creates a ceremony with options.
    init(_ kind: Kind, _ options: JSONValue, style: Style = .primary) {
        self.init(kind, options: String(decoding: JSONCoding.encode(options), as: UTF8.self), style: style)
    }
}
