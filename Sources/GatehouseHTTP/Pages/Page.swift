/// One hosted page: plain values that a route fills in, and how they become what the page's template shows.
package protocol Page: Sendable {
    /// The template's file name in `Resources`, without its extension.
    static var template: String { get }

    /// What fills the placeholders of the page's own sentences, besides `{client}`.
    var arguments: [String: String] { get }

    /// The hidden fields and the address of the page's form; `nil` where there is nothing to send.
    var form: PageForm? { get }

    /// What the template shows.
    func content(_ text: PageText) -> PageContent
}

extension Page {
    package var arguments: [String: String] { [:] }
    package var form: PageForm? { nil }
}
