import Foundation
package import GatehouseWire

extension TimeBasedSecret {
    /// The key in Base32, in groups of four characters, for users who type it.
    package var typedKey: Secret {
        let text = Base32.encode(bytes)
        let groups = stride(from: 0, to: text.count, by: 4).map { text.dropFirst($0).prefix(4) }
        return Secret(groups.joined(separator: " "))
    }

    /// Returns the key URI (`otpauth:`), which authenticator apps read from a QR code.
    ///
    /// Apps show the issuer and the account. A colon separates them, so that colons within them become spaces.
    ///
    /// - Parameters:
    ///   - issuer: The name of the service.
    ///   - account: An address or a name that tells the user's accounts apart.
    /// - Returns: The URI, which contains the key.
    package func keyURI(issuer: String, account: String) -> Secret {
        let issuer = FormCoding.encode(Self.label(issuer))
        let account = FormCoding.encode(Self.label(account))
        let label = [issuer, account].filter { !$0.isEmpty }.joined(separator: ":")
        let parameters = [
            "secret=\(Base32.encode(bytes))",
            issuer.isEmpty ? nil : "issuer=\(issuer)",
            "algorithm=SHA1",
            "digits=\(Self.codeLength)",
            "period=\(Self.period)",
        ]
        return Secret("otpauth://totp/\(label)?\(parameters.compactMap(\.self).joined(separator: "&"))")
    }

    /// The size of a name in bytes of UTF-8; longer names make the QR code too dense for cameras.
    private static let maximumNameSize = 64

    /// Returns a name on one line without colons, cut before the first character that does not fit.
    private static func label(_ name: String) -> String {
        // A longer prefix than fits, so that the cost does not depend on the length of the name.
        let scalars = name.unicodeScalars.prefix(maximumNameSize * 4).map { scalar in
            let isSeparator = scalar == ":" || scalar.properties.isWhitespace
            return isSeparator || scalar.properties.generalCategory == .control ? " " : scalar
        }
        let words = String(String.UnicodeScalarView(scalars)).split(separator: " ")
        let line = words.joined(separator: " ")
        guard line.utf8.count > maximumNameSize else { return line }
        var size = "…".utf8.count
        let end = line.prefix { character in
            size += character.utf8.count
            return size <= maximumNameSize
        }
        return end.isEmpty ? "" : end + "…"
    }
}
