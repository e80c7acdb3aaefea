package import GatehouseStore
package import GatehouseWire

/// The browser a request came from, told by its cookies.
package struct BrowserContext: Sendable {
    /// A random value in a cookie that lives as long as the browser: a transaction belongs to the browser it was begun in.
    package let binding: Secret
    /// The live sign-in of this browser, if any.
    package let session: BrowserSession?

    package init(binding: Secret, session: BrowserSession?) {
        self.binding = binding
        self.session = session
    }

    package var bindingHash: String { OpaqueToken.hash(of: binding.reveal()) }
}
