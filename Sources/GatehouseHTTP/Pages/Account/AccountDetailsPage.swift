package import Foundation
package import GatehouseServer
import GatehouseWire

/// The first account page: the user's name, language and other attributes.
///
/// Fields: `revision`, `attribute.NAME`, the language as `attribute.locale`. Action: `continue`.
package struct AccountDetailsPage: HostedPage {
    package static let template = "account-details"

    /// An attribute that users see and cannot edit.
    package struct Fact: Sendable, Hashable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package var form: PageForm?
    package var frame: AccountFrame?
    /// The revision of the account that the values were read from.
    package var revision: Int
    package var attributes: [PageAttribute]
    /// The language of pages and messages.
    package var language: Choice
    package var username: String?
    package var createdAt: Date
    package var facts: [Fact]
    package var alert: PageMessage?
    package var notice: PageMessage?

    /// A choice of the language.
    package enum Choice: Sendable, Hashable {
        /// Users cannot choose the language.
        case notOffered
        /// The language of the browser.
        case automatic
        case chosen(Language)
    }

    package init(
        form: PageForm,
        frame: AccountFrame,
        revision: Int,
        attributes: [PageAttribute],
        language: Choice,
        username: String? = nil,
        createdAt: Date,
        facts: [Fact] = [],
        alert: PageMessage? = nil,
        notice: PageMessage? = nil
    ) {
        self.form = form
        self.frame = frame
        self.revision = revision
        self.attributes = attributes
        self.language = language
        self.username = username
        self.createdAt = createdAt
        self.facts = facts
        self.alert = alert
        self.notice = notice
    }

    /// Whether the page has a form: the user can edit an attribute or the language.
    package var sendsLanguageWithForm: Bool { !attributes.isEmpty || language != .notOffered }

    package func content(_ text: PageText) -> PageContent {
        var rows = username.map { [["name": text("accountPage.username"), "value": $0]] } ?? []
        rows += facts.map { ["name": PageAttribute.label(for: $0.name, text), "value": $0.value] }
        rows.append(["name": text("accountPage.createdAt"), "value": text.date(createdAt).day])
        let links = AccountSection.allCases.filter { $0 != .details }.map { section -> [String: Any] in
            ["path": section.path, "title": section.label(text), "hint": section.hint(text)]
        }
        return PageContent(
            title: text("accountPage.details"),
            alert: alert,
            notice: notice,
            fields: fields(text),
            focusesForm: false,
            values: ["facts": rows, "links": links, "revision": revision, "hasForm": sendsLanguageWithForm]
        )
    }

    /// Returns the fields without the mark of optional ones, because nearly all fields are optional.
    private func fields(_ text: PageText) -> [PageField] {
        (attributes.map { $0.field(text) } + [languageField(text)].compactMap(\.self)).map { field in
            var field = field
            field.marksOptional = false
            return field
        }
    }

    private func languageField(_ text: PageText) -> PageField? {
        let chosen: String
        switch language {
        case .notOffered: return nil
        case .automatic: chosen = ""
        case .chosen(let language): chosen = language.rawValue
        }
        return PageField(
            name: PageInput.attributePrefix + ClaimName.locale.rawValue,
            label: text("accountPage.language"),
            value: chosen,
            isRequired: false,
            hint: text("accountPage.languageHint"),
            choices: Language.allCases.map { ($0.rawValue, $0.ownName) },
            emptyChoice: text("accountPage.languageAutomatic")
        )
    }
}
