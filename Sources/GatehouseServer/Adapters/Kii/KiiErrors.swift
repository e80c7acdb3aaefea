import Foundation
import GatehousePasswords
import GatehouseStore
package import GatehouseWire
import HTTPTypes

extension KiiWireError {
    /// Creates Kii's error for an account error.
    ///
    /// - Parameters:
    ///   - error: The account error.
    ///   - call: The request.
    ///   - account: The account, if any.
    ///   - names: The requested identifiers, for errors about ones that are taken.
    init(
        _ error: AccountError,
        _ call: KiiRequestContext,
        account: Account? = nil,
        names: [AccountIdentifier.Kind: String] = [:]
    ) {
        let app = call.app
        let user = account?.id.rawValue ?? ""
        switch error {
        case .taken(let kind): self = .userAlreadyExists(Self.member(kind), names[kind] ?? "", app: app)
        case .invalid(let kind): self = .invalid(Self.member(kind), Self.rule(kind))
        case .nameMissing:
            self.init(.invalidInputData, "A password requires a login name, email or phone number.")
        case .passwordMissing: self = .passwordTooShort(minimum: PasswordPolicy().minimumLength)
        case .passwordRejected(.tooShort(let minimum)): self = .passwordTooShort(minimum: minimum)
        case .passwordRejected(.tooLong(let maximum)):
            self.init(.invalidInputData, "The password is longer than \(maximum) characters.")
        case .passwordRejected:
            self.init(
                .invalidInputData,
                "The password is too easy to guess."
            )
        case .passwordUnchanged: self.init(.invalidInputData, "The new password is the same as the old one.")
        case .wrongPassword: self = .wrongPassword(user: user, app: app)
        case .alreadyHasCredentials:
            self.init(
                .operationNotAllowed,
                "The user already has credentials."
            )
        case .attributeRejected(let name): self = .invalid(Self.member(attribute: name), "is invalid")
        case .customFieldsTooLarge:
            self.init(.invalidInputData, "The custom fields of a user exceed 63 KB.")
        case .notFound: self = .userNotFound(call.selector, app: app)
        case .disabled: self = .userDisabled(user: user, app: app)
        case .nothingPending:
            self.init(.invalidAccountStatus, "No verification is pending.", extras: Self.about(user, app))
        case .noAddress:
            self.init(.invalidStatus, "The user has no verified address of that kind.", extras: Self.about(nil, app))
        case .noPassword: self.init(.operationNotAllowed, "The user has no password.")
        case .noTextMessages: self.init(.operationNotSupported, "This server does not send SMS.")
        case .wrongCode: self.init(.invalidVerificationCode, "The code is incorrect.", extras: Self.about(user, app))
        case .codeExpired: self.init(.pinCodeExpired, "The code has expired.", extras: Self.about(nil, app))
        case .expirationRejected:
            self = .invalid(.expiresAt, "is in the past or exceeds the token lifetime of this application")
        case .itemNotFound, .lastSignInMethod, .lastAddress, .addressClaimed, .addressUnverified, .tooManyAddresses,
            .tooManyCredentials, .secondFactorMissing:
            self.init(.operationNotAllowed, "The addresses of the user do not allow this change.")
        case .changedMeanwhile: self.init(.temporarilyUnavailable, "The user has changed. Try again.", retryAfter: 1)
        case .additionalFactorRequired: self.init(.operationNotAllowed, "The sign-in requires another factor.")
        case .signInRequired(let age, _):
            self = call.forbidden(
                "The sign-in is older than \(Int(age / 60)) minutes. Log in again to change this."
            )
        case .limited(let wait):
            self.init(.tooManyRequests, "Too many failed attempts. Try again later.", retryAfter: Self.seconds(wait))
        case .overloaded(let wait):
            self.init(
                .temporarilyUnavailable,
                "The server is overloaded. Try again later.",
                retryAfter: Self.seconds(wait)
            )
        case .failed: self.init(OAuthError.broken)
        }
    }

    private static func seconds(_ wait: TimeInterval) -> Int { max(1, Int(min(wait.rounded(.up), 1_000_000))) }

    private static func about(_ user: String?, _ app: String) -> [KiiMemberName: JSONValue] {
        var extras: [KiiMemberName: JSONValue] = [.appID: .string(app)]
        if let user, !user.isEmpty { extras[.userID] = .string(user) }
        return extras
    }

    private static func member(_ kind: AccountIdentifier.Kind) -> KiiMemberName {
        switch kind {
        case .username: .loginName
        case .email: .emailAddress
        case .phone: .phoneNumber
        }
    }

    private static func member(attribute name: String) -> KiiMemberName {
        name == ClaimName.name.rawValue ? .displayName : KiiMemberName(rawValue: name)
    }

    private static func rule(_ kind: AccountIdentifier.Kind) -> String {
        switch kind {
        case .username: "must be 3 to 64 letters, digits, dots, hyphens and underscores"
        case .email: "is not an email address"
        case .phone: "must be international, as +819012345678, or prefixed with its country, as JP-09012345678"
        }
    }
}

extension KiiWireError {
    /// Creates Kii's error for an OAuth error.
    ///
    /// - Parameters:
    ///   - error: The OAuth error.
    ///   - invalidGrant: The error for an invalid grant.
    package init(_ error: OAuthError, invalidGrant: KiiWireError = .invalidGrant) {
        let wait = error.retryAfter.map { Int($0.components.seconds) + ($0.components.attoseconds > 0 ? 1 : 0) }
        switch error.code {
        case .invalidGrant: self = invalidGrant
        case .unauthorizedClient: self = .oauth(.unauthorizedClient, error.description)
        case .temporarilyUnavailable where error.status == .tooManyRequests:
            self.init(.tooManyRequests, error.description, retryAfter: wait)
        case .temporarilyUnavailable: self.init(.temporarilyUnavailable, error.description, retryAfter: wait)
        case .serverError: self.init(.undefinedError, error.description)
        case .invalidRequest where error.status == .notFound: self.init(.notFound, error.description)
        case .invalidRequest where error.status == .methodNotAllowed:
            self.init(.methodNotAllowed, error.description)
        case .invalidRequest where error.status == .contentTooLarge:
            self.init(.requestTooLarge, error.description)
        case .invalidRequest where error.status == .unsupportedMediaType:
            self.init(.unsupportedMediaType, error.description)
        default: self.init(.invalidInputData, error.description)
        }
    }
}
