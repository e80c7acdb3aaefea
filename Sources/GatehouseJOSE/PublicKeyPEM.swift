import Crypto
import CryptoExtras
import Foundation
package import GatehouseWire

extension JSONWebKeySet {
    /// Creates a key set from certificates and public keys in PEM (RFC 7468 §5, §13).
    ///
    /// The keys name no algorithm, so that an RSA key verifies RS256 and PS256. The identifier of a certificate's key
    /// is the certificate's SHA-256 thumbprint (`x5t#S256`), that of another key its own.
    ///
    /// - Throws: `malformed` if there is no PEM block or one cannot be read; `invalidKey` for a private key and for an
    ///   unsupported kind of key.
    package init(pem text: String) throws(JOSEError) {
        let blocks = try PEMBlock.blocks(of: text)
        guard !blocks.isEmpty else { throw .malformed }
        var keys: [JSONWebKey] = []
        for block in blocks { keys.append(try JSONWebKey(block)) }
        self.init(keys: keys)
    }
}

/// A block of PEM text (RFC 7468 §2).
private struct PEMBlock {
    let label: Substring
    let content: Data

    private static let dashes = "-----"

    static func blocks(of text: String) throws(JOSEError) -> [PEMBlock] {
        var blocks: [PEMBlock] = []
        var open: (label: Substring, lines: String)?
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.drop(while: \.isWhitespace)
            if let label = boundary(line, "BEGIN ") {
                guard open == nil else { throw .malformed }
                open = (label, "")
            } else if let label = boundary(line, "END ") {
                guard let block = open, block.label == label, let content = Data(base64Encoded: block.lines) else {
                    throw .malformed
                }
                blocks.append(PEMBlock(label: label, content: content))
                open = nil
            } else {
                open?.lines += line.filter { !$0.isWhitespace }
            }
        }
        guard open == nil else { throw .malformed }
        return blocks
    }

    private static func boundary(_ line: Substring, _ kind: String) -> Substring? {
        let start = dashes + kind
        guard line.hasPrefix(start) else { return nil }
        let rest = line.dropFirst(start.count)
        guard let end = rest.range(of: dashes) else { return nil }
        return rest[..<end.lowerBound]
    }
}

extension JSONWebKey {
    fileprivate init(_ block: PEMBlock) throws(JOSEError) {
        switch block.label {
        case "CERTIFICATE":
            guard let key = CertificateFields.publicKey(of: block.content) else { throw .malformed }
            try self.init(key, keyID: Base64URL.encode(SHA256Digest.of(block.content)))
        case "PUBLIC KEY":
            let unnamed = try JSONWebKey(block.content, keyID: nil)
            guard let thumbprint = unnamed.thumbprint else { throw .invalidKey }
            try self.init(block.content, keyID: thumbprint)
        default: throw .invalidKey
        }
    }

    /// Creates a key from a `SubjectPublicKeyInfo` (RFC 5280 §4.1.2.7).
    private init(_ info: Data, keyID: String?) throws(JOSEError) {
        var members: [String: JSONValue] = ["kid": keyID.map { .string($0) } ?? .null]
        func text(_ bytes: Data) -> JSONValue { .string(Base64URL.encode(bytes)) }
        func setPoint(_ point: Data, on curve: Curve) {
            members["kty"] = .string(KeyType.ellipticCurve.rawValue)
            members["crv"] = .string(curve.rawValue)
            members["x"] = text(point.prefix(point.count / 2))
            members["y"] = text(point.suffix(point.count / 2))
        }
        if let key = try? _RSA.Signing.PublicKey(derRepresentation: info), let parts = try? key.getKeyPrimitives() {
            members["kty"] = .string(KeyType.rsa.rawValue)
            members["n"] = text(parts.modulus)
            members["e"] = text(parts.publicExponent)
        } else if let key = try? P256.Signing.PublicKey(derRepresentation: info) {
            setPoint(key.rawRepresentation, on: .p256)
        } else if let key = try? P384.Signing.PublicKey(derRepresentation: info) {
            setPoint(key.rawRepresentation, on: .p384)
        } else if let bytes = CertificateFields.ed25519Key(of: info) {
            members["kty"] = .string(KeyType.octetKeyPair.rawValue)
            members["crv"] = .string(Curve.ed25519.rawValue)
            members["x"] = text(bytes)
        } else {
            throw .invalidKey
        }
        do { try self.init(publicOnly: .object(members)) } catch { throw .invalidKey }
    }
}

/// Reads the fields of certificates and public keys that contain the key (RFC 5280 §4.1).
private enum CertificateFields {
    private static let sequence: UInt8 = 0x30
    private static let version: UInt8 = 0xA0
    /// The prefix of a `SubjectPublicKeyInfo` of an Ed25519 key (RFC 8410 §4).
    private static let ed25519: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]

    /// Returns the `SubjectPublicKeyInfo` of a certificate.
    static func publicKey(of certificate: Data) -> Data? {
        var outer = DERReader([UInt8](certificate)[...])
        guard let whole = outer.next(), whole.tag == sequence else { return nil }
        var body = DERReader(whole.content)
        guard let fields = body.next(), fields.tag == sequence else { return nil }
        var reader = DERReader(fields.content)
        guard let first = reader.next() else { return nil }
        // The serial number, unless the optional version precedes it; then algorithm, issuer, validity and subject.
        let others = first.tag == version ? 5 : 4
        for _ in 0..<others { guard reader.next() != nil else { return nil } }
        guard let key = reader.next(), key.tag == sequence else { return nil }
        return Data(key.whole)
    }

    /// Returns the bytes of an Ed25519 key.
    static func ed25519Key(of info: Data) -> Data? {
        guard info.count == ed25519.count + 32, info.starts(with: ed25519) else { return nil }
        return info.suffix(32)
    }
}

/// Reads the elements of a DER encoding (X.690 §8.1), which is at most as long as a file of keys.
private struct DERReader {
    struct Element {
        let tag: UInt8
        let content: ArraySlice<UInt8>
        let whole: ArraySlice<UInt8>
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// Returns the next element; `nil` at the end, and if its length is malformed.
    mutating func next() -> Element? {
        var bytes = rest
        guard let tag = bytes.popFirst(), let first = bytes.popFirst() else { return nil }
        var length = Int(first)
        if first >= 0x80 {
            let count = Int(first & 0x7F)
            guard (1...3).contains(count), bytes.count >= count else { return nil }
            length = bytes.prefix(count).reduce(0) { $0 << 8 | Int($1) }
            bytes = bytes.dropFirst(count)
        }
        guard bytes.count >= length else { return nil }
        let content = bytes.prefix(length)
        let whole = rest[rest.startIndex..<content.endIndex]
        rest = bytes.dropFirst(length)
        return Element(tag: tag, content: content, whole: whole)
    }
}
