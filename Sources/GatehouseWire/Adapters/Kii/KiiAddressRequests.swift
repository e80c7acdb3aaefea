package import HTTPTypes

/// The kinds of address that can be verified.
package enum KiiAddressKind: String, Sendable, Hashable, CaseIterable {
    case email = "email-address"
    case phone = "phone-number"

    /// The account type in errors and selectors.
    package var accountType: KiiAccountType { self == .email ? .email : .phone }
}

/// A request to change an email address or phone number.
package struct KiiAddressRequest: KiiRequest, Hashable {
    package var kind: KiiAddressKind
    package var address: String
    /// Whether the address is verified; for administrators only.
    package var verified: Bool?

    package init(_ kind: KiiAddressKind, _ address: String, verified: Bool? = nil) {
        self.kind = kind
        self.address = address
        self.verified = verified
    }

    package init(members: KiiJSONObject) throws(KiiWireError) {
        kind = members[.phoneNumber] == nil ? .email : .phone
        address = try members.requiredText(Self.name(kind))
        verified = try members.boolean(.verified)
    }

    package var members: KiiJSONObject {
        var members = KiiJSONObject()
        members.set(Self.name(kind), address)
        members.set(.verified, verified)
        return members
    }

    package var mediaType: KiiMediaType {
        kind == .email ? .emailAddressModificationRequest : .phoneNumberModificationRequest
    }

    private static func name(_ kind: KiiAddressKind) -> KiiMemberName {
        kind == .email ? .emailAddress : .phoneNumber
    }
}

/// A user's phone number.
package struct KiiPhoneNumberResponse: JSONResponse, Hashable {
    /// The number with its country code.
    package var phoneNumber: String
    package var verified: Bool

    package init(phoneNumber: String, verified: Bool) {
        self.phoneNumber = phoneNumber
        self.verified = verified
    }

    package var fields: HTTPFields { .kii(.phoneNumberRetrievalResponse) }
}

/// A request to verify an address with a code.
package struct KiiVerificationRequest: KiiRequest, Hashable {
    package var code: Secret

    package init(code: Secret) {
        self.code = code
    }

    package init(members: KiiJSONObject) throws(KiiWireError) {
        code = Secret(try members.requiredText(.verificationCode))
    }

    package var members: KiiJSONObject {
        var members = KiiJSONObject()
        members.set(.verificationCode, code)
        return members
    }

    package var mediaType: KiiMediaType { .addressVerificationRequest }
}

/// The response to a verified address.
package struct KiiVerificationResponse: JSONResponse, Hashable {
    package var verificationStatus: String

    package static let verified = Self(verificationStatus: "VERIFIED")

    package var fields: HTTPFields { .kii(.addressVerificationResponse) }
}

/// The verification code of a user, for administrators.
package struct KiiVerificationCodeResponse: JSONResponse, Hashable {
    package var verificationCode: Secret

    package init(verificationCode: Secret) {
        self.verificationCode = verificationCode
    }

    package var fields: HTTPFields { .kii(.verificationCodeRetrievalResponse) }
}
