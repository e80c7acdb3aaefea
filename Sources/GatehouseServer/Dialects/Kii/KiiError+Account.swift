import Foundation
import GatehousePasswords
import GatehouseStore
import GatehouseWire

extension KiiError {
    /// Why an account was not made, changed or found, in Kii's words.
    ///
    /// - Parameters:
    ///   - error: The reason.
    ///   - call: The request.
    ///   - account: The account that it is about, if there is one.
    ///   - names: What was asked for as a name, for those that are taken.
    init(
        _ error: AccountError,
        _ call: KiiCall,
        account: Account? = nil,
        names: [AccountIdentifier.Kind: String] = [:]
    ) {
        let app = call.app
        let user = account?.id.rawValue ?? ""
        switch error {
        case .taken(let kind): self = .userAlreadyExists(Self.member(kind), names[kind] ?? "", app: app)
        case .invalid(let kind): self = .invalid(Self.member(kind), Self.rule(kind))
        case .nameMissing:
            self.init(.invalidInputData, "A password needs a login name, an e-mail address or a phone number with it.")
        case .passwordMissing: self = .passwordTooShort(minimum: PasswordPolicy().minimumLength)
        case .passwordRefused(.tooShort(let minimum)): self = .passwordTooShort(minimum: minimum)
        case .passwordRefused(.tooLong(let maximum)):
            self.init(.invalidInputData, "The password can be at most \(maximum) characters long.")
        case .passwordRefused:
            self.init(
                .invalidInputData,
                "The password is among the first that somebody would try. Choose a longer or less usual one."
            )
        case .passwordUnchanged: self.init(.invalidInputData, "The new password is the same as the old one.")
        case .wrongPassword: self = .wrongPassword(user: user, app: app)
        case .notPseudo:
            self.init(
                .operationNotAllowed,
                "The user has a name and a password already. Use the operations that change them."
            )
        case .attributeRefused(let name): self = .invalid(Self.member(attribute: name), "cannot be that")
        case .customFieldsTooLarge:
            self.init(.invalidInputData, "The custom fields of a user can be at most 63 KB together.")
        case .notFound: self = .userNotFound(call.selector, app: app)
        case .disabled: self = .userDisabled(user: user, app: app)
        case .nothingPending:
            self.init(.invalidAccountStatus, "There is nothing to verify.", extras: Self.about(user, app))
        case .noAddress:
            self.init(.invalidStatus, "The user has no verified address of that kind.", extras: Self.about(nil, app))
        case .noPassword: self.init(.operationNotAllowed, "The user has no password.")
        case .noTextMessages: self.init(.operationNotSupported, "This server does not send text messages.")
        case .wrongCode: self.init(.invalidVerificationCode, "The code is wrong.", extras: Self.about(user, app))
        case .codeExpired: self.init(.pinCodeExpired, "The code has expired.", extras: Self.about(nil, app))
        case .expiryRefused:
            self = .invalid(.expiresAt, "is in the past, or later than tokens of this application may live")
        case .signInRequired(let age):
            self = call.forbidden(
                "The sign-in of the token is older than \(Int(age / 60)) minutes. Log in again to change this."
            )
        case .limited(let wait):
            self.init(.tooManyRequests, "Too many tries. Wait and try again.", retryAfter: Self.seconds(wait))
        case .overloaded(let wait):
            self.init(
                .temporarilyUnavailable,
                "The server has too much to do. Try again in a moment.",
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
        case .username: "has to be 3 to 64 letters, digits, dots, hyphens and underscores"
        case .email: "is not an e-mail address"
        case .phone: "has to be international, as +819012345678, or local with its country, as JP-09012345678"
        }
    }
}
