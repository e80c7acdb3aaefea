package import Foundation
import GatehouseWire

/// The settings of an app's Info.plist for Login with Amazon.
package struct AppPropertyList: Sendable, Equatable, Encodable {
    package let file: String
    /// The contents of the APIKey, if it is readable.
    package let key: KeyFacts?
    /// The URL schemes with the prefix `amzn-`.
    package let schemes: [String]
    /// The problems found, as sentences.
    package let remarks: [String]

    /// The contents of an API key; the key itself is not shown.
    package struct KeyFacts: Sendable, Equatable, Encodable {
        package let bundle: String
        package let client: String
        /// The URL of the sign-in page.
        package let server: String

        fileprivate init?(_ text: String) {
            guard let key = try? AmazonAPIKey(text) else { return nil }
            bundle = key.bundleID
            client = key.clientID
            server = key.endpoints.authorization.absoluteString
        }
    }

    /// Reads a property list; `nil` if it is invalid or has no settings for Login with Amazon.
    package init?(_ data: Data, file: String) {
        let object = unsafe try? PropertyListSerialization.propertyList(from: data, format: nil)
        guard let list = object as? [String: Any] else { return nil }
        let types = list["CFBundleURLTypes"] as? [[String: Any]] ?? []
        let schemes = types.flatMap { $0["CFBundleURLSchemes"] as? [String] ?? [] }
            .filter { $0.lowercased().hasPrefix(Self.prefix) }
        let text = list["APIKey"] as? String
        guard text != nil || !schemes.isEmpty else { return nil }

        self.file = file
        self.schemes = schemes
        key = text.flatMap { KeyFacts($0) }
        let bundle = list["CFBundleIdentifier"] as? String
        remarks =
            Self.remarks(key: key, text: text, bundle: bundle)
            + Self.remarks(schemes: schemes, bundles: [key?.bundle, bundle])
            + Self.remarks(transport: list["NSAppTransportSecurity"] as? [String: Any])
    }

    // MARK: Key

    private static func remarks(key: KeyFacts?, text: String?, bundle: String?) -> [String] {
        guard let text else {
            return [
                "The APIKey is missing. Create one with `gatehouse client create --amazon --bundle-id`, or for Amazon in its console."
            ]
        }
        guard let key else {
            return isVariable(text) ? [] : ["The APIKey is malformed. Copy the complete key again."]
        }
        guard let bundle, !isVariable(bundle), bundle != key.bundle else { return [] }
        return ["The APIKey is for \(key.bundle), but the app is \(bundle): every sign-in will fail."]
    }

    // MARK: Schemes

    private static let prefix = "amzn-"

    private static func remarks(schemes: [String], bundles: [String?]) -> [String] {
        let expected = bundles.compactMap(\.self).filter { !isVariable($0) }.map { prefix + $0 }
        let scheme = expected.first ?? prefix + "<bundle id>"
        let ending = ": the browser can't return to the app."
        if schemes.isEmpty { return ["CFBundleURLTypes has no scheme \(scheme)\(ending)"] }
        let mayFit = schemes.contains { own in
            isVariable(own) || expected.isEmpty || expected.contains { $0.lowercased() == own.lowercased() }
        }
        if mayFit { return [] }
        return ["CFBundleURLTypes has no scheme \(scheme), but \(schemes.joined(separator: ", "))\(ending)"]
    }

    /// Returns whether the text is a build setting, whose value is unknown here.
    private static func isVariable(_ text: String) -> Bool {
        text.contains("$(") || text.contains("${")
    }

    // MARK: Transport security

    private static func remarks(transport: [String: Any]?) -> [String] {
        let domains = transport?["NSExceptionDomains"] as? [String: Any] ?? [:]
        let names = domains.keys.filter { $0 == "amazon.com" || $0.hasSuffix(".amazon.com") }.sorted()
        guard !names.isEmpty else { return [] }
        return ["The exception for \(names.joined(separator: ", ")) in NSAppTransportSecurity is no longer needed."]
    }
}
