import Gatehouse
import GatehouseWire

extension KiiUser {
    func changing(_ kind: KiiAddressKind, to address: String) -> Call<KiiUser> {
        Call { [self] () throws(Failure) in
            let isEmail = kind == .email
            guard isEmail ? Rules.isEmail(address) : Rules.isPhone(address) else {
                throw Failure(isEmail ? .invalidEmailFormat : .invalidPhoneFormat)
            }
            try await act(isForPseudoUsers: false, isEmail ? .newEmail : .newPhone) {
                users,
                session throws(AuthError) in
                try await users.changeAddress(session, kind, to: address)
            }
            return self
        }
    }

    func verification(with code: String) -> Call<KiiUser> {
        Call { [self] () throws(Failure) in
            guard !code.isEmpty else { throw Failure(.unableToVerify) }
            try await act { users, session throws(AuthError) in
                try await users.verify(session, .phone, code: Secret(code))
            }
            change {
                $0.phoneNumber = $0.pendingPhoneNumber ?? $0.phoneNumber
                $0.pendingPhoneNumber = nil
                $0.isPhoneVerified = true
            }
            return self
        }
    }

    func resending(_ kind: KiiAddressKind) -> Call<KiiUser> {
        Call { [self] () throws(Failure) in
            try await act { users, session throws(AuthError) in try await users.resendVerification(session, kind) }
            return self
        }
    }
}
