import GatehouseServer
import Mustache

/// Turns pages into HTML; its templates are parsed once, when it is made.
package struct PageRenderer: Sendable {
    private let library: MustacheLibrary

    package init() {
        library = PageTemplates.compile()
    }

    /// The page as a complete HTML document, to be sent as UTF-8.
    package func render(_ page: some Page, in context: PageContext) -> String {
        let table = StringTable.of(context.language)
        var arguments = page.arguments
        arguments["client"] = context.client?.name ?? context.issuerHost
        let text = PageText(table: table, arguments: arguments)
        let content = page.content(text)

        var values = content.values
        values["text"] = text
        values["title"] = content.title
        values["language"] = context.language.rawValue
        values["client"] = context.client?.content
        values["host"] = context.issuerHost
        values["stylesheet"] = context.basePath + PageAsset.stylesheet.path
        values["script"] = context.basePath + PageAsset.script.path
        values["icon"] = context.basePath + PageAsset.icon.path
        values["languages"] = languages(of: context, hasForm: page.form != nil)
        values["hasLanguages"] = page.form != nil || context.selfAddress != nil
        values["mailbox"] = context.mailboxAddress
        values["notice"] = content.notice.map(text.callAsFunction)
        if let form = page.form {
            values["form"] = ["address": form.address, "flow": form.flow, "csrf": form.csrf]
        }
        values["fields"] = fields(content.fields)
        values["problem"] = problem(content, text: text)

        guard let html = library.render(values, withTemplate: type(of: page).template) else {
            preconditionFailure("There is no template \(type(of: page).template)")
        }
        return html
    }

    /// Returns the language choice: form buttons, so that typed text is kept, or links on a page without a form.
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

    /// The fields as templates see them; the first one in error gets the focus, or else the first one.
    private func fields(_ fields: [PageField]) -> [[String: Any]] {
        let focus = fields.firstIndex { $0.error != nil } ?? fields.firstIndex { $0.value.isEmpty } ?? 0
        return fields.enumerated().map { index, field in field.content(hasFocus: index == focus) }
    }

    /// The error summary: what is wrong with the form and with each field.
    ///
    /// One message that stands beside its field is there for screen readers alone: twice on the screen it is noise.
    private func problem(_ content: PageContent, text: PageText) -> [String: Any]? {
        var items: [[String: Any]] = content.alert.map { [["message": text($0)]] } ?? []
        items += content.fields.compactMap { field in
            field.error.map { ["message": $0, "label": field.label, "target": field.id] }
        }
        guard !items.isEmpty else { return nil }
        return ["items": items, "isQuiet": content.alert == nil && items.count == 1]
    }
}
