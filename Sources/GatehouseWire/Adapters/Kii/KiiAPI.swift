import Foundation
package import HTTPTypes

/// The operations of the Kii API on tokens and users.
package enum KiiAPI {
    /// The path of the API below the issuer; apps configure the URL as their custom site.
    package static let root = "/api"

    /// The names of the path parameters.
    package static let app = "app"
    package static let user = "user"

    static let appSegment = "{\(app)}"
    static let userSegment = "{\(user)}"

    private static let users = "/apps/\(appSegment)/users"
    private static let one = "\(users)/\(userSegment)"

    /// The app is identified by a header or the body.
    package static let token = KiiEndpoint<KiiTokenRequest, KiiTokenResponse>(method: .post, template: "/oauth2/token")
    /// The app is identified by the path, and the grant type is required.
    package static let appToken = KiiEndpoint<KiiTokenRequest, KiiTokenResponse>(
        method: .post,
        template: "/apps/\(appSegment)/oauth2/token"
    )

    package static let register = KiiEndpoint<KiiRegistrationRequest, KiiRegistrationResponse>(
        method: .post,
        template: users
    )
    /// For administrators only.
    package static let query = KiiEndpoint<KiiEmptyRequest, KiiEmptyResponse>(method: .post, template: "\(users)/query")
    package static let read = KiiEndpoint<KiiEmptyRequest, KiiUserDocument>(method: .get, template: one)
    package static let update = KiiEndpoint<KiiUpdateRequest, KiiModificationResponse>(method: .post, template: one)
    package static let delete = KiiEndpoint<KiiEmptyRequest, KiiEmptyResponse>(method: .delete, template: one)

    package static let changePassword = KiiEndpoint<KiiChangePasswordRequest, KiiEmptyResponse>(
        method: .put,
        template: "\(one)/password"
    )
    package static let requestReset = KiiEndpoint<KiiResetRequest, KiiEmptyResponse>(
        method: .post,
        template: "\(one)/password/request-reset"
    )
    package static let completeReset = KiiEndpoint<KiiCompleteResetRequest, KiiEmptyResponse>(
        method: .post,
        template: "\(one)/password/complete-reset"
    )

    package static func changeAddress(_ kind: KiiAddressKind) -> KiiEndpoint<KiiAddressRequest, KiiEmptyResponse> {
        KiiEndpoint(method: .put, template: "\(one)/\(kind.rawValue)")
    }
    package static let readPhoneNumber = KiiEndpoint<KiiEmptyRequest, KiiPhoneNumberResponse>(
        method: .get,
        template: "\(one)/\(KiiAddressKind.phone.rawValue)"
    )
    package static func verify(_ kind: KiiAddressKind) -> KiiEndpoint<KiiVerificationRequest, KiiVerificationResponse> {
        KiiEndpoint(method: .post, template: "\(one)/\(kind.rawValue)/verify")
    }
    package static func resend(_ kind: KiiAddressKind) -> KiiEndpoint<KiiEmptyRequest, KiiEmptyResponse> {
        KiiEndpoint(method: .post, template: "\(one)/\(kind.rawValue)/resend-verification")
    }

    /// For administrators only.
    package static func verificationCode(
        _ kind: KiiAddressKind
    ) -> KiiEndpoint<KiiEmptyRequest, KiiVerificationCodeResponse> {
        KiiEndpoint(method: .get, template: "\(one)/\(kind.rawValue)/verification-code")
    }
    /// For administrators only.
    package static func renewVerificationCode(
        _ kind: KiiAddressKind
    ) -> KiiEndpoint<KiiEmptyRequest, KiiVerificationCodeResponse> {
        KiiEndpoint(method: .post, template: "\(one)/\(kind.rawValue)/reset-verification-code")
    }
    /// For administrators only.
    package static let readStatus = KiiEndpoint<KiiEmptyRequest, KiiStatusResponse>(
        method: .get,
        template: "\(one)/status"
    )
    /// For administrators only.
    package static let changeStatus = KiiEndpoint<KiiStatusRequest, KiiEmptyResponse>(
        method: .put,
        template: "\(one)/status"
    )
}

/// An operation of Kii's REST API, with its request and response types.
package struct KiiEndpoint<Request: KiiRequest, Response: WireResponse>: Sendable {
    package let method: HTTPRequest.Method
    /// The path below ``KiiAPI/root``, with the parameters `{app}` and `{user}`.
    package let template: String

    /// Returns the path below ``KiiAPI/root``.
    package func path(app: String, user: KiiSelector? = nil) -> String {
        template
            .replacing(KiiAPI.appSegment, with: FormCoding.encode(app))
            .replacing(KiiAPI.userSegment, with: user?.segment ?? "")
    }
}

/// A selector of a user: one path segment, raw or percent-encoded.
package enum KiiSelector: Sendable, Hashable {
    /// The user of the access token.
    case me
    case id(String)
    /// An address or a login name of the user.
    case name(KiiAccountType, String)

    /// Parses a path segment; returns `nil` for malformed escapes.
    package init?(segment: String) {
        guard let text = segment.removingPercentEncoding, !text.isEmpty, !text.utf8.contains(where: { $0 < 0x20 })
        else { return nil }
        if text == Self.mine {
            self = .me
        } else if let name = Self.name(text) {
            self = name
        } else {
            self = .id(text)
        }
    }

    /// Parses `EMAIL:…`, `PHONE:…` and `LOGIN_NAME:…`, which are used in paths and as user names of sign-ins.
    package static func name(_ text: String) -> KiiSelector? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let type = text[..<colon]
        guard !type.isEmpty, type.utf8.allSatisfy({ 65...90 ~= $0 || $0 == 95 }) else { return nil }
        return .name(KiiAccountType(rawValue: String(type)), String(text[text.index(after: colon)...]))
    }

    /// The path segment.
    package var segment: String {
        switch self {
        case .me: Self.mine
        case .id(let id): FormCoding.encode(id)
        case .name(let type, let value): type.rawValue + ":" + FormCoding.encode(value)
        }
    }

    /// The field name in the error for an unknown user.
    package var field: KiiMemberName {
        switch self {
        case .me, .id: .userID
        case .name: .address
        }
    }

    /// The value in the error for an unknown user.
    package var value: String {
        switch self {
        case .me: Self.mine
        case .id(let id): id
        case .name(let type, let value): "\(type):\(value)"
        }
    }

    private static let mine = "me"
}
