import GatehouseHTTP

/// A person who answers every page the way people do: types the address, reads the code in the mail, gives the data asked for, agrees.
///
/// Whether the address has an account already makes no difference: without one, the person becomes a member.
public struct ScriptedPerson: Sendable {
    /// Their e-mail address.
    public var email: String
    /// Their password; `nil` for someone who signs in with a mailed code.
    public var password: String?
    /// What they say when a page asks for data, by attribute name.
    public var attributes: [String: String]
    /// Whether they allow apps to have what they ask for; who does not presses Cancel there.
    public var agrees: Bool
    /// Whether they say on the first page that they have no account yet, as one must to sign up with a password.
    public var isNew: Bool

    /// A person.
    ///
    /// - Parameters:
    ///   - email: Their e-mail address.
    ///   - password: Their password; `nil` for someone who signs in with a mailed code.
    ///   - attributes: What they say when a page asks for data, by attribute name.
    ///   - agrees: Whether they allow apps to have what they ask for.
    ///   - isNew: Whether they say on the first page that they have no account yet.
    public init(
        email: String,
        password: String? = nil,
        attributes: [String: String] = [:],
        agrees: Bool = true,
        isNew: Bool = false
    ) {
        self.email = email
        self.password = password
        self.attributes = attributes
        self.agrees = agrees
        self.isNew = isNew
    }

    /// Answers page after page, until the browser is sent to the app or shows a page that asks nothing.
    ///
    /// - Parameters:
    ///   - browser: Their browser, with the first page open.
    ///   - server: Where their mail comes from.
    /// - Throws: ``ScriptedBrowserError`` when a page says that something is wrong, or asks for what they do not know.
    public func walk(_ browser: ScriptedBrowser, on server: TestServer) async throws {
        while await !browser.hasLeft, let form = await browser.forms.last {
            try await answer(form, in: browser, on: server)
            if await !browser.problems.isEmpty { throw await browser.stuck("Going on as \(email)") }
        }
    }

    private func answer(_ form: HTMLForm, in browser: ScriptedBrowser, on server: TestServer) async throws {
        let fields = form.fields
        let asked = fields.filter { $0.hasPrefix(PageInput.attributePrefix) }
        if fields.contains(PageInput.code.rawValue) {
            guard let code = try await server.mailedCode(to: email) else {
                throw await browser.stuck("Typing a code that was never mailed")
            }
            try await browser.submit([PageInput.code.rawValue: code])
        } else if !asked.isEmpty {
            try await browser.submit(known(asked))
        } else if fields.contains(PageInput.email.rawValue) {
            try await identify(form, in: browser)
        } else if fields.contains(PageInput.password.rawValue) {
            guard let password else { throw await browser.stuck("Typing a password without having one") }
            try await browser.submit([PageInput.password.rawValue: password])
        } else if let account = form.buttons.first(where: { $0.name == PageInput.account.rawValue }) {
            try await browser.submit(pressing: (account.name, account.value))
        } else {
            try await browser.submit(action: (agrees ? PageAction.continue : .cancel).rawValue)
        }
    }

    private func identify(_ form: HTMLForm, in browser: ScriptedBrowser) async throws {
        let isSignUp = form.fields.contains(PageInput.password.rawValue)
        if isNew, !isSignUp, form.has(.signUp) {
            try await browser.submit(action: PageAction.signUp.rawValue)
        } else if isSignUp {
            try await browser.submit([PageInput.email.rawValue: email, PageInput.password.rawValue: password ?? ""])
        } else {
            let action: PageAction? = password != nil && form.has(.password) ? .password : nil
            try await browser.submit([PageInput.email.rawValue: email], action: action?.rawValue)
        }
    }

    private func known(_ asked: Set<String>) -> [String: String] {
        var values: [String: String] = [:]
        for field in asked { values[field] = attributes[String(field.dropFirst(PageInput.attributePrefix.count))] }
        return values
    }
}

extension HTMLForm {
    /// Whether it has the button.
    fileprivate func has(_ action: PageAction) -> Bool {
        buttons.contains(.init(name: PageInput.action.rawValue, value: action.rawValue))
    }
}
