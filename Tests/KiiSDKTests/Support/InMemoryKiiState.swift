import Foundation
import Gatehouse
import GatehouseWire
import HTTPTypes

/// The data of ``InMemoryKiiServer`` and its responses.
struct InMemoryKiiState {
    typealias Response = (HTTPResponse.Status, Data)

    var users: [String: KiiUserDocument] = [:]
    var passwords: [String: String] = [:]
    var owners: [String: String] = [:]
    var refreshTokens: [String: String] = [:]
    var faults: [InMemoryKiiServer.Fault] = []
    var requests: [String] = []
    var bodies: [String] = []
    var issuesRefreshTokens = false
    var expiresIn: Int64 = 2_147_483_647
    private var lastNumber = 0

    private mutating func number() -> Int {
        lastNumber += 1
        return lastNumber
    }

    mutating func add(_ new: KiiNewUser) -> String {
        var user = KiiUserDocument(userID: "user-\(number())", customFields: new.customFields)
        user.loginName = new.loginName
        user.emailAddressPending = new.emailAddress
        user.phoneNumberPending = new.phoneNumber
        user.displayName = new.displayName
        user.country = new.country
        user.locale = new.locale
        user.hasPassword = new.password != nil
        user.isDisabled = false
        users[user.userID] = user
        passwords[user.userID] = new.password?.reveal()
        return user.userID
    }

    mutating func token(of id: String) -> String {
        let token = "token-\(number())-of-\(id)"
        owners[token] = id
        return token
    }

    private mutating func refreshToken(of id: String) -> String? {
        guard issuesRefreshTokens else { return nil }
        let token = "refresh-\(number())-of-\(id)"
        refreshTokens[token] = id
        return token
    }

    mutating func response(_ call: InMemoryKiiRequest) throws(GatehouseWire.KiiWireError) -> Response {
        if call.path == ["oauth2", "token"] { return (.ok, try tokens(KiiTokenRequest(members: call.members))) }
        guard call.path.first == "users" else { throw GatehouseWire.KiiWireError(.notFound, "Not found.") }
        guard call.path.count > 1 else {
            return (.created, try register(KiiRegistrationRequest(members: call.members, mediaType: call.mediaType)))
        }
        // Calls without a token.
        if call.path.count == 4, call.path[2] == "password" { return (.noContent, Data()) }
        guard let token = call.token, let caller = owners[token] else {
            throw GatehouseWire.KiiWireError(.wrongToken, "The provided token is not valid")
        }
        guard let selector = KiiSelector(segment: call.path[1]), let id = find(selector, caller) else {
            throw GatehouseWire.KiiWireError(.userNotFound, "The user was not found")
        }
        switch (call.method, call.path.dropFirst(2).first) {
        case (.get, nil):
            guard let user = users[id] else {
                throw GatehouseWire.KiiWireError(.userNotFound, "The user was not found")
            }
            return (.ok, (id == caller ? user : user.publicView).body())
        case _ where id != caller:
            throw GatehouseWire.KiiWireError(.unauthorized, "The token belongs to another user.")
        case (.post, nil):
            try update(id, KiiUpdateRequest(members: call.members))
            return (.ok, KiiModificationResponse(modifiedAt: KiiTime(milliseconds: 1)).body())
        case (.delete, nil):
            users[id] = nil
            owners = owners.filter { $0.value != id }
            return (.noContent, Data())
        case (.put, "password"?):
            try changePassword(id, KiiChangePasswordRequest(members: call.members))
            return (.noContent, Data())
        case (.post, "phone-number"?) where call.path.last == "verify":
            return (.ok, KiiVerificationResponse.verified.body())
        default:
            return (.noContent, Data())
        }
    }

    private func find(_ selector: KiiSelector, _ caller: String) -> String? {
        switch selector {
        case .me: caller
        case .id(let id): users[id]?.userID
        case .name(.email, let address): users.values.first { $0.emailAddress == address }?.userID
        case .name(.phone, let number): users.values.first { $0.phoneNumber == number }?.userID
        case .name(_, let name): users.values.first { $0.loginName == name }?.userID
        }
    }

    private mutating func tokens(_ request: KiiTokenRequest) throws(GatehouseWire.KiiWireError) -> Data {
        let id: String
        switch request.grant {
        case .password(let name, let password):
            let user = users.values.first { [$0.loginName, $0.emailAddress, $0.phoneNumber].contains(name) }
            guard let user, passwords[user.userID] == password.reveal(), user.isDisabled != true else {
                throw .invalidGrant
            }
            id = user.userID
        case .refreshToken(let token):
            guard let owner = refreshTokens.removeValue(forKey: token.reveal()) else { throw .wrongRefreshToken }
            id = owner
        default: throw .invalidGrant
        }
        let response = KiiTokenResponse(
            id: id,
            accessToken: Secret(token(of: id)),
            expiresIn: expiresIn,
            refreshToken: refreshToken(of: id).map { Secret($0) }
        )
        return response.body()
    }

    private mutating func register(_ request: KiiRegistrationRequest) throws(GatehouseWire.KiiWireError) -> Data {
        if let name = request.user.loginName, users.values.contains(where: { $0.loginName == name }) {
            throw GatehouseWire.KiiWireError(.userAlreadyExists, "User with loginName \(name) already exists")
        }
        let id = add(request.user)
        guard let user = users[id] else { throw .invalidGrant }
        let isPseudoUser = user.hasPassword == false
        let response = KiiRegistrationResponse(
            user: user,
            accessToken: request.requestsToken ? Secret(token(of: id)) : nil,
            refreshToken: isPseudoUser ? nil : refreshToken(of: id).map { Secret($0) },
            expiresIn: expiresIn,
            location: "/\(id)"
        )
        return response.body()
    }

    private mutating func update(_ id: String, _ request: KiiUpdateRequest) throws(GatehouseWire.KiiWireError) {
        guard var user = users[id] else { throw GatehouseWire.KiiWireError(.userNotFound, "The user was not found") }
        func changed(_ change: KiiProfileChange, _ old: String?) -> String? {
            switch change {
            case .keep: old
            case .remove: nil
            case .set(let text): text
            }
        }
        user.displayName = changed(request.displayName, user.displayName)
        user.country = changed(request.country, user.country)
        user.locale = changed(request.locale, user.locale)
        user.loginName = request.loginName ?? user.loginName
        user.emailAddressPending = request.emailAddress ?? user.emailAddressPending
        user.phoneNumberPending = request.phoneNumber ?? user.phoneNumberPending
        user.customFields = request.customFields
        if let password = request.password {
            passwords[id] = password.reveal()
            user.hasPassword = true
        }
        users[id] = user
    }

    private mutating func changePassword(
        _ id: String,
        _ request: KiiChangePasswordRequest
    ) throws(GatehouseWire.KiiWireError) {
        guard passwords[id] == request.oldPassword?.reveal() else { throw .wrongPassword(user: id, app: "app") }
        passwords[id] = request.newPassword?.reveal()
        owners = owners.filter { $0.value != id }
    }
}

extension KiiUserDocument {
    /// The view for other users.
    fileprivate var publicView: KiiUserDocument {
        var view = KiiUserDocument(userID: userID)
        view.loginName = loginName
        view.displayName = displayName
        return view
    }
}
