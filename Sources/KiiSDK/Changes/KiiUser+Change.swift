import Gatehouse
import GatehouseWire

extension KiiUser {
    var refreshing: Call<KiiUser> {
        Call { [self] () throws(Failure) in
            let users = try KiiApp.shared.users
            if let fault = known.fault { throw fault }
            guard let userID, let current = KiiApp.shared.current, let login = KiiApp.shared.login(of: current) else {
                throw Failure(.notLoggedIn)
            }
            let isCurrent = isEqual(current)
            take(
                try await ask { () throws(AuthError) in
                    isCurrent
                        ? try await users.read(login.session)
                        : try await users.find(.id(userID), as: login.session)
                }
            )
            return self
        }
    }

    var deletion: Call<KiiUser> {
        Call { [self] () throws(Failure) in
            try await act { users, session throws(AuthError) in try await users.delete(session) }
            return self
        }
    }

    /// What was changed on this object alone.
    var saving: Call<KiiUser> {
        let known = known
        return updating(
            FieldsWish(
                displayName: known.displayName,
                country: known.country,
                locale: known.locale,
                values: known.fields
            )
        )
    }

    func updating(_ wish: FieldsWish) -> Call<KiiUser> {
        Call { [self] () throws(Failure) in try await change(NamesWish(), wish) }
    }

    func updating(_ names: NamesWish, _ wish: FieldsWish) -> Call<KiiUser> {
        Call { [self] () throws(Failure) in try await change(names, wish, isForPseudoUsers: false) }
    }

    /// Changes names and fields on top of what the server has, of which it would delete what was not sent.
    func change(
        _ names: NamesWish,
        _ wish: FieldsWish,
        _ password: Secret? = nil,
        _ terms: Terms = .usual,
        isForPseudoUsers: Bool = true
    ) async throws(Failure) -> KiiUser {
        try names.check()
        try wish.check()
        let changed = try await act(isForPseudoUsers: isForPseudoUsers, terms) { users, session throws(AuthError) in
            try await users.update(session) { known in
                KiiUpdateRequest(
                    displayName: wish.displayName.map(KiiProfileChange.set) ?? .keep,
                    country: wish.country.map(KiiProfileChange.set) ?? .keep,
                    locale: (wish.locale?.localeString).map(KiiProfileChange.set) ?? .keep,
                    loginName: names.username,
                    emailAddress: names.email,
                    phoneNumber: names.sentPhoneNumber,
                    password: password,
                    customFields: wish.applied(to: known.customFields)
                )
            }
        }
        if let changed { take(changed) } else { change { $0.take(wish) } }
        return self
    }
}
