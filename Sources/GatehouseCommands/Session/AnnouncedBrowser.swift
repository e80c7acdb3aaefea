import Foundation
import Gatehouse

/// Opens a page in the person's browser and says so; where that fails, shows the address for them to open.
struct AnnouncedBrowser: BrowserLauncher {
    let output: Output
    /// `nil` only shows the address.
    let browser: (any BrowserLauncher)?

    func open(_ url: URL) async throws(AuthError) {
        guard let browser else { return show(url) }
        do throws(AuthError) {
            try await browser.open(url)
            output.progress("Your browser has been opened. Waiting for the sign-in there. Ctrl-C cancels.")
        } catch {
            guard error.code != .cancelled else { throw error }
            output.error("No browser could be opened.")
            show(url)
        }
    }

    private func show(_ url: URL) {
        output.error("Open this address in a browser on this machine to sign in:\n\n  \(url.absoluteString)\n")
        output.progress("Waiting for the sign-in. Ctrl-C cancels.")
    }
}
