#if canImport(AuthenticationServices) && !os(watchOS)
public import AuthenticationServices
import Foundation
public import GatehouseWire

/// The system's passkeys and security keys: the default in apps on Apple platforms.
///
/// The app needs the associated domain `webcredentials:` with the server's passkey domain. There are no security keys
/// on tvOS, and neither passkeys nor security keys on watchOS.
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
        if result == nil, #available(iOS 16, macOS 13, tvOS 18, visionOS 1, *) { controller.cancel() }
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
        let code = (error as? ASAuthorizationError)?.code
        if code == .canceled { return .cancelled() }
        if #available(iOS 18, macOS 15, tvOS 18, visionOS 2, *), code == .matchedExcludedCredential {
            return AuthError(.passkeyAlreadyAdded, "The authenticator has a passkey of this account already.")
        }
        return .unusablePasskey(error.localizedDescription)
    }
}

extension PasskeySheet {
    fileprivate static func requests(_ options: PublicKeyCredentialCreationOptions) -> [ASAuthorizationRequest] {
        let domain = options.relyingParty.id ?? ""
        let verification = ASAuthorizationPublicKeyCredentialUserVerificationPreference(
            options.authenticatorSelection?.userVerification
        )
        let platform = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: domain)
            .createCredentialRegistrationRequest(
                challenge: options.challenge,
                name: options.user.name,
                userID: options.user.id
            )
        platform.displayName = options.user.displayName
        platform.userVerificationPreference = verification
        #if os(tvOS)
        return [platform]
        #else
        #if !os(visionOS)
        if #available(iOS 17.4, macOS 13.5, *) {
            platform.excludedCredentials = options.excludedCredentials.map {
                ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: $0.id)
            }
        }
        #endif
        return switch options.authenticatorSelection?.authenticatorAttachment {
        case .platform?: [platform]
        case .crossPlatform?: [securityKeyRequest(options, verification)]
        default: [platform, securityKeyRequest(options, verification)]
        }
        #endif
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
        #if os(tvOS)
        return [platform]
        #else
        let securityKey = ASAuthorizationSecurityKeyPublicKeyCredentialProvider(relyingPartyIdentifier: domain)
            .createCredentialAssertionRequest(challenge: options.challenge)
        securityKey.userVerificationPreference = verification
        securityKey.allowedCredentials = options.allowedCredentials.map(securityKeyDescriptor)
        return [platform, securityKey]
        #endif
    }

    #if !os(tvOS)
    private static func securityKeyRequest(
        _ options: PublicKeyCredentialCreationOptions,
        _ verification: ASAuthorizationPublicKeyCredentialUserVerificationPreference
    ) -> ASAuthorizationRequest {
        let domain = options.relyingParty.id ?? ""
        let request = ASAuthorizationSecurityKeyPublicKeyCredentialProvider(relyingPartyIdentifier: domain)
            .createCredentialRegistrationRequest(
                challenge: options.challenge,
                displayName: options.user.displayName,
                name: options.user.name,
                userID: options.user.id
            )
        request.credentialParameters = [ASAuthorizationPublicKeyCredentialParameters(algorithm: .ES256)]
        request.userVerificationPreference = verification
        let requiresResidentKey = options.authenticatorSelection?.residentKey == .required
        request.residentKeyPreference = requiresResidentKey ? .required : .preferred
        request.excludedCredentials = options.excludedCredentials.map(securityKeyDescriptor)
        return request
    }

    private static func securityKeyDescriptor(
        _ credential: PublicKeyCredentialDescriptor
    ) -> ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor {
        ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor(
            credentialID: credential.id,
            transports: ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor.Transport.allSupported
        )
    }
    #endif
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
