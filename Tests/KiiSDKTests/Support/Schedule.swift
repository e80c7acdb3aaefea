import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import KiiSDK

/// Calls of two users that run into each other.
///
/// The seed decides which calls are made and which of the waiting requests goes on, but the system when each task runs, so a seed is
/// another run each time; `KiiSwitchingTests` runs the client in orders that a seed repeats.
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
        // Somebody is logged in from the start, so that there is something to run into.
        var started = 1
        begin(.token(tokens[number(below: 2)]))
        while gate.ended < 1 { await step() }
        let total = 6 + number(below: 6)
        while gate.ended < total {
            await gate.settle()
            problems += look()
            switch number(below: 16) {
            case 0: KiiUser.logOut()
            case 1: device.clock.advance(by: 120)
            case 2...8 where started < total:
                started += 1
                begin(nextCall())
            default:
                if started < total, gate.ended == started {
                    started += 1
                    begin(nextCall())
                }
                await step()
            }
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

    private func begin(_ call: KiiCall) {
        let form = Form.allCases[number(below: Form.allCases.count)]
        gate.enter()
        Task {
            _ = await call.outcome(form)
            gate.leave()
        }
    }

    /// Lets one of the requests go that wait.
    private func step() async {
        await gate.settle()
        gate.release(number(below: 256))
    }

    private func nextCall() -> KiiCall {
        let who = number(below: 2)
        switch number(below: 8) {
        case 0: return .logIn(["ada", "bob"][who])
        case 1: return .token(tokens[who])
        case 2: return .token("unknown")
        case 3: return .token(tokens[who], .distantFuture)
        default: break
        }
        guard let user = KiiUser.current() else { return .token(tokens[who]) }
        switch number(below: 5) {
        case 0, 1: return .refresh(user)
        case 2, 3:
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
