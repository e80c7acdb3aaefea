import GatehouseServer
import GatehouseStore
import GatehouseWire

/// The target of a page's form, and the values that bind it to the browser and the flow.
///
/// They are sent as the hidden fields `flow` and `csrf`.
package struct PageForm: Sendable, Hashable {
    /// The address that the form is posted to, such as `/sign-in`.
    package var address: String
    /// The ID of the flow that the page belongs to.
    package var flow: String
    /// The CSRF token, which proves that the form comes from this server.
    package var csrf: String

    package init(address: String, flow: String, csrf: String) {
        self.address = address
        self.flow = flow
        self.csrf = csrf
    }
}

/// The name of a form field of the hosted pages, apart from attributes.
package enum PageInput: String, Sendable, CaseIterable {
    case flow
    case csrf
    case action
    case email
    case password
    case code
    case phone
    case userCode = "user-code"
    /// The ``PageAccount/id`` of the chosen account.
    case account
    /// Selected if the user does not own the computer.
    case sharedComputer = "shared-computer"
    /// The response of a passkey as JSON, which the script of the page fills in.
    case passkey
    /// The chosen factor.
    case factor
    /// Selected if the browser needs no second factor for a while.
    case trustsBrowser = "trust-browser"
    /// Whether the browser can create passkeys on this device, as reported by the script of the page.
    case createsPasskeys = "creates-passkeys"
    /// The sealed state of an enrolment in progress.
    case enrolment
    /// The name of a passkey or authenticator app.
    case name
    /// The app to return to, in the address of a result page.
    case client
    /// The address, session or app of an account that a form is about.
    case item
    /// The confirmation of a change that cannot be undone.
    case confirmation
    /// The revision of the account that a form shows.
    case revision
    /// The notice and the typed values of an account page after a redirect.
    case state
    /// The last event of the previous page of a list.
    case after
    /// The chosen language, sent by a link or by a form button that shows the form again.
    case language

    /// The prefix of attribute names, which keeps them apart from the other fields.
    package static let attributePrefix = "attribute."

    /// The prefix of optional scopes on a consent page; the field is sent if the checkbox is selected.
    package static let scopePrefix = "share."
}

/// The action of a submit button; the raw value is sent in the field `action`.
///
/// A form without it means ``continue``.
package enum PageAction: String, Sendable, CaseIterable {
    /// The main action of the page: continue, allow, connect or sign out.
    case `continue`
    /// Returns to the client without completing; denies on the consent and device pages.
    case cancel
    /// Returns to the step for the email address.
    case back
    /// Sends a code by email instead of using the password.
    case code
    /// Uses the password instead of the code.
    case password
    /// Sends the code again.
    case resend
    /// Starts the password reset.
    case reset
    /// Switches to sign-up.
    case signUp
    /// Switches to sign-in.
    case signIn
    /// Signs out of all accounts of the browser.
    case signOutAll
    /// Signs in with an account that is not listed or not the one shown.
    case otherAccount
    /// Signs out of the current account in this browser.
    case signOut
    /// Removes an address, or the password.
    case remove
    case makePrimary
    /// Ends a session.
    case end
    /// Ends all sessions but the one of the request.
    case endOthers
    /// Withdraws the access of an app.
    case withdraw
    case download
    /// Signs in with a passkey, or creates one.
    case passkey
    /// Continues without a passkey.
    case skip
    /// Cancels the reset of the factors.
    case cancelReset
    /// Renames a passkey or authenticator app.
    case rename
    /// Makes sign-ins require a second factor, or not.
    case turnOn, turnOff
    /// Replaces the recovery codes.
    case newCodes
}

extension Parameters {
    /// Returns the first value of a field of a hosted page.
    func page(_ input: PageInput) -> String? {
        elements.first { $0.name == input.rawValue }?.value
    }

    /// The revision of the account that the form has shown.
    var revision: Int? { page(.revision).flatMap { Int($0) } }

    /// Whether the user has stated not to own the computer.
    var isSharedComputer: Bool { page(.sharedComputer) == "true" }

    /// The optional scopes selected on a consent page.
    var selectedScopes: ScopeSet {
        ScopeSet(
            elements.filter { $0.name.hasPrefix(PageInput.scopePrefix) && !$0.value.isEmpty }
                .map { Scope(rawValue: String($0.name.dropFirst(PageInput.scopePrefix.count))) }
        )
    }

    /// The attributes of a submitted form, by name.
    var pageAttributes: [String: String] {
        var attributes: [String: String] = [:]
        for element in elements where element.name.hasPrefix(PageInput.attributePrefix) {
            let name = String(element.name.dropFirst(PageInput.attributePrefix.count))
            if attributes[name] == nil { attributes[name] = element.value }
        }
        return attributes
    }
}

extension FlowInput {
    /// Creates the input of a submitted form for the step it was shown for.
    ///
    /// - Throws: ``FlowError/notPossible`` for an action that the step's page does not offer.
    init(_ form: Parameters, at step: FlowStep) throws(FlowError) {
        let input = try FlowInput(action: form, at: step)
        guard case .identify(let identify) = step, identify.mode != .reset else {
            self = input
            return
        }
        let entry = EntryOptions(
            endsWithBrowser: form.isSharedComputer,
            createsPasskeys: form.page(.createsPasskeys) == "true"
        )
        self = .entered(input, entry)
    }

    private init(action form: Parameters, at step: FlowStep) throws(FlowError) {
        let action = form.page(.action).flatMap(PageAction.init(rawValue:)) ?? .continue
        let email = form.page(.email) ?? ""
        if let input = try FlowInput(factorsOf: form, action: action, at: step) {
            self = input
            return
        }
        switch (step, action) {
        case (_, .cancel): self = .cancel
        case (.identify(let identify), .continue):
            switch identify.mode {
            case .signIn: self = .signInByCode(email: email)
            case .signUp: self = .signUp(email: email, password: form.page(.password))
            case .reset: self = .reset(email: email)
            }
        case (.identify, .code): self = .signInByCode(email: email)
        case (.identify, .password): self = .signInByPassword(email: email)
        case (.chooseAccount, .continue): self = .chooseAccount(Account.ID(form.page(.account) ?? ""))
        case (.password, .continue): self = .password(form.page(.password) ?? "")
        case (.password, .code): self = .signInByCode(email: "")
        case (.password, .reset): self = .reset(email: "")
        case (.code, .continue): self = .code(form.page(.code) ?? "")
        case (.code, .resend): self = .resendCode
        case (.code, .password): self = .signInByPassword(email: "")
        case (.newPassword, .continue): self = .newPassword(form.page(.password) ?? "")
        case (.attributes, .continue): self = .attributes(form.pageAttributes)
        case (.keepAccount, .continue): self = .keepAccount
        case (.consent, .continue): self = .consent(true, ticked: form.selectedScopes)
        case (_, .signUp): self = .show(.signUp, email: email)
        case (_, .reset): self = .show(.reset, email: email)
        case (.code(let code), .back): self = .show(code.mode)
        case (_, .otherAccount): self = .otherAccount
        case (_, .signIn), (_, .back): self = .show(.signIn, email: email)
        default: throw .notPossible
        }
    }
}
