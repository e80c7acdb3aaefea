import Dispatch
import Foundation
import KiiSDK

/// A call of the API in its three forms.
struct KiiCall: Sendable {
    let name: String
    let wait: @Sendable () throws -> KiiUser?
    let withBlock: @Sendable (@escaping KiiUserBlock) -> Void
    let value: @Sendable () async throws -> KiiUser?

    /// Makes the call in one form and returns its outcome.
    func outcome(_ style: CallStyle) async -> CallOutcome {
        switch style {
        case .blocking:
            return await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    do { continuation.resume(returning: CallOutcome(user: try wait())) } catch let error as NSError {
                        continuation.resume(returning: CallOutcome(error: error))
                    }
                }
            }
        case .block:
            return await withCheckedContinuation { continuation in
                withBlock { user, error in
                    continuation.resume(returning: CallOutcome(user: user, error: error.map { $0 as NSError }))
                }
            }
        case .async:
            do { return CallOutcome(user: try await value()) } catch let error as NSError {
                return CallOutcome(error: error)
            }
        }
    }
}

/// Calls of a user object.
extension KiiCall {
    private static func on(
        _ user: KiiUser,
        name: String,
        wait: @escaping @Sendable (KiiUser) throws -> Void,
        withBlock: @escaping @Sendable (KiiUser, @escaping KiiUserBlock) -> Void,
        value: @escaping @Sendable (KiiUser) async throws -> KiiUser
    ) -> KiiCall {
        KiiCall(
            name: name,
            wait: {
                try wait(user)
                return user
            },
            withBlock: { withBlock(user, $0) },
            value: { try await value(user) }
        )
    }

    static func refresh(_ user: KiiUser) -> KiiCall {
        on(
            user,
            name: "refresh",
            wait: { try $0.refreshSynchronous() },
            withBlock: { $0.refresh($1) },
            value: { try await $0.refresh() }
        )
    }

    static func delete(_ user: KiiUser) -> KiiCall {
        on(
            user,
            name: "delete",
            wait: { try $0.deleteSynchronous() },
            withBlock: { $0.delete($1) },
            value: { try await $0.delete() }
        )
    }

    static func update(_ user: KiiUser, _ fields: @escaping @Sendable () -> KiiUserFields) -> KiiCall {
        on(
            user,
            name: "update",
            wait: { try $0.update(withUserFieldsSynchronous: fields()) },
            withBlock: { $0.update(with: fields(), block: $1) },
            value: { try await $0.update(with: fields()) }
        )
    }

    static func update(
        _ user: KiiUser,
        identity data: KiiIdentityData?,
        _ fields: @escaping @Sendable () -> KiiUserFields? = { nil }
    ) -> KiiCall {
        on(
            user,
            name: "updateNames",
            wait: { try $0.update(withIdentityDataSynchronous: data, userFields: fields()) },
            withBlock: { $0.update(with: data, userFields: fields(), block: $1) },
            value: { try await $0.update(with: data, userFields: fields()) }
        )
    }

    static func putIdentity(_ user: KiiUser, _ data: KiiIdentityData, password: String) -> KiiCall {
        on(
            user,
            name: "putIdentity",
            wait: { try $0.putIdentityDataSynchronous(data, userFields: nil, password: password) },
            withBlock: { $0.put(data, userFields: nil, password: password, block: $1) },
            value: { try await $0.put(data, userFields: nil, password: password) }
        )
    }

    static func updatePassword(_ user: KiiUser, from old: String, to new: String) -> KiiCall {
        on(
            user,
            name: "updatePassword",
            wait: { try $0.updatePasswordSynchronous(old, newPassword: new) },
            withBlock: { $0.updatePassword(old, to: new, with: $1) },
            value: { try await $0.updatePassword(old, to: new) }
        )
    }

    static func changeEmail(_ user: KiiUser, _ email: String) -> KiiCall {
        on(
            user,
            name: "changeEmail",
            wait: { try $0.changeEmailSynchronous(email) },
            withBlock: { $0.changeEmail(email, with: $1) },
            value: { try await $0.changeEmail(email) }
        )
    }

    static func changePhone(_ user: KiiUser, _ phone: String) -> KiiCall {
        on(
            user,
            name: "changePhone",
            wait: { try $0.changePhoneSynchronous(phone) },
            withBlock: { $0.changePhone(phone, with: $1) },
            value: { try await $0.changePhone(phone) }
        )
    }

    static func verifyPhone(_ user: KiiUser, _ code: String) -> KiiCall {
        on(
            user,
            name: "verifyPhone",
            wait: { try $0.verifyPhoneNumberSynchronous(code) },
            withBlock: { $0.verifyPhoneNumber(code, with: $1) },
            value: { try await $0.verifyPhoneNumber(code) }
        )
    }

    static func resendEmail(_ user: KiiUser) -> KiiCall {
        on(
            user,
            name: "resendEmail",
            wait: { try $0.resendEmailVerificationSynchronous() },
            withBlock: { $0.resendEmailVerification($1) },
            value: { try await $0.resendEmailVerification() }
        )
    }

    static func resendPhone(_ user: KiiUser) -> KiiCall {
        on(
            user,
            name: "resendPhone",
            wait: { try $0.resendPhoneNumberVerificationSynchronous() },
            withBlock: { $0.resendPhoneNumberVerification($1) },
            value: { try await $0.resendPhoneNumberVerification() }
        )
    }

    /// Returns every call that sends a request, for one user.
    static func allCalls(_ user: KiiUser) -> [KiiCall] {
        let names = KiiIdentityDataBuilder()
        names.userName = "ada_l"
        let data = names.build()
        return [
            logIn(), logInLocally(), token("token"), token("token", .distantFuture),
            tokens("token", expiresAt: .distantFuture, refreshToken: "refresh"),
            register { KiiUser(username: "grace", andPassword: "analytical") }, registerPseudoUser(),
            find(username: "ada"), find(email: "ada@example.com"), find(phone: "+819012345678"),
            reset("ada@example.com"), reset("+819012345678", .SMS_PIN),
            completeReset(of: "ada@example.com", pinCode: "1234", password: "analytical2"),
            refresh(user), delete(user), update(user) { KiiUserFields() }, update(user, identity: data),
            updatePassword(user, from: "analytical", to: "analytical2"), changeEmail(user, "ada@example.com"),
            changePhone(user, "+819012345678"), verifyPhone(user, "1234"), resendEmail(user), resendPhone(user),
        ] + (data.map { [putIdentity(user, $0, password: "analytical")] } ?? [])
    }
}
