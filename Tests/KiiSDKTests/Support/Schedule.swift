import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import KiiSDK
import Synchronization

/// One order in which calls of two users run into each other.
struct Schedule {
    private let seed: UInt64
    private let random: SeededBytes
    private let gate = Gate()
    private let device: Device
    private let ids: [String]
    private let tokens: [String]

    init(seed: UInt64) {
        self.seed = seed
        random = SeededBytes(seed: seed)
        let server = SmallKii { [gate] _ in await gate.pass() }
        device = Device(server)
        ids = ["ada", "bob"].map { server.add($0, fields: ["of": .string($0)]) }
        tokens = ids.map(server.token(of:))
        if seed % 2 == 1 { server.giveRefreshTokens(expiresIn: 400) }
    }

    private func number(below limit: Int) -> Int {
        Int(random.bytes(1).first ?? 0) % limit
    }

    /// Runs the calls.
    ///
    /// - Returns: What was wrong.
    func run() async throws -> [String] {
        device.launch()
        var problems: [String] = []
        let started = 4 + number(below: 5)
        let finished = Mutexed(0)
        for _ in 0..<started {
            let call = nextCall()
            let form = Form.allCases[number(below: Form.allCases.count)]
            gate.enter()
            Task {
                let heard = await call.outcome(form)
                finished.change { $0 += 1 }
                gate.leave()
                _ = heard
            }
            if number(below: 3) == 0 { problems += look() }
            if number(below: 8) == 0 { KiiUser.logOut() }
            if number(below: 8) == 0 { device.clock.advance(by: 120) }
        }
        while finished.value < started {
            await gate.settle()
            problems += look()
            gate.release(number(below: 256))
        }
        problems += look()
        // What is left is one and the same for the app and for the device.
        let slot = try device.slot
        let current = KiiUser.current()
        if let current, slot?.account.id != current.userID {
            problems.append("\(current.userID ?? "nobody") is current, \(slot?.account.id ?? "nobody") is stored")
        }
        KiiUser.logOut()
        return problems.map { "seed \(seed): \($0)" }
    }

    private func nextCall() -> KiiCall {
        let who = number(below: 2)
        switch number(below: 7) {
        case 0: return .logIn(["ada", "bob"][who])
        case 1: return .token(tokens[who])
        case 2: return .token("unknown")
        case 3: return .token(tokens[who], .distantFuture)
        default: break
        }
        guard let user = KiiUser.current() else { return .token(tokens[who]) }
        switch number(below: 3) {
        case 0: return .refresh(user)
        case 1:
            let name = user.username ?? ""
            return .update(user) {
                let fields = KiiUserFields()
                fields.displayName = "The one called \(name)"
                return fields
            }
        default: return .find(username: ["ada", "bob"][who])
        }
    }

    /// Whether everything that can be seen of somebody is of one and the same person.
    private func look() -> [String] {
        var problems: [String] = []
        if let slot = try? device.slot {
            let owner = device.server.owner(of: slot.accessToken.reveal())
            if let owner, owner != slot.account.id { problems.append("\(slot.account.id) has a token of \(owner)") }
            let known = slot.profile?.claims.values[ClaimName(rawValue: "userID")]?.string
            if let known, known != slot.account.id { problems.append("\(slot.account.id) has the profile of \(known)") }
            if let refresh = slot.refreshToken?.reveal(), !refresh.hasSuffix(slot.account.id) {
                problems.append("\(slot.account.id) has the refresh token \(refresh)")
            }
        }
        if let user = KiiUser.current() {
            if let token = user.accessToken, let owner = device.server.owner(of: token), owner != user.userID {
                problems.append("\(user.userID ?? "nobody") shows a token of \(owner)")
            }
            problems += mixture(user)
        }
        for id in ids {
            if let name = device.server.user(id)?.displayName, let login = device.server.user(id)?.loginName,
                name != "The one called \(login)"
            {
                problems.append("\(login) is called \(name)")
            }
        }
        return problems
    }

    private func mixture(_ user: KiiUser) -> [String] {
        let name = user.userID == ids[0] ? "ada" : "bob"
        var problems: [String] = []
        if user.username != name { problems.append("\(name) has the user name \(user.username ?? "")") }
        if let mark = user.getObjectForKey("of") as? String, mark != name {
            problems.append("\(name) has fields of \(mark)")
        }
        if let display = user.displayName, display != "The one called \(name)" {
            problems.append("\(name) is called \(display)")
        }
        return problems
    }
}

/// A value that several tasks change.
final class Mutexed<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    init(_ value: Value) {
        mutex = Mutex(value)
    }

    var value: Value { mutex.withLock { $0 } }

    func change(_ change: (inout Value) -> Void) {
        mutex.withLock { change(&$0) }
    }
}
