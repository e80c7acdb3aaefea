import Gatehouse
import GatehouseWire

extension KiiUser {
    var registration: Call<KiiUser> {
        Call { [self] () throws(Failure) in
            let users = try KiiApp.shared.users
            let user = try newUser()
            let login = try await ask(.newPassword) { () throws(AuthError) in try await users.register(user) }
            become(login)
            KiiApp.shared.note(login, as: self)
            return self
        }
    }

    class func registration(of wish: FieldsWish) -> Call<KiiUser> {
        Call { () throws(Failure) in
            let users = try KiiApp.shared.users
            try wish.check()
            let user = KiiNewUser(
                displayName: wish.displayName,
                country: wish.country,
                locale: wish.locale?.localeString,
                customFields: wish.values
            )
            return try await logIn { () throws(AuthError) in try await users.register(user) }
        }
    }

    /// Names, a password and fields for a pseudo user.
    func identity(_ names: NamesWish, _ wish: FieldsWish, _ password: String) -> Call<KiiUser> {
        Call { [self] () throws(Failure) in
            let known = known
            guard known.hasPassword == nil || known.isPseudoUser else {
                throw Failure(.invalidUserObject, "The user is no pseudo user.")
            }
            guard Rules.isPassword(password) else { throw Failure(.invalidPasswordFormat) }
            return try await change(names, wish, Secret(password), .newPassword)
        }
    }

    private func newUser() throws(Failure) -> KiiNewUser {
        let state = known
        if let fault = state.fault { throw fault }
        guard state.id == nil, let password = state.password else {
            throw Failure(.invalidUserObject, "The user is registered already.")
        }
        let names = NamesWish(
            username: state.username,
            email: state.email,
            phoneNumber: state.phoneNumber,
            phoneCountry: state.phoneCountry
        )
        guard !names.isEmpty else { throw Failure(.invalidUserIdentifier) }
        try names.check()
        guard Rules.isPassword(password.reveal()) else { throw Failure(.invalidPasswordFormat) }
        try FieldsWish(displayName: state.displayName, country: state.country).check()
        return KiiNewUser(
            loginName: names.username,
            emailAddress: names.email,
            phoneNumber: names.sentPhoneNumber,
            password: password,
            displayName: state.displayName,
            country: state.country,
            locale: state.locale?.localeString,
            customFields: state.fields
        )
    }
}
