import Configuration
import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire

/// The members of an entry that describes a trusted issuer.
protocol ConfiguredIssuerMember: RawRepresentable<String>, CaseIterable, Sendable {
    /// The public keys of the issuer.
    static var jwks: Self { get }
    /// The URL of the public keys of the issuer.
    static var keysURI: Self { get }
}

@available(macOS 15, *)
extension ConfiguredSection where Member: ConfiguredIssuerMember {
    /// Reads the keys of an issuer.
    func keys(of issuer: String, _ reader: ConfigReader) throws(CommandError) -> PublishedKeys {
        switch (text(.keysURI, of: issuer, reader), text(.jwks, of: issuer, reader)) {
        case (let uri?, nil):
            guard let url = RemoteURL(uri), url.isEncrypted else {
                throw invalid(.keysURI, of: issuer, "Use an https URL without a fragment.")
            }
            return .uri(uri)
        case (nil, let keys?):
            let set: JSONWebKeySet
            do throws(OAuthError) { set = try JSONWebKeySet(keyFile: Data(keys.utf8)) } catch {
                throw invalid(.jwks, of: issuer, error.description)
            }
            guard !set.keys.isEmpty else { throw invalid(.jwks, of: issuer, "Add the public keys of the issuer.") }
            return .set(set)
        case (nil, nil), (_?, _?):
            throw CommandError(
                "The \(kind) '\(issuer)' needs one source of keys.",
                advice: "Add either 'jwks-uri: URL' or 'jwks: KEYS', with its public keys."
            )
        }
    }
}
