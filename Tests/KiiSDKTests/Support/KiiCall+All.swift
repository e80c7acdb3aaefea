import Foundation
import KiiSDK

extension KiiCall {
    static func logIn(_ name: String = "ada", _ password: String = "analytical") -> KiiCall {
        KiiCall(
            name: "logIn",
            wait: { try KiiUser.authenticateSynchronous(name, withPassword: password) },
            withBlock: { KiiUser.authenticate(name, withPassword: password, andBlock: $0) },
            value: { try await KiiUser.authenticate(name, withPassword: password) }
        )
    }

    static func logInLocally(_ phone: String = "09012345678", _ country: String = "JP") -> KiiCall {
        KiiCall(
            name: "logInLocally",
            wait: {
                try KiiUser.authenticate(
                    withLocalPhoneNumberSynchronous: phone,
                    andPassword: "analytical",
                    andCountryCode: country
                )
            },
            withBlock: {
                KiiUser.authenticate(
                    withLocalPhoneNumber: phone,
                    andPassword: "analytical",
                    andCountryCode: country,
                    andBlock: $0
                )
            },
            value: {
                try await KiiUser.authenticate(
                    withLocalPhoneNumber: phone,
                    andPassword: "analytical",
                    andCountryCode: country
                )
            }
        )
    }

    static func token(_ token: String) -> KiiCall {
        KiiCall(
            name: "token",
            wait: { try KiiUser.authenticate(withTokenSynchronous: token) },
            withBlock: { KiiUser.authenticate(withToken: token, andBlock: $0) },
            value: { try await KiiUser.authenticate(withToken: token) }
        )
    }

    static func token(_ token: String, _ expiresAt: Date) -> KiiCall {
        KiiCall(
            name: "tokenAndDate",
            wait: { try KiiUser.authenticate(withTokenSynchronous: token, andExpiresAt: expiresAt) },
            withBlock: { KiiUser.authenticate(withToken: token, andExpiresAt: expiresAt, andBlock: $0) },
            value: { try await KiiUser.authenticate(withToken: token, andExpiresAt: expiresAt) }
        )
    }

    static func tokens(_ token: String, expiresAt: Date, refreshToken refresh: String) -> KiiCall {
        KiiCall(
            name: "tokens",
            wait: {
                try KiiUser.authenticate(withTokenSynchronous: token, expiresAt: expiresAt, refreshToken: refresh)
            },
            withBlock: {
                KiiUser.authenticate(withToken: token, expiresAt: expiresAt, refreshToken: refresh, block: $0)
            },
            value: { try await KiiUser.authenticate(withToken: token, expiresAt: expiresAt, refreshToken: refresh) }
        )
    }

    static let restore = KiiCall(
        name: "restore",
        wait: { try KiiUser.authenticateWithStoredCredentialsSynchronous() },
        withBlock: { KiiUser.authenticate(storedCredentials: $0) },
        value: { try await KiiUser.authenticateWithStoredCredentials() }
    )

    static func register(_ user: @escaping @Sendable () -> KiiUser) -> KiiCall {
        KiiCall(
            name: "register",
            wait: {
                let user = user()
                try user.performRegistrationSynchronous()
                return user
            },
            withBlock: { user().performRegistration($0) },
            value: { try await user().performRegistration() }
        )
    }

    static func registerPseudoUser(_ fields: @escaping @Sendable () -> KiiUserFields? = { nil }) -> KiiCall {
        KiiCall(
            name: "registerPseudoUser",
            wait: { try KiiUser.registerAsPseudoUserSynchronous(with: fields()) },
            withBlock: { KiiUser.registerAsPseudoUser(with: fields(), block: $0) },
            value: { try await KiiUser.registerAsPseudoUser(with: fields()) }
        )
    }

    static func find(username: String) -> KiiCall {
        KiiCall(
            name: "findByUsername",
            wait: { try KiiUser.find(byUsernameSynchronous: username) },
            withBlock: { KiiUser.find(byUsername: username, with: $0) },
            value: { try await KiiUser.find(byUsername: username) }
        )
    }

    static func find(email: String) -> KiiCall {
        KiiCall(
            name: "findByEmail",
            wait: { try KiiUser.find(byEmailSynchronous: email) },
            withBlock: { KiiUser.find(byEmail: email, with: $0) },
            value: { try await KiiUser.find(byEmail: email) }
        )
    }

    static func find(phone: String) -> KiiCall {
        KiiCall(
            name: "findByPhone",
            wait: { try KiiUser.find(byPhoneSynchronous: phone) },
            withBlock: { KiiUser.find(byPhone: phone, with: $0) },
            value: { try await KiiUser.find(byPhone: phone) }
        )
    }

    static func reset(_ name: String) -> KiiCall {
        KiiCall(
            name: "reset",
            wait: {
                try KiiUser.resetPasswordSynchronous(name)
                return nil
            },
            withBlock: { block in KiiUser.resetPassword(name) { block(nil, $0) } },
            value: {
                try await KiiUser.resetPassword(name)
                return nil
            }
        )
    }

    static func reset(_ name: String, _ method: KiiNotificationMethod) -> KiiCall {
        KiiCall(
            name: "resetByMethod",
            wait: {
                try KiiUser.resetPasswordSynchronous(name, notificationMethod: method)
                return nil
            },
            withBlock: { block in KiiUser.resetPassword(name, notificationMethod: method) { block(nil, $0) } },
            value: {
                try await KiiUser.resetPassword(name, notificationMethod: method)
                return nil
            }
        )
    }

    static func completeReset(of name: String, pinCode: String, password: String?) -> KiiCall {
        KiiCall(
            name: "completeReset",
            wait: {
                try KiiUser.completeResetPasswordSynchronous(name, pinCode: pinCode, password: password)
                return nil
            },
            withBlock: { block in
                KiiUser.completeResetPassword(name, pinCode: pinCode, password: password) { block(nil, $0) }
            },
            value: {
                try await KiiUser.completeResetPassword(name, pinCode: pinCode, password: password)
                return nil
            }
        )
    }
}
