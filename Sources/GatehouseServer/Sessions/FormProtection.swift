import GatehouseWire

/// Ties a form to the browser it was shown in and to the step it was shown for (CSRF).
///
/// The token is a keyed hash of the browser's binding cookie, the form's name and the step's number: nothing is stored, another site
/// cannot compute it, and a form of an earlier step no longer fits.
package struct FormProtection: Sendable {
    let masterKey: MasterKey

    package init(core: ServerCore) {
        masterKey = core.masterKey
    }

    /// The token that goes into a form's hidden field.
    package func token(form: String, step: Int = 0, browser: BrowserContext) -> String {
        masterKey.fingerprint(.forms, browser.bindingHash, form, "\(step)")
    }

    /// Whether a posted token is the one that was given out.
    package func isValid(_ token: String?, form: String, step: Int = 0, browser: BrowserContext) -> Bool {
        Secret(self.token(form: form, step: step, browser: browser)).matches(token ?? "")
    }
}
