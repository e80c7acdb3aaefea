/// Where the apps of Login with Amazon wait for their answers.
package enum AmazonRedirect {
    /// The one of an app on a phone or a Mac: it opens the app that has claimed the scheme.
    ///
    /// Answers `nil` for a bundle identifier that is not letters, digits, dots and hyphens.
    package static func app(bundleID: String) -> RedirectURI? {
        guard !bundleID.isEmpty, bundleID.utf8.count <= 155, bundleID.utf8.allSatisfy(isBundleCharacter) else {
            return nil
        }
        return RedirectURI(rawValue: "amzn-\(bundleID)://?methodName=signin")
    }

    /// The one of an app where nothing can claim a scheme: it listens itself, on any port.
    package static let loopback = "http://127.0.0.1/callback"

    private static func isBundleCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
