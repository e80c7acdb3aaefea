/// A request to start the enrolment of a credential.
package struct StartEnrolmentRequest: Codable, Sendable, Hashable {
    package var kind: CredentialKind

    package init(kind: CredentialKind) {
        self.kind = kind
    }

    package enum CodingKeys: String, CodingKey {
        case kind
    }
}

extension StartEnrolmentRequest: DescribedJSON {
    package static let schema = SchemaDescription(
        "NewEnrolment",
        "A credential to enrol.",
        members: [CodingKeys.kind: "The kind."]
    )
}

/// An enrolment in progress, with the part that its kind of credential needs.
package struct CredentialEnrolment: Codable, Sendable, Hashable {
    /// The token that finishes the enrolment.
    package var enrolment: Secret
    package var kind: CredentialKind
    package var expiresAt: Timestamp
    package var authenticatorApp: AuthenticatorAppSetup?
    /// The options for creating a passkey, ``PublicKeyCredentialCreationOptions``.
    package var passkey: JSONValue?

    package init(
        enrolment: Secret,
        kind: CredentialKind,
        expiresAt: Timestamp,
        authenticatorApp: AuthenticatorAppSetup? = nil,
        passkey: JSONValue? = nil
    ) {
        self.enrolment = enrolment
        self.kind = kind
        self.expiresAt = expiresAt
        self.authenticatorApp = authenticatorApp
        self.passkey = passkey
    }

    enum CodingKeys: String, CodingKey {
        case enrolment, kind, passkey
        case expiresAt = "expires_at"
        case authenticatorApp = "authenticator_app"
    }
}

extension CredentialEnrolment: DescribedJSON {
    package static let schema = SchemaDescription(
        "Enrolment",
        "An enrolment in progress. A change of the account's credentials ends it.",
        members: [
            CodingKeys.enrolment: "The token that finishes the enrolment.",
            .kind: "The kind.",
            .expiresAt: "The time at which the enrolment expires.",
            .authenticatorApp: "The secret of the authenticator app; absent for other kinds.",
            .passkey: .init(
                "The `PublicKeyCredentialCreationOptionsJSON` of WebAuthn; absent for other kinds.",
                example: ["challenge": "AAECAwQFBgcICQoLDA0ODw", "rp": ["id": "login.example.com"]]
            ),
        ]
    )
}

/// The secret of an authenticator app.
package struct AuthenticatorAppSetup: Codable, Sendable, Hashable {
    package var keyURI: Secret
    package var secret: Secret

    package init(keyURI: Secret, secret: Secret) {
        self.keyURI = keyURI
        self.secret = secret
    }

    enum CodingKeys: String, CodingKey {
        case keyURI = "key_uri"
        case secret
    }
}

extension AuthenticatorAppSetup: DescribedJSON {
    package static let schema = SchemaDescription(
        "AuthenticatorAppSetup",
        "The secret of an authenticator app, which the server shows once.",
        members: [
            CodingKeys.keyURI: "The `otpauth` URI, to open or to show as a QR code.",
            .secret: "The secret in Base32, for apps in which the user types it.",
        ]
    )
}

/// A request to finish an enrolment with the response of the authenticator.
package struct FinishEnrolmentRequest: Codable, Sendable, Hashable {
    package static let maximumCodeLength = 64

    package var enrolment: Secret
    package var name: String?
    package var code: Secret?
    /// The response of a new passkey, ``PasskeyRegistration``.
    package var passkey: JSONValue?

    package init(enrolment: Secret, name: String? = nil, code: Secret? = nil, passkey: JSONValue? = nil) {
        self.enrolment = enrolment
        self.name = name
        self.code = code
        self.passkey = passkey
    }

    package enum CodingKeys: String, CodingKey {
        case enrolment, name, code, passkey
    }
}

extension FinishEnrolmentRequest: DescribedJSON {
    package static let schema = SchemaDescription(
        "NewCredential",
        "The response of the authenticator, as `code` or `passkey`.",
        members: [
            CodingKeys.enrolment: "The token of the enrolment.",
            .name: .init(
                "The name of the credential; the server derives one if it is absent.",
                example: "Phone",
                range: 0...CredentialUpdateRequest.maximumLength
            ),
            .code: .init("The code that the authenticator app shows.", example: "123456", range: 1...maximumCodeLength),
            .passkey: .init(
                "The `RegistrationResponseJSON` of WebAuthn.",
                example: ["id": "AAECAwQFBgcICQoLDA0ODw", "type": "public-key"]
            ),
        ]
    )
}

/// A credential that was added.
package struct CredentialAdded: Codable, Sendable, Hashable {
    package var credential: CredentialDetails
    /// The first recovery codes of the account.
    package var recoveryCodes: [Secret]?

    package init(credential: CredentialDetails, recoveryCodes: [Secret]? = nil) {
        self.credential = credential
        self.recoveryCodes = recoveryCodes
    }

    enum CodingKeys: String, CodingKey {
        case credential
        case recoveryCodes = "recovery_codes"
    }
}

extension CredentialAdded: DescribedJSON {
    package static let schema = SchemaDescription(
        "AddedCredential",
        "A credential that was added.",
        members: [
            CodingKeys.credential: "The credential.",
            .recoveryCodes: "The recovery codes, if the account has got its first ones. They cannot be read again.",
        ]
    )
}
