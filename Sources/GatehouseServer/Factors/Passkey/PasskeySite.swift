import Foundation
import GatehouseStore
import GatehouseWebAuthn
import GatehouseWire

/// The server as the site that passkeys are bound to.
struct PasskeySite: Sendable {
    /// The time that a user has for a ceremony, in milliseconds.
    private static let timeout = 5 * 60 * 1000

    /// The domain that passkeys are bound to.
    let domain: String
    /// The name that authenticators show.
    let name: String
    private let origins: Set<String>

    init(issuer: String, name: String, settings: FactorSettings) {
        let components = URLComponents(string: issuer)
        let host = components?.host ?? ""
        domain = settings.passkeyDomain ?? host
        self.name = name
        let port = components?.port.map { ":\($0)" } ?? ""
        let origin = "\(components?.scheme ?? "https")://\(host)\(port)"
        // Apps on Apple platforms use the domain as their origin.
        origins = Set([origin, "https://\(domain)"] + settings.relatedOrigins)
    }

    /// Returns the relying party of a request by a client, whose mobile apps have origins of their own.
    func relyingParty(for client: Client) -> RelyingParty {
        RelyingParty(id: domain, origins: origins.union(client.mobileApps?.webAuthnOrigins ?? []))
    }

    /// Returns the options that create a passkey for an account.
    func creationOptions(
        for holder: FactorHolder,
        challenge: Data,
        excluding passkeys: [PasskeyState]
    ) -> PublicKeyCredentialCreationOptions {
        let account = holder.account
        let name = account.email?.value ?? account.identifiers.first?.spelling ?? self.name
        return PublicKeyCredentialCreationOptions(
            relyingParty: RelyingPartyEntity(id: domain, name: self.name),
            user: PasskeyUserEntity(
                id: PasskeyState.userHandle(of: account.id),
                name: name,
                displayName: account.displayName ?? name
            ),
            challenge: challenge,
            parameters: RelyingParty.supportedAlgorithms.map { PublicKeyCredentialParameters(algorithm: $0) },
            timeout: Self.timeout,
            excludedCredentials: passkeys.map(\.descriptor),
            authenticatorSelection: AuthenticatorSelection(residentKey: .preferred, userVerification: .preferred),
            attestation: AttestationConveyance.none,
            extensions: ["credProps": true]
        )
    }

    /// Returns the options that request an assertion: of one of the passkeys, or of any that the user chooses.
    func requestOptions(
        challenge: Data,
        allowing passkeys: [PasskeyState] = [],
        userVerification: WebAuthnRequirement
    ) -> PublicKeyCredentialRequestOptions {
        PublicKeyCredentialRequestOptions(
            challenge: challenge,
            timeout: Self.timeout,
            relyingPartyID: domain,
            allowedCredentials: passkeys.map(\.descriptor),
            userVerification: userVerification
        )
    }
}

extension MobileApps {
    /// The origins of the Android apps in ceremonies: the hash of the signing certificate.
    var webAuthnOrigins: [String] {
        androidApps.flatMap(\.fingerprints).compactMap { fingerprint in
            let bytes = fingerprint.split(separator: ":").compactMap { UInt8($0, radix: 16) }
            return bytes.count == 32 ? "android:apk-key-hash:" + Base64URL.encode(Data(bytes)) : nil
        }
    }
}
