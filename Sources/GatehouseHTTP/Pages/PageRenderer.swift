import Foundation
package import GatehouseServer
import Mustache

/// Renders pages as HTML; the templates are parsed once per process, on creation of the first renderer.
package struct PageRenderer: Sendable {
    private let library: MustacheLibrary

    package init() {
        library = PageTemplates.library
    }

    /// Returns the page as a complete HTML document, to be sent as UTF-8.
    package func render(_ page: some HostedPage, in context: PageContext) -> String {
        let table = StringTable.of(context.language)
        var arguments = page.arguments
        arguments["client"] = context.client?.name ?? context.issuerHost
        let text = PageText(table: table, arguments: arguments)
        let content = page.content(text)

        var values = content.values
        values["text"] = text
        values["title"] = content.title
        values["language"] = context.language.rawValue
        values["client"] = context.client?.content(text)
        values["host"] = context.issuerHost
        values["base"] = context.basePath
        values["stylesheet"] = context.basePath + PageAsset.stylesheet.path
        values["accountStylesheet"] = context.basePath + PageAsset.accountStylesheet.path
        values["factorStylesheet"] = context.basePath + PageAsset.factorStylesheet.path
        values["script"] = context.basePath + PageAsset.script.path
        values["passkeyScript"] = context.basePath + PageAsset.passkeyScript.path
        values["icon"] = context.basePath + PageAsset.icon.path
        values["languages"] = languages(of: context, hasForm: page.sendsLanguageWithForm)
        values["hasLanguages"] = page.sendsLanguageWithForm || context.selfAddress != nil
        values["account"] = page.frame?.content(text, basePath: context.basePath)
        values["mailbox"] = context.mailboxAddress
        values["notice"] = content.notice.map(text.callAsFunction)
        if let form = page.form {
            values["form"] = ["address": form.address, "flow": form.flow, "csrf": form.csrf]
        }
        values["fields"] = fields(content)
        values["problem"] = errorSummary(content, text: text)

        guard let html = library.render(values, withTemplate: type(of: page).template) else {
            preconditionFailure("Template \(type(of: page).template) not found")
        }
        return html
    }

    /// Returns the language choice: form buttons, which keep the entered values, or links on a page without a form.
    private func languages(of context: PageContext, hasForm: Bool) -> [[String: Any]] {
        let address = context.selfAddress ?? ""
        let separator = address.contains("?") ? "&" : "?"
        return Language.allCases.map {
            [
                "tag": $0.rawValue, "name": $0.ownName, "isButton": hasForm,
                "address": "\(address)\(separator)\(PageInput.language.rawValue)=",
                "isCurrent": $0 == context.language,
            ]
        }
    }

    /// Returns the fields for templates; the first field with an error has the focus, or else the first empty one.
    private func fields(_ content: PageContent) -> [[String: Any]] {
        let fields = content.fields
        var focus = fields.firstIndex { $0.error != nil }
        if content.focusesForm { focus = focus ?? fields.firstIndex { $0.value.isEmpty && !$0.isOption } ?? 0 }
        return fields.enumerated().map { index, field in field.content(hasFocus: index == focus) }
    }

    /// Returns the error summary: the messages of the form and of each field.
    ///
    /// A single message that is shown at its field is hidden here, except from screen readers.
    private func errorSummary(_ content: PageContent, text: PageText) -> [String: Any]? {
        var items: [[String: Any]] = content.alert.map { [["message": text($0)]] } ?? []
        items += (content.fields + content.otherFields).compactMap { field in
            field.error.map { ["message": $0, "label": field.label, "target": field.id] }
        }
        guard !items.isEmpty else { return nil }
        return ["items": items, "isQuiet": content.alert == nil && items.count == 1]
    }
}

/// The templates, embedded in the executable.
enum PageTemplates {
    /// The templates by file name, without extension.
    static let sources: [String: [UInt8]] = [
        "account-activity": PackageResources.account_activity_mustache,
        "account-addresses": PackageResources.account_addresses_mustache,
        "account-apps": PackageResources.account_apps_mustache,
        "account-chooser": PackageResources.account_chooser_mustache,
        "account-data": PackageResources.account_data_mustache,
        "account-delete": PackageResources.account_delete_mustache,
        "account-details": PackageResources.account_details_mustache,
        "account-nav": PackageResources.account_nav_mustache,
        "account-password": PackageResources.account_password_mustache,
        "account-row": PackageResources.account_row_mustache,
        "account-security": PackageResources.account_security_mustache,
        "account-sessions": PackageResources.account_sessions_mustache,
        "additional-factor": PackageResources.additional_factor_mustache,
        "address-row": PackageResources.address_row_mustache,
        "attributes": PackageResources.attributes_mustache,
        "authenticator-app": PackageResources.authenticator_app_mustache,
        "cancel": PackageResources.cancel_mustache,
        "code": PackageResources.code_mustache,
        "consent": PackageResources.consent_mustache,
        "continue": PackageResources.continue_mustache,
        "create-passkey": PackageResources.create_passkey_mustache,
        "credential-row": PackageResources.credential_row_mustache,
        "device-code": PackageResources.device_code_mustache,
        "device-confirm": PackageResources.device_confirm_mustache,
        "device-done": PackageResources.device_done_mustache,
        "done": PackageResources.done_mustache,
        "enrol-factor": PackageResources.enrol_factor_mustache,
        "error": PackageResources.error_mustache,
        "field": PackageResources.field_mustache,
        "form-post": PackageResources.form_post_mustache,
        "hidden": PackageResources.hidden_mustache,
        "home": PackageResources.home_mustache,
        "identity": PackageResources.identity_mustache,
        "items": PackageResources.items_mustache,
        "keep-account": PackageResources.keep_account_mustache,
        "layout": PackageResources.layout_mustache,
        "link-confirm": PackageResources.link_confirm_mustache,
        "link-end": PackageResources.link_end_mustache,
        "link-password": PackageResources.link_password_mustache,
        "mail": PackageResources.mail_mustache,
        "mailbox": PackageResources.mailbox_mustache,
        "mark": PackageResources.mark_mustache,
        "new-password": PackageResources.new_password_mustache,
        "notice-link": PackageResources.notice_link_mustache,
        "other-factors": PackageResources.other_factors_mustache,
        "passkey": PackageResources.passkey_mustache,
        "password": PackageResources.password_mustache,
        "person": PackageResources.person_mustache,
        "policies": PackageResources.policies_mustache,
        "problem": PackageResources.problem_mustache,
        "recovery-codes": PackageResources.recovery_codes_mustache,
        "reset": PackageResources.reset_mustache,
        "sign-in": PackageResources.sign_in_mustache,
        "sign-out": PackageResources.sign_out_mustache,
        "sign-up": PackageResources.sign_up_mustache,
        "signed-out": PackageResources.signed_out_mustache,
        "username": PackageResources.username_mustache,
    ]

    /// All templates, parsed; values are escaped by ``HTMLEscaping``.
    static let library: MustacheLibrary = {
        MustacheContentTypes.register(EscapedHTML(), named: "GATEHOUSE")
        var library = MustacheLibrary()
        for (name, bytes) in sources {
            do {
                let source = String(decoding: bytes, as: UTF8.self)
                try library.register("{{% CONTENT_TYPE: GATEHOUSE}}" + source, named: name)
            } catch {
                preconditionFailure("Template \(name) could not be parsed: \(error)")
            }
        }
        return library
    }()

    private struct EscapedHTML: MustacheContentType {
        func escapeText(_ text: String) -> String { HTMLEscaping.escape(text) }
    }
}

/// A hosted page: values set by a route, and their conversion into the template's values.
package protocol HostedPage: Sendable {
    /// The template's file name in `Resources`, without its extension.
    static var template: String { get }

    /// The values for the placeholders in the page's texts, besides `{client}`.
    var arguments: [String: String] { get }

    /// The target and hidden fields of the page's form; `nil` for a page without a form.
    var form: PageForm? { get }

    /// Whether the language choice submits the form with the identifier `step`, which keeps the entered values.
    var sendsLanguageWithForm: Bool { get }

    /// The navigation around a page of the account; `nil` for other pages.
    var frame: AccountFrame? { get }

    /// Returns the values for the template.
    func content(_ text: PageText) -> PageContent
}

extension HostedPage {
    package var arguments: [String: String] { [:] }
    package var form: PageForm? { nil }
    package var sendsLanguageWithForm: Bool { form != nil }
    package var frame: AccountFrame? { nil }
}

/// The values of a page for its template.
package struct PageContent {
    /// The heading, which is also the document title.
    var title: String
    /// The error of the form as a whole.
    var alert: PageMessage?
    /// A confirmation shown above the form.
    var notice: PageMessage?
    var fields: [PageField] = []
    /// Whether the first empty field has the focus when the page opens.
    var focusesForm = true
    /// The fields of further forms on the page, which the template gets in its values.
    var otherFields: [PageField] = []
    /// Further values of the template; all are escaped.
    var values: [String: Any] = [:]
}

/// The properties that all pages share: language, client and addresses.
package struct PageContext: Sendable {
    /// The language of the page.
    package var language: Language
    /// The app that the user came from, if any.
    package var client: ClientBranding?
    /// The host in the address bar, such as `login.example.com`.
    package var issuerHost: String
    /// The path of the issuer, such as `/auth`; empty if it has none.
    ///
    /// Assets are served below it.
    package var basePath: String
    /// The address of this page with GET, to which the language choice adds ``PageInput/language``.
    ///
    /// A page with a form sends the choice with the form; a page without either has no language choice.
    package var selfAddress: String?
    /// The address of the development mailbox, linked on every page in development mode.
    package var mailboxAddress: String?

    package init(
        language: Language,
        client: ClientBranding? = nil,
        issuerHost: String,
        basePath: String = "",
        selfAddress: String? = nil,
        mailboxAddress: String? = nil
    ) {
        self.language = language
        self.client = client
        self.issuerHost = issuerHost
        self.basePath = basePath
        self.selfAddress = selfAddress
        self.mailboxAddress = mailboxAddress
    }
}

/// The texts of a page: its string table, and the values for placeholders.
///
/// A template reads a text as `{{text.signIn.title}}`.
package struct PageText: Sendable {
    let table: StringTable
    let arguments: [String: String]
    /// The first part of the key, with its dot; a template resolves a key part by part.
    var prefix = ""

    /// Returns the text without filling in its placeholders; `nil` if the key does not exist.
    func unfilled(_ key: String) -> String? { table[key] }

    func callAsFunction(_ key: String) -> String { table.text(key, arguments) }

    /// Returns the texts of a page about another app.
    func naming(client name: String) -> PageText {
        PageText(table: table, arguments: arguments.merging(["client": name]) { $1 }, prefix: prefix)
    }

    /// Returns the texts of a date in the language of the page.
    func date(_ date: Date) -> LocalizedDate { LocalizedDate(date, in: table.language) }

    func segments(_ key: String) -> [StringTable.Segment] { table.segments(key, arguments) }

    func callAsFunction(_ key: String, _ count: Int) -> String { table.text(key, ["count": "\(count)"]) }

    func callAsFunction(_ key: String, _ values: [String: String]) -> String {
        table.text(key, arguments.merging(values) { $1 })
    }

    func callAsFunction(_ key: String, _ wait: WaitTime) -> String {
        table.text(key, arguments.merging(["wait": wait.text(self)]) { $1 })
    }

    func callAsFunction(_ message: PageMessage) -> String {
        var values = arguments.merging(message.arguments) { $1 }
        values["wait"] = message.wait?.text(self)
        return table.text(message.key, values)
    }
}

extension PageText: MustacheParent {
    /// Returns the text of a complete key, or the next level of a partial one.
    package func child(named name: String) -> Any? {
        let key = prefix + name
        guard table[key] == nil else { return self(key) }
        return PageText(table: table, arguments: arguments, prefix: key + ".")
    }
}
