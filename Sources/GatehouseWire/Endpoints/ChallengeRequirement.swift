/// The input that a step of a session requires.
package enum ChallengeRequirement: Sendable, Hashable {
    /// A code that the user enters.
    package struct Code: Sendable, Hashable {
        package var method: ChallengeMethodType
        /// The masked address that the code was sent to.
        package var target: String?
        /// The number of digits.
        package var length: Int?
        /// The number of seconds until the code can be sent again.
        package var resendIn: Int?

        package init(method: ChallengeMethodType, target: String? = nil, length: Int? = nil, resendIn: Int? = nil) {
            self.method = method
            self.target = target
            self.length = length
            self.resendIn = resendIn
        }
    }

    /// A username or one of the user's passkeys, for which these are the options.
    case username(passkeyOptions: JSONValue?)
    case password
    /// A code; `methods` are the factors that can be chosen instead.
    case code(Code, methods: [ChallengeMethod] = [])
    /// A passkey of the account, with the options of `navigator.credentials.get()`.
    case passkey(options: JSONValue, methods: [ChallengeMethod])
    /// The choice of a factor.
    case method([ChallengeMethod])
    /// The choice of a factor to enrol.
    case enrolment([ChallengeMethod])
    /// A code of an authenticator app that is being enrolled.
    case authenticatorAppEnrolment(keyURI: Secret, secret: Secret, methods: [ChallengeMethod])
    /// The response of an authenticator to the options of `navigator.credentials.create()`.
    case passkeyEnrolment(options: JSONValue, methods: [ChallengeMethod])
    case newPassword
    case attributes([RequestedAttribute])
    /// The user keeps these recovery codes, which are shown once.
    case recoveryCodes([Secret])

    /// Whether the input is a code.
    var isCode: Bool {
        switch self {
        case .code, .authenticatorAppEnrolment: true
        default: false
        }
    }
}

extension ChallengeRequirement: Codable {
    private enum Kind: String, Codable {
        case username, password, code = "otp", passkey, method, enrolment
        case authenticatorAppEnrolment = "totp_enrolment"
        case passkeyEnrolment = "passkey_enrolment"
        case newPassword = "new_password"
        case attributes
        case recoveryCodes = "recovery_codes"
    }

    private enum CodingKeys: String, CodingKey {
        case type, method, target, length, options, methods, secret, attributes
        case resendIn = "resend_in"
        case keyURI = "key_uri"
        case codes
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let methods = try container.decodeIfPresent([ChallengeMethod].self, forKey: .methods) ?? []
        switch try container.decode(Kind.self, forKey: .type) {
        case .username:
            self = .username(passkeyOptions: try container.decodeIfPresent(JSONValue.self, forKey: .options))
        case .password: self = .password
        case .code:
            let code = Code(
                method: try container.decode(ChallengeMethodType.self, forKey: .method),
                target: try container.decodeIfPresent(String.self, forKey: .target),
                length: try container.decodeIfPresent(Int.self, forKey: .length),
                resendIn: try container.decodeIfPresent(Int.self, forKey: .resendIn)
            )
            self = .code(code, methods: methods)
        case .passkey:
            self = .passkey(options: try container.decode(JSONValue.self, forKey: .options), methods: methods)
        case .method: self = .method(methods)
        case .enrolment: self = .enrolment(methods)
        case .authenticatorAppEnrolment:
            self = .authenticatorAppEnrolment(
                keyURI: try container.decode(Secret.self, forKey: .keyURI),
                secret: try container.decode(Secret.self, forKey: .secret),
                methods: methods
            )
        case .passkeyEnrolment:
            self = .passkeyEnrolment(options: try container.decode(JSONValue.self, forKey: .options), methods: methods)
        case .newPassword: self = .newPassword
        case .attributes:
            self = .attributes(try container.decode([RequestedAttribute].self, forKey: .attributes))
        case .recoveryCodes: self = .recoveryCodes(try container.decode([Secret].self, forKey: .codes))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .username(let options):
            try container.encode(Kind.username, forKey: .type)
            try container.encodeIfPresent(options, forKey: .options)
        case .password: try container.encode(Kind.password, forKey: .type)
        case .code(let code, let methods):
            try container.encode(Kind.code, forKey: .type)
            try container.encode(code.method, forKey: .method)
            try container.encodeIfPresent(code.target, forKey: .target)
            try container.encodeIfPresent(code.length, forKey: .length)
            try container.encodeIfPresent(code.resendIn, forKey: .resendIn)
            try Self.encode(methods, to: &container)
        case .passkey(let options, let methods):
            try container.encode(Kind.passkey, forKey: .type)
            try container.encode(options, forKey: .options)
            try Self.encode(methods, to: &container)
        case .method(let methods):
            try container.encode(Kind.method, forKey: .type)
            try container.encode(methods, forKey: .methods)
        case .enrolment(let methods):
            try container.encode(Kind.enrolment, forKey: .type)
            try container.encode(methods, forKey: .methods)
        case .authenticatorAppEnrolment(let keyURI, let secret, let methods):
            try container.encode(Kind.authenticatorAppEnrolment, forKey: .type)
            try container.encode(keyURI, forKey: .keyURI)
            try container.encode(secret, forKey: .secret)
            try Self.encode(methods, to: &container)
        case .passkeyEnrolment(let options, let methods):
            try container.encode(Kind.passkeyEnrolment, forKey: .type)
            try container.encode(options, forKey: .options)
            try Self.encode(methods, to: &container)
        case .newPassword: try container.encode(Kind.newPassword, forKey: .type)
        case .attributes(let attributes):
            try container.encode(Kind.attributes, forKey: .type)
            try container.encode(attributes, forKey: .attributes)
        case .recoveryCodes(let codes):
            try container.encode(Kind.recoveryCodes, forKey: .type)
            try container.encode(codes, forKey: .codes)
        }
    }

    /// Encodes the factors that can be chosen instead, if there are any.
    private static func encode(
        _ methods: [ChallengeMethod],
        to container: inout KeyedEncodingContainer<CodingKeys>
    ) throws {
        if !methods.isEmpty { try container.encode(methods, forKey: .methods) }
    }
}

/// A factor that a user can choose.
package struct ChallengeMethod: Sendable, Hashable, Codable {
    /// The value of `method_id`.
    package var id: String
    package var type: ChallengeMethodType
    /// The masked address of a code.
    package var hint: String?

    package init(id: String, type: ChallengeMethodType, hint: String? = nil) {
        self.id = id
        self.type = type
        self.hint = hint
    }
}

/// The type of a factor.
package struct ChallengeMethodType: ExtensibleValue {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package static let email = Self(rawValue: "email")
    package static let sms = Self(rawValue: "sms")
    package static let authenticatorApp = Self(rawValue: "totp")
    package static let passkey = Self(rawValue: "passkey")
    package static let recoveryCode = Self(rawValue: "recovery_code")
}
