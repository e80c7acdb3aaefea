import GatehouseServer
import GatehouseStore
import GatehouseWire

/// A request of a signed-in user for a page of the account.
struct AccountVisit: Sendable {
    let account: Account
    let session: BrowserSession
    let browserRequest: BrowserRequest
    let language: Language
    /// The context of account operations.
    let call: AccountRequest
    /// The path of the page below the issuer's.
    let path: String
    /// The target and hidden fields of the forms of the page.
    let form: PageForm
    let frame: AccountFrame
    /// The notice and the typed values in the page's address.
    let state: AccountPageState
}

/// The state of an account page in its address: a notice, and the values that the user typed before a sign-in.
///
/// A keyed hash binds it to the browser, so that no other site can make a page show it.
struct AccountPageState: Sendable, Equatable {
    private static let maximumSize = 2_048

    private(set) var parameters = Parameters()

    /// Creates an empty state.
    init() {}

    /// Creates the state with a notice and the typed values of a form, without its secrets.
    init(notice: PageMessage?, entered form: Parameters = Parameters()) {
        let kept = form.elements.filter { element in
            [PageInput.email, .phone, .revision].map(\.rawValue).contains(element.name)
                || element.name.hasPrefix(PageInput.attributePrefix)
        }
        parameters = Parameters([notice.map { .init(name: Self.notice, value: $0.key) }].compactMap(\.self) + kept)
    }

    /// Reads the state in a page's address; empty unless this server created it for this browser.
    init(of query: Parameters, forms: FormProtection, browser: BrowserContext) {
        guard let text = query.page(.state), text.utf8.count <= Self.maximumSize,
            forms.isValid(query.page(.csrf), form: Self.form(text), browser: browser),
            let parameters = try? Parameters(formEncoded: text)
        else { return }
        self.parameters = parameters
    }

    /// The notice to show.
    var notice: PageMessage? {
        let key = parameters.elements.first { $0.name == Self.notice }?.value
        return PageMessage.redirectNotices.first { $0.key == key }
    }

    /// The typed values.
    var entered: Parameters { Parameters(parameters.elements.filter { $0.name != Self.notice }) }

    /// Returns the path of a page with this state, or without the state if it is too large for an address.
    func path(_ path: String, forms: FormProtection, browser: BrowserContext) -> String {
        let text = parameters.formEncoded
        guard !text.isEmpty, text.utf8.count <= Self.maximumSize else { return path }
        let query = Parameters([
            .init(name: PageInput.state.rawValue, value: text),
            .init(
                name: PageInput.csrf.rawValue,
                value: forms.token(form: Self.form(text), browser: browser)
            ),
        ])
        return path + "?" + query.formEncoded
    }

    private static let notice = "notice"

    private static func form(_ text: String) -> String { "account-state " + text }
}
