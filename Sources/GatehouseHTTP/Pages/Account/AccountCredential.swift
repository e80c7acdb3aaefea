package import Foundation
import GatehouseServer

/// A passkey or authenticator app on the page of the ways to sign in.
package struct AccountCredential: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case passkey, authenticatorApp
    }

    /// The opaque value that the forms send.
    package var id: String
    package var kind: Kind
    /// The name; empty for one without a name.
    package var name: String
    package var createdAt: Date
    package var lastUsedAt: Date?
    /// The error at the field for a new name.
    package var error: PageMessage?

    package init(
        id: String,
        kind: Kind,
        name: String,
        createdAt: Date,
        lastUsedAt: Date? = nil,
        error: PageMessage? = nil
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.error = error
    }

    /// Returns the field for a new name.
    func field(_ text: PageText) -> PageField {
        .credentialName(name, isRequired: true, scope: id, error: error, text: text)
    }

    /// Returns the values of the template `credential-row`.
    func content(_ text: PageText) -> [String: Any] {
        let kindName = text(kind == .passkey ? "security.passkey" : "factor.app")
        var content: [String: Any] = [
            "item": id, "title": name.isEmpty ? kindName : name,
            "added": text("security.addedAt", ["date": text.date(createdAt).day]),
            "used": lastUsedAt.map { text("security.lastUsed", ["date": text.date($0).dayAndTime]) }
                ?? text("security.neverUsed"),
            "removeIntro": text(kind == .passkey ? "security.removePasskeyIntro" : "security.removeAppIntro"),
            "nameField": field(text).content(hasFocus: false), "isOpen": error != nil,
        ]
        if !name.isEmpty { content["kind"] = kindName }
        return content
    }
}

/// The passkeys of an account, which the script announces to the browser (WebAuthn Level 3 §5.1.10).
package struct PasskeyAnnouncement: Sendable, Hashable {
    /// The domain that the passkeys are bound to.
    package var domain: String
    /// The user handle as Base64url.
    package var userHandle: String
    /// The credential IDs as Base64url.
    package var passkeys: [String]
    package var name: String
    package var displayName: String

    package init(domain: String, userHandle: String, passkeys: [String], name: String, displayName: String) {
        self.domain = domain
        self.userHandle = userHandle
        self.passkeys = passkeys
        self.name = name
        self.displayName = displayName
    }

    var content: [String: Any] {
        [
            "domain": domain, "user": userHandle, "passkeys": passkeys.joined(separator: " "), "name": name,
            "displayName": displayName,
        ]
    }
}
