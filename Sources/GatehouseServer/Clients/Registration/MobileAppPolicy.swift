import GatehouseStore
import GatehouseWire

/// The rules for the mobile apps of a client.
struct MobileAppPolicy: Sendable {
    /// Validates the identifiers of the apps.
    ///
    /// - Throws: `invalid_client_metadata`.
    func check(_ apps: MobileApps?) throws(OAuthError) {
        guard let apps else { return }
        for id in apps.appleAppIDs where !Self.isAppleAppID(id) {
            throw OAuthError(
                .invalidClientMetadata,
                """
                \(id) is not an app ID. Use the 10 characters of the team and the bundle ID, for example \
                A1B2C3D4E5.com.example.app.
                """
            )
        }
        for app in apps.androidApps {
            guard Self.isPackageName(app.packageName) else {
                throw OAuthError(
                    .invalidClientMetadata,
                    "\(app.packageName) is not the package name of an Android app. Example: com.example.app."
                )
            }
            guard !app.fingerprints.isEmpty, app.fingerprints.allSatisfy(Self.isFingerprint) else {
                throw OAuthError(
                    .invalidClientMetadata,
                    """
                    \(app.packageName) needs the SHA-256 fingerprint of its signing certificate: 32 bytes in \
                    upper-case hexadecimal with colons.
                    """
                )
            }
        }
    }

    /// Returns whether the text is a team ID, a period and a bundle ID.
    private static func isAppleAppID(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count == 10, parts[0].allSatisfy({ isUpperCase($0) || isDigit($0) }) else {
            return false
        }
        let segments = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts[1].count <= 155
            && segments.allSatisfy { segment in
                !segment.isEmpty && segment.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
            }
    }

    /// Returns whether the text is an Android application ID: segments that begin with a letter, at least two.
    private static func isPackageName(_ text: String) -> Bool {
        let segments = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return segments.count >= 2 && text.utf8.count <= 255
            && segments.allSatisfy { segment in
                segment.first.map(isLetter) == true
                    && segment.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
            }
    }

    private static func isFingerprint(_ text: String) -> Bool {
        let bytes = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return bytes.count == 32
            && bytes.allSatisfy { byte in
                byte.count == 2
                    && byte.allSatisfy { isDigit($0) || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) }
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isUpperCase(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        isUpperCase(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
}
