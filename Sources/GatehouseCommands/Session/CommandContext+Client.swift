import Foundation
import Gatehouse

extension CommandContext {
    /// The client that speaks to the profile's server; a page is opened only by a command that hands in a browser.
    func client(
        for profile: SessionProfile,
        browser: (any BrowserLauncher)? = nil
    ) throws(CommandFailure) -> GatehouseClient {
        let issuer = try Issuer(parsing: profile.issuer)
        guard let url = URL(string: issuer.text) else {
            throw CommandFailure("The issuer \(profile.issuer) is not an address.", advice: "Give --issuer a URL.")
        }
        return makeClient(url, profile.client, browser ?? AnnouncedBrowser(output: output, browser: nil))
    }
}
