import GatehouseWire

/// Binds forms to the browser and the flow step they were shown for, against CSRF.
///
/// The token is a keyed hash of the binding cookie, the form's name and the step number: it is not stored, other sites
/// cannot compute it, and forms of earlier steps are rejected.
package struct FormProtection: Sendable {
    let masterKey: MasterKey

    package init(masterKey: MasterKey) {
        self.masterKey = masterKey
    }

    /// Returns the token for a form's hidden field.
    package func token(form: String, step: Int = 0, browser: BrowserContext) -> String {
        masterKey.fingerprint(.forms, browser.bindingHash, form, "\(step)")
    }

    /// Returns whether a submitted token is valid for the form.
    package func isValid(_ token: String?, form: String, step: Int = 0, browser: BrowserContext) -> Bool {
        Secret(self.token(form: form, step: step, browser: browser)).matches(token ?? "")
    }
}
