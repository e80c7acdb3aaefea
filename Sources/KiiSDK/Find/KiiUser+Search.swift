import Gatehouse
import GatehouseWire

extension KiiUser {
    class func search(_ type: KiiAccountType, _ name: String) -> Call<KiiUser> {
        Call { () throws(Failure) in
            let users = try KiiApp.shared.users
            var names = NamesWish()
            switch type {
            case .email: names.email = name
            case .phone: names.phoneNumber = name
            default: names.username = name
            }
            try names.check()
            guard let current = KiiApp.shared.current, let login = KiiApp.shared.login(of: current) else {
                throw Failure(.loginRequired)
            }
            let found = try await ask { () throws(AuthError) in
                try await users.find(.name(type, name), as: login.session)
            }
            let user = KiiUser(UserState())
            user.take(found)
            return user
        }
    }
}
