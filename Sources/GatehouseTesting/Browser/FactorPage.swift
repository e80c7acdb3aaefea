import Foundation
import Gatehouse
import GatehouseHTTP
import GatehouseWire

/// A page of a sign-in that requests a second factor, as a user reads it.
enum FactorPage {
    /// The user chooses a factor to enrol.
    case choice(of: [SecondFactorKind])
    /// The user proves or enrols a factor, or chooses another one.
    case factor(SecondFactorKind, Task, others: [SecondFactorKind])
    /// The user keeps the recovery codes.
    case recoveryCodes([String])

    /// The task of a page about one factor.
    enum Task {
        /// The user enters a code.
        case enterCode
        /// The user adds the secret to an authenticator app, and enters its code.
        case addApp(secret: String)
        /// The user creates a passkey.
        case createPasskey
        /// The user signs with a passkey.
        case usePasskey(PublicKeyCredentialRequestOptions?)
    }

    /// Creates the description of a page; `nil` for a page about something else.
    init?(_ form: HTMLForm, in browser: ScriptedBrowser) async {
        self.init(form, on: await browser.page)
    }

    private init?(_ form: HTMLForm, on page: String) {
        let codes = page.matches(of: /<li><code>([^<]+)<\/code><\/li>/).map { String($0.output.1) }
        let offered = form.buttons.filter { $0.name == PageInput.factor.rawValue }.map {
            SecondFactorKind(rawValue: $0.value)
        }
        if page.contains("data-codes"), !codes.isEmpty {
            self = .recoveryCodes(codes)
        } else if form.fields.contains(PageInput.code.rawValue) {
            self.init(codeOf: form, on: page, offered: offered)
        } else if let prompt = form.passkey, form.fields.isSubset(of: [PageInput.trustsBrowser.rawValue]) {
            let isNew = prompt.kind == "create"
            // The offer of a passkey after a sign-in can be declined.
            guard !form.has(.skip) else { return nil }
            let options = try? JSONCoding.decode(
                PublicKeyCredentialRequestOptions.self,
                from: Data(prompt.options.utf8)
            )
            self = .factor(.passkey, isNew ? .createPasskey : .usePasskey(options), others: offered)
        } else if !offered.isEmpty {
            self = .choice(of: offered)
        } else {
            return nil
        }
    }

    /// Creates the description of a page with a field for a code.
    private init?(codeOf form: HTMLForm, on page: String, offered: [SecondFactorKind]) {
        // The page of a code by mail that is the first factor.
        if form.has(.resend) { return nil }
        if let key = page.firstMatch(of: /class="key">([A-Z2-7 ]+)</) {
            self = .factor(.authenticatorApp, .addApp(secret: String(key.output.1)), others: offered)
        } else if page.contains(#"autocomplete="off""#) {
            self = .factor(.recoveryCode, .enterCode, others: offered)
        } else if let sent = offered.first, [.mailCode, .smsCode].contains(sent) {
            // The first button of such a page sends the code again.
            self = .factor(sent, .enterCode, others: Array(offered.dropFirst()))
        } else {
            self = .factor(.authenticatorApp, .enterCode, others: offered)
        }
    }
}

extension ScriptedUser {
    /// Completes a page about second factors.
    func answer(_ page: FactorPage, in browser: ScriptedBrowser, on server: TestServer) async throws {
        switch page {
        case .choice(let factors):
            try await choose(factors.first { $0 == preferredFactor } ?? factors.first, in: browser)
        case .recoveryCodes(let codes):
            browser.factors.recoveryCodes = codes
            try await browser.submit(action: PageAction.continue.rawValue)
        case .factor(let factor, let task, let others):
            if let preferredFactor, preferredFactor != factor, others.contains(preferredFactor) {
                try await choose(preferredFactor, in: browser)
            } else if can(task, of: factor, with: browser.factors) {
                try await perform(task, of: factor, in: browser, on: server)
            } else {
                let other = others.first { can(.enterCode, of: $0, with: browser.factors) }
                try await choose(preferredFactor == factor ? nil : other, in: browser)
            }
        }
    }

    private func choose(_ factor: SecondFactorKind?, in browser: ScriptedBrowser) async throws {
        guard let factor else { throw await browser.stuck("Proving a second factor that the user does not have") }
        try await browser.submit(pressing: (PageInput.factor.rawValue, factor.rawValue))
    }

    /// Returns whether the user can perform a task with a factor.
    private func can(_ task: FactorPage.Task, of factor: SecondFactorKind, with factors: TestFactors) -> Bool {
        switch (factor, task) {
        case (.passkey, .usePasskey(let options)): options.map(factors.passkeys.canSign) ?? false
        case (.passkey, .enterCode): !factors.passkeys.passkeys.isEmpty
        case (.authenticatorApp, .enterCode): factors.authenticatorApp.accounts.contains(email)
        case (.recoveryCode, _): !factors.recoveryCodes.isEmpty
        default: true
        }
    }

    private func perform(
        _ task: FactorPage.Task,
        of factor: SecondFactorKind,
        in browser: ScriptedBrowser,
        on server: TestServer
    ) async throws {
        let app = browser.factors.authenticatorApp
        switch (factor, task) {
        case (_, .usePasskey), (_, .createPasskey): return try await browser.usePasskey()
        case (_, .addApp(let secret)):
            try app.add(secret: secret, account: email)
            try await enter(try await app.code(of: email), in: browser)
        case (.authenticatorApp, _): try await enter(try await app.code(of: email), in: browser)
        case (.recoveryCode, _): try await enter(browser.factors.takeRecoveryCode(), in: browser)
        case (.smsCode, _):
            let phone = try await server.users.phone(of: email)
            try await enter(try await server.mailedCode(to: phone ?? ""), in: browser)
        default: try await enter(try await server.mailedCode(to: email), in: browser)
        }
    }

    private func enter(_ code: String?, in browser: ScriptedBrowser) async throws {
        guard let code else { throw await browser.stuck("Entering a code that the user does not have") }
        try await browser.submit([PageInput.code.rawValue: code], action: PageAction.continue.rawValue)
    }
}
