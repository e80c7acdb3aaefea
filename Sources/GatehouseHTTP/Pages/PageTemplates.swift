import GatehouseServer
import Mustache

/// The templates, held in the binary.
enum PageTemplates {
    /// Every template by its file name, without extension.
    static let sources: [String: [UInt8]] = [
        "account-chooser": PackageResources.account_chooser_mustache,
        "attributes": PackageResources.attributes_mustache,
        "cancel": PackageResources.cancel_mustache,
        "code": PackageResources.code_mustache,
        "consent": PackageResources.consent_mustache,
        "device-code": PackageResources.device_code_mustache,
        "device-confirm": PackageResources.device_confirm_mustache,
        "device-done": PackageResources.device_done_mustache,
        "done": PackageResources.done_mustache,
        "error": PackageResources.error_mustache,
        "field": PackageResources.field_mustache,
        "form-post": PackageResources.form_post_mustache,
        "hidden": PackageResources.hidden_mustache,
        "identity": PackageResources.identity_mustache,
        "items": PackageResources.items_mustache,
        "layout": PackageResources.layout_mustache,
        "link-confirm": PackageResources.link_confirm_mustache,
        "link-end": PackageResources.link_end_mustache,
        "link-password": PackageResources.link_password_mustache,
        "mail": PackageResources.mail_mustache,
        "mailbox": PackageResources.mailbox_mustache,
        "mark": PackageResources.mark_mustache,
        "new-password": PackageResources.new_password_mustache,
        "password": PackageResources.password_mustache,
        "person": PackageResources.person_mustache,
        "policies": PackageResources.policies_mustache,
        "problem": PackageResources.problem_mustache,
        "reset": PackageResources.reset_mustache,
        "sign-in": PackageResources.sign_in_mustache,
        "sign-out": PackageResources.sign_out_mustache,
        "sign-up": PackageResources.sign_up_mustache,
        "signed-out": PackageResources.signed_out_mustache,
        "username": PackageResources.username_mustache,
    ]

    /// Parses them all; what they show is escaped by our own rule, see ``HTMLText``.
    static func compile() -> MustacheLibrary {
        MustacheContentTypes.register(EscapedHTML(), named: "GATEHOUSE")
        var library = MustacheLibrary()
        for (name, bytes) in sources {
            do {
                let source = String(decoding: bytes, as: UTF8.self)
                try library.register("{{% CONTENT_TYPE: GATEHOUSE}}" + source, named: name)
            } catch {
                preconditionFailure("The template \(name) does not parse: \(error)")
            }
        }
        return library
    }

    private struct EscapedHTML: MustacheContentType {
        func escapeText(_ text: String) -> String { HTMLText.escape(text) }
    }
}
