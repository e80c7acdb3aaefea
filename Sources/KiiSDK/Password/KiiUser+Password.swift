import Gatehouse
import GatehouseWire

extension KiiUser {
    func changingPassword(from old: String, to new: String) -> Call<KiiUser> {
        Call { [self] () throws(Failure) in
            guard !old.isEmpty else { throw Failure(.invalidPasswordFormat) }
            guard Rules.isPassword(new) else { throw Failure(.invalidPasswordFormat) }
            guard old != new else { throw Failure(.newPasswordIsOldOne) }
            try await act(isForPseudoUsers: false, .newPassword) { users, session throws(AuthError) in
                try await users.changePassword(session, from: Secret(old), to: Secret(new))
            }
            return self
        }
    }

    /// A message in the way that goes with the kind of name.
    class func reset(of name: String) -> Call<Void> {
        reset(of: name, Rules.isPhone(name) ? .SMS : .EMAIL)
    }

    class func reset(of name: String, _ method: KiiNotificationMethod) -> Call<Void> {
        Call { () throws(Failure) in
            let users = try KiiApp.shared.users
            let user = try selector(of: name)
            try await ask { () throws(AuthError) in try await users.requestReset(of: user, by: method.notification) }
        }
    }

    class func completion(of name: String, _ pinCode: String, _ password: String?) -> Call<Void> {
        Call { () throws(Failure) in
            let users = try KiiApp.shared.users
            let user = try selector(of: name)
            guard !pinCode.isEmpty else { throw Failure(.invalidPinCode) }
            guard let password else { throw Failure(.passwordRequired) }
            guard Rules.isPassword(password) else { throw Failure(.invalidPasswordFormat) }
            try await ask(.reset) { () throws(AuthError) in
                try await users.completeReset(of: user, pinCode: Secret(pinCode), newPassword: Secret(password))
            }
        }
    }

    private class func selector(of name: String) throws(Failure) -> KiiSelector {
        if Rules.isEmail(name) { return .name(.email, name) }
        if Rules.isPhone(name) { return .name(.phone, name) }
        // An identifier of a user is one of these too.
        guard Rules.isUsername(name) else { throw Failure(.invalidUserIdentifier) }
        return .id(name)
    }
}

extension KiiNotificationMethod {
    fileprivate var notification: KiiResetRequest.Notification {
        switch self {
        case .EMAIL: .email
        case .SMS: .smsLink
        case .SMS_PIN: .smsPIN
        }
    }
}
