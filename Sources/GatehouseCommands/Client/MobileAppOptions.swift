package import ArgumentParser
import GatehouseServer
package import GatehouseStore
import GatehouseWire

/// The options of a client's second factor and mobile apps.
package struct MobileAppOptions: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            "When sign-ins to the app need a second factor; inherit follows the server's setting",
            valueName: "rule"
        )
    )
    package var secondFactor: SecondFactorChoice?

    @Option(
        name: .customLong("apple-app-id"),
        help: ArgumentHelp(
            "App on Apple platforms that uses passkeys and links of the server, such as A1B2C3D4E5.com.example.app; repeatable",
            valueName: "team.bundle"
        )
    )
    package var appleAppIDs: [String] = []

    @Option(
        name: .customLong("android-app"),
        help: ArgumentHelp(
            "Android app that uses them, with the SHA-256 fingerprint of its signing certificate; repeatable",
            valueName: "package=fingerprint"
        ),
        transform: MobileApps.AndroidApp.init(parsing:)
    )
    package var androidApps: [MobileApps.AndroidApp] = []

    package init() {}

    /// Whether no option is set.
    var isEmpty: Bool { secondFactor == nil && appleAppIDs.isEmpty && androidApps.isEmpty }

    /// Applies the options to a registration.
    func apply(to registration: inout ClientRegistration) {
        registration.secondFactor = secondFactor?.demand
        registration.mobileApps = MobileApps(appleAppIDs, androidApps)
    }
}

/// The options of `client update` for the second factor and mobile apps.
package struct MobileAppChanges: ParsableArguments, Sendable {
    @OptionGroup package var options: MobileAppOptions

    @Flag(name: .customLong("no-apple-app-id"), help: "Remove all apps on Apple platforms.")
    package var withoutAppleApps = false

    @Flag(name: .customLong("no-android-app"), help: "Remove all Android apps.")
    package var withoutAndroidApps = false

    package init() {}

    /// Whether no option is set.
    var isEmpty: Bool { options.isEmpty && !withoutAppleApps && !withoutAndroidApps }

    package func validate() throws {
        try Self.rejectContradictions([
            ("apple-app-id", !options.appleAppIDs.isEmpty && withoutAppleApps),
            ("android-app", !options.androidApps.isEmpty && withoutAndroidApps),
        ])
    }

    /// Applies the options to the stored client; a list replaces the previous one.
    func apply(to client: inout Client) {
        if let choice = options.secondFactor { client.secondFactor = choice.demand }
        let (apple, android) = (client.mobileApps?.appleAppIDs ?? [], client.mobileApps?.androidApps ?? [])
        client.mobileApps = MobileApps(
            withoutAppleApps ? [] : options.appleAppIDs.isEmpty ? apple : options.appleAppIDs,
            withoutAndroidApps ? [] : options.androidApps.isEmpty ? android : options.androidApps
        )
    }
}

/// The demand of a client for a second factor, as the command line names it.
package enum SecondFactorChoice: String, Sendable, CaseIterable, ExpressibleByArgument {
    case off
    case whenEnrolled = "when-enrolled"
    case required
    /// The demand of the server.
    case inherit

    /// The client's own demand; `nil` for the server's.
    var demand: SecondFactorDemand? {
        switch self {
        case .off: .off
        case .whenEnrolled: .whenEnrolled
        case .required: .required
        case .inherit: nil
        }
    }
}

extension MobileApps {
    /// Creates the mobile apps of a client, each of them once; `nil` if there are none.
    fileprivate init?(_ appleAppIDs: [String], _ androidApps: [AndroidApp]) {
        guard !appleAppIDs.isEmpty || !androidApps.isEmpty else { return nil }
        var unique: [String] = []
        for id in appleAppIDs where !unique.contains(id) { unique.append(id) }
        self.init(appleAppIDs: unique, androidApps: androidApps.mergingFingerprints())
    }
}

extension MobileApps.AndroidApp {
    /// Parses `PACKAGE=FINGERPRINT`, where the fingerprint is as `keytool` prints it, with or without `SHA256:` and
    /// colons.
    @Sendable init(parsing text: String) throws {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, let fingerprint = Self.normalized(parts[1]) else {
            throw ValidationError(
                """
                '\(text)' is not an Android app with its fingerprint. Use PACKAGE=FINGERPRINT with the line SHA256 of \
                'keytool -list -v', 32 bytes in hexadecimal.
                """
            )
        }
        self.init(packageName: parts[0], fingerprints: [fingerprint])
    }

    /// The app in the form that `init(parsing:)` reads, once for each fingerprint.
    var specifications: [String] { fingerprints.map { "\(packageName)=\($0)" } }

    /// Returns a fingerprint in upper case with colons; `nil` for other text.
    private static func normalized(_ text: String) -> String? {
        var rest = text.uppercased().filter { $0 != " " }[...]
        if rest.hasPrefix("SHA256:") { rest = rest.dropFirst("SHA256:".count) }
        let digits = Array(rest.filter { $0 != ":" })
        guard digits.count == 64, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { String(digits[$0...($0 + 1)]) }.joined(separator: ":")
    }
}
