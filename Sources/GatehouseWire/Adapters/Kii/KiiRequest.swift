package import Foundation
package import HTTPTypes

/// A request in the form of body members.
///
/// Clients write it and servers read it with the same type.
package protocol KiiRequest: Sendable {
    /// Reads the request; unknown members are ignored.
    ///
    /// - Throws: `INVALID_INPUT_DATA` for a missing or invalid member.
    init(members: KiiJSONObject) throws(KiiWireError)

    var members: KiiJSONObject { get }

    /// The media type of the body.
    var mediaType: KiiMediaType { get }

    /// The encoded body; empty for a request without one, such as GET.
    var body: Data { get }
}

extension KiiRequest {
    package var body: Data { members.body }
}

/// A request without a body; a body is ignored.
package struct KiiEmptyRequest: KiiRequest, Hashable {
    package init() {}

    package init(members: KiiJSONObject) throws(KiiWireError) {}

    package var members: KiiJSONObject { KiiJSONObject() }

    package var mediaType: KiiMediaType { .json }

    package var body: Data { Data() }
}

/// A response without a body.
package struct KiiEmptyResponse: WireResponse, Hashable {
    package init() {}

    package init(body: Data, fields: HTTPFields) throws(WireError) {}

    package var status: HTTPResponse.Status { .noContent }

    package var fields: HTTPFields { [.cacheControl: "no-store"] }

    package func body() -> Data { Data() }
}

/// The media types of Kii's bodies; requests may use plain JSON instead.
package struct KiiMediaType: ExtensibleValue {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    private init(kii name: String) {
        rawValue = Self.prefix + name + Self.suffix
    }

    private static let prefix = "application/vnd.kii."
    private static let suffix = "+json"

    /// Returns the media type of an error body.
    package static func exception(_ name: String) -> Self { Self(kii: name) }

    /// Whether the body is JSON; expects a lowercase type without parameters.
    package var isJSON: Bool {
        self == .json || (rawValue.hasPrefix(Self.prefix) && rawValue.hasSuffix(Self.suffix))
    }

    /// The exception name in the media type; `nil` for plain JSON and types that are not Kii's.
    var exceptionName: String? {
        let type = rawValue.prefix { $0 != ";" && $0 != " " }
        guard type.hasPrefix(Self.prefix), type.hasSuffix(Self.suffix) else { return nil }
        return String(type.dropFirst(Self.prefix.count).dropLast(Self.suffix.count))
    }

    /// Returns whether both are the same type; the comparison is not case-sensitive.
    package func matches(_ other: Self) -> Bool { rawValue.lowercased() == other.rawValue.lowercased() }

    package static let json = Self(rawValue: "application/json")

    package static let registrationRequest = Self(kii: "RegistrationRequest")
    package static let registrationAndAuthorizationRequest = Self(kii: "RegistrationAndAuthorizationRequest")
    package static let registrationResponse = Self(kii: "RegistrationResponse")
    package static let registrationAndAuthorizationResponse = Self(kii: "RegistrationAndAuthorizationResponse")
    package static let tokenRequest = Self(kii: "OauthTokenRequest")
    package static let userRetrievalResponse = Self(kii: "UserDataRetrievalResponse")
    package static let userUpdateRequest = Self(kii: "UserUpdateRequest")
    package static let userUpdateResponse = Self(kii: "UserUpdateResponse")
    package static let changePasswordRequest = Self(kii: "ChangePasswordRequest")
    package static let resetPasswordRequest = Self(kii: "ResetPasswordRequest")
    package static let completePasswordResetRequest = Self(kii: "CompletePasswordResetRequest")
    package static let emailAddressModificationRequest = Self(kii: "EmailAddressModificationRequest")
    package static let phoneNumberModificationRequest = Self(kii: "PhoneNumberModificationRequest")
    package static let phoneNumberRetrievalResponse = Self(kii: "PhoneNumberRetrievalResponse")
    package static let addressVerificationRequest = Self(kii: "AddressVerificationRequest")
    package static let addressVerificationResponse = Self(kii: "AddressVerificationResponse")
    package static let verificationCodeRetrievalResponse = Self(kii: "VerificationCodeRetrievalResponse")
    package static let userStatusUpdateRequest = Self(kii: "UserStatusUpdateRequest")
    package static let userStatusRetrievalResponse = Self(kii: "UserStatusRetrievalResponse")
}

extension HTTPFields {
    /// Returns the header fields of a response with this media type; it must not be cached.
    package static func kii(_ mediaType: KiiMediaType) -> HTTPFields {
        var fields = uncachedJSON
        fields[.contentType] = mediaType.rawValue
        return fields
    }
}
