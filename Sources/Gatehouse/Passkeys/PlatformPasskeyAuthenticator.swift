#if canImport(AuthenticationServices)
public import AuthenticationServices
import Foundation
public import GatehouseWire

/// The system's passkeys and security keys: the default in apps on Apple platforms.
///
/// The app needs the associated domain `webcredentials:` with the server's passkey domain.
public struct PlatformPasskeyAuthenticator: PasskeyAuthenticator {
    private let presentationAnchor: @MainActor @Sendable () -> ASPresentationAnchor

    /// Creates an authenticator for apps.
    ///
    /// - Parameter presentationAnchor: The window that presents the system's sheet; by default the key window.
    public init(presentationAnchor: (@MainActor @Sendable () -> ASPresentationAnchor)? = nil) {
        self.presentationAnchor = presentationAnchor ?? { .keyWindow }
    }

    /// Creates a passkey in the system's sheet.
    ///
    /// - Parameters:
    ///   - options: The options of the server.
    ///   - origin: Not used: the system writes the client data.
    /// - Returns: The response of the authenticator.
    /// - Throws: ``AuthError``: `cancelled`, `passkeyAlreadyAdded` or `passkeyUnavailable`.
    public func createPasskey(
        _ options: PublicKeyCredentialCreationOptions,
        origin: String
    ) async throws(AuthError) -> PasskeyRegistration {
        let sheet = await PasskeySheet(anchor: presentationAnchor)
        guard case .registration(let registration) = try await sheet.run(.create(options)).get() else {
            throw .unusablePasskey(nil)
        }
        return registration
    }

    /// Signs with a passkey that the user chooses in the system's sheet.
    ///
    /// - Parameters:
    ///   - options: The options of the server.
    ///   - origin: Not used: the system writes the client data.
    /// - Returns: The response of the authenticator.
    /// - Throws: ``AuthError``: `cancelled` or `passkeyUnavailable`.
    public func signWithPasskey(
        _ options: PublicKeyCredentialRequestOptions,
        origin: String
    ) async throws(AuthError) -> PasskeyAssertion {
        let sheet = await PasskeySheet(anchor: presentationAnchor)
        guard case .assertion(let assertion) = try await sheet.run(.sign(options)).get() else {
            throw .unusablePasskey(nil)
        }
        return assertion
    }
}

/// A presentation of the system's sheet.
@MainActor
private final class PasskeySheet: NSObject, ASAuthorizationControllerDelegate,
    ASAuthorizationControllerPresentationContextProviding
{
    enum Request: Sendable {
        case create(PublicKeyCredentialCreationOptions)
        case sign(PublicKeyCredentialRequestOptions)
    }

    enum Response: Sendable {
        case registration(PasskeyRegistration)
        case assertion(PasskeyAssertion)
    }

    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor
    private let end = Promise<Result<Response, AuthError>>()

    init(anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor) {
        self.anchor = anchor
    }

    func run(_ request: Request) async -> Result<Response, AuthError> {
        let requests =
            switch request {
            case .create(let options): Self.requests(options)
            case .sign(let options): Self.requests(options)
            }
        let controller = ASAuthorizationController(authorizationRequests: requests)
        controller.delegate = self
        controller.presentationContextProvider = self
        controller.performRequests()
        let result = await end.value
        // A cancelled task closes the sheet.
        if result == nil { controller.cancel() }
        return result ?? .failure(.cancelled())
    }

    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
        anchor()
    }

    func authorizationController(
        controller: ASAuthorizationController,
        didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        end.resolve(Self.response(authorization.credential).map(Result.success) ?? .failure(.unusablePasskey(nil)))
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
        end.resolve(.failure(Self.failure(error)))
    }

    private static func response(_ credential: any ASAuthorizationCredential) -> Response? {
        switch credential {
        case let created as any ASAuthorizationPublicKeyCredentialRegistration:
            guard let attestation = created.rawAttestationObject else { return nil }
            let isPlatform = created is ASAuthorizationPlatformPublicKeyCredentialRegistration
            return .registration(
                PasskeyRegistration(
                    id: created.credentialID,
                    response: .init(
                        clientDataJSON: created.rawClientDataJSON,
                        attestationObject: attestation,
                        transports: isPlatform ? [.builtIn, .hybrid] : [.usb, .nfc]
                    )
                )
            )
        case let signed as any ASAuthorizationPublicKeyCredentialAssertion:
            let (data, signature): (Data?, Data?) = (signed.rawAuthenticatorData, signed.signature)
            let userHandle: Data? = signed.userID
            guard let data, let signature else { return nil }
            return .assertion(
                PasskeyAssertion(
                    id: signed.credentialID,
                    response: .init(
                        clientDataJSON: signed.rawClientDataJSON,
                        authenticatorData: data,
                        signature: signature,
                        // Passkeys that are not discoverable have none.
                        userHandle: userHandle?.isEmpty == false ? userHandle : nil
                    )
                )
            )
        default: return nil
        }
    }

    private static func failure(_ error: any Error) -> AuthError {
        switch (error as? ASAuthorizationError)?.code {
        case .canceled?: return .cancelled()
        case .matchedExcludedCredential?:
            return AuthError(.passkeyAlreadyAdded, "The authenticator has a passkey of this account already.")
        default: return .unusablePasskey(error.localizedDescription)
        }
    }
}

extension PasskeySheet {
    fileprivate static func requests(_ options: PublicKeyCredentialCreationOptions) -> [ASAuthorizationRequest] {
        let domain = options.relyingParty.id ?? ""
        let selection = options.authenticatorSelection
        let verification = ASAuthorizationPublicKeyCredentialUserVerificationPreference(selection?.userVerification)
        let platform = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: domain)
            .createCredentialRegistrationRequest(
                challenge: options.challenge,
                name: options.user.name,
                userID: options.user.id
            )
        platform.displayName = options.user.displayName
        platform.userVerificationPreference = verification
        platform.excludedCredentials = options.excludedCredentials.map {
            ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: $0.id)
        }
        let securityKey = ASAuthorizationSecurityKeyPublicKeyCredentialProvider(relyingPartyIdentifier: domain)
            .createCredentialRegistrationRequest(
                challenge: options.challenge,
                displayName: options.user.displayName,
                name: options.user.name,
                userID: options.user.id
            )
        securityKey.credentialParameters = [ASAuthorizationPublicKeyCredentialParameters(algorithm: .ES256)]
        securityKey.userVerificationPreference = verification
        securityKey.residentKeyPreference = selection?.residentKey == .required ? .required : .preferred
        securityKey.excludedCredentials = options.excludedCredentials.map(securityKeyDescriptor)
        switch selection?.authenticatorAttachment {
        case .platform?: return [platform]
        case .crossPlatform?: return [securityKey]
        default: return [platform, securityKey]
        }
    }

    fileprivate static func requests(_ options: PublicKeyCredentialRequestOptions) -> [ASAuthorizationRequest] {
        let domain = options.relyingPartyID ?? ""
        let verification = ASAuthorizationPublicKeyCredentialUserVerificationPreference(options.userVerification)
        let platform = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: domain)
            .createCredentialAssertionRequest(challenge: options.challenge)
        platform.userVerificationPreference = verification
        platform.allowedCredentials = options.allowedCredentials.map {
            ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: $0.id)
        }
        let securityKey = ASAuthorizationSecurityKeyPublicKeyCredentialProvider(relyingPartyIdentifier: domain)
            .createCredentialAssertionRequest(challenge: options.challenge)
        securityKey.userVerificationPreference = verification
        securityKey.allowedCredentials = options.allowedCredentials.map(securityKeyDescriptor)
        return [platform, securityKey]
    }

    private static func securityKeyDescriptor(
        _ credential: PublicKeyCredentialDescriptor
    ) -> ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor {
        ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor(
            credentialID: credential.id,
            transports: ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor.Transport.allSupported
        )
    }
}

extension ASAuthorizationPublicKeyCredentialUserVerificationPreference {
    /// Creates the preference for a requirement, which has the same value.
    fileprivate init(_ requirement: WebAuthnRequirement?) {
        self.init(rawValue: (requirement ?? .preferred).rawValue)
    }
}

extension AuthError {
    /// Returns the error for a ceremony that the system did not complete.
    fileprivate static func unusablePasskey(_ reason: String?) -> AuthError {
        AuthError(
            .passkeyUnavailable,
            "The system offered no passkey. Check that the app is associated with the server’s passkey domain.",
            underlying: reason
        )
    }
}
#endif
