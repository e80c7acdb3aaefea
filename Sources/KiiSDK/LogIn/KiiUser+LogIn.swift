import Foundation
import Gatehouse
import GatehouseWire

extension KiiUser {
    class func logIn(_ name: String, _ password: String) -> Call<KiiUser> {
        Call { () throws(Failure) in
            let users = try KiiApp.shared.users
            guard Rules.isEmail(name) || Rules.isPhone(name) || Rules.isUsername(name) else {
                throw Failure(.invalidUserIdentifier)
            }
            return try await logIn(users, name, password)
        }
    }

    class func logIn(_ phoneNumber: String, of country: String, _ password: String) -> Call<KiiUser> {
        Call { () throws(Failure) in
            let users = try KiiApp.shared.users
            let names = NamesWish(phoneNumber: phoneNumber, phoneCountry: country)
            try names.check()
            let name = KiiSelector.name(.phone, names.sentPhoneNumber ?? "").value
            return try await logIn(users, name, password)
        }
    }

    class func logIn(
        token: String,
        _ expiresAt: Date = .distantFuture,
        _ refreshToken: String? = nil
    ) -> Call<KiiUser> {
        Call { () throws(Failure) in
            let users = try KiiApp.shared.users
            return try await logIn(.tokenLogIn) { () throws(AuthError) in
                try await users.logIn(accessToken: token, expiresAt: expiresAt, refreshToken: refreshToken)
            }
        }
    }

    class var restoration: Call<KiiUser> {
        Call { () throws(Failure) in try KiiApp.shared.restore() }
    }

    /// Logs in, and makes an object that stands for it.
    class func logIn(
        _ terms: Terms = .usual,
        _ body: () async throws(AuthError) -> KiiLogin
    ) async throws(Failure) -> KiiUser {
        let login = try await ask(terms, body)
        let user = KiiUser(login)
        KiiApp.shared.note(login, as: user)
        return user
    }

    private class func logIn(
        _ users: KiiUsers,
        _ name: String,
        _ password: String
    ) async throws(Failure) -> KiiUser {
        // Another door may have let the person choose one that Kii's rules do not allow.
        guard !password.isEmpty else { throw Failure(.invalidPasswordFormat) }
        return try await logIn { () throws(AuthError) in try await users.logIn(name, password: Secret(password)) }
    }
}
