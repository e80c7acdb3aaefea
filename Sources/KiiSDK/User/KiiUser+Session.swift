import Gatehouse
import GatehouseWire

extension KiiUser {
    /// The object that stands for a log-in.
    convenience init(_ login: KiiLogin) {
        self.init(UserState())
        become(login)
    }

    /// Stands for a log-in from now on.
    func become(_ login: KiiLogin) {
        change {
            $0.take(login.user)
            $0.login = login
        }
    }

    /// Becomes what the server says.
    func take(_ document: KiiUserDocument) {
        change { $0.take(document) }
    }

    /// Does something that only the user who is logged in may do, as that user.
    ///
    /// - Parameters:
    ///   - isForPseudoUsers: Whether a pseudo user may do it.
    ///   - terms: What refusals mean for it.
    ///   - body: Does it, with the session of that log-in, whoever logs in meanwhile.
    /// - Returns: What it has brought.
    /// - Throws: 327 when this is not the user who is logged in, 328 for a pseudo user who may not do it.
    func act<Value>(
        isForPseudoUsers: Bool = true,
        _ terms: Terms = .usual,
        _ body: (KiiUsers, Session) async throws(AuthError) -> Value
    ) async throws(Failure) -> Value {
        let users = try KiiApp.shared.users
        let known = known
        if let fault = known.fault { throw fault }
        guard let login = KiiApp.shared.login(of: self) else { throw Failure(.notLoggedIn) }
        guard isForPseudoUsers || !known.isPseudoUser else { throw Failure(.pseudoUserIsNotAllowed) }
        return try await ask(terms) { () throws(AuthError) in try await body(users, login.session) }
    }
}
