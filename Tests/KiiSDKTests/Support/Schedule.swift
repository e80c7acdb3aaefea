import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import KiiSDK

/// Concurrent calls of two users.
///
/// The seed determines the calls and the order of responses, but not the scheduling of tasks, so a seed does not
/// reproduce a run. `KiiInterleavingTests` runs the client in reproducible orders.
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
        let server = InMemoryKiiServer { [gate] _ in await gate.pass() }
        device = Device(server)
        ids = ["ada", "bob"].map { server.add($0, fields: ["of": .string($0)]) }
        tokens = ids.map(server.token(of:))
        if seed % 2 == 1 { server.issueRefreshTokens(expiresIn: 400) }
    }

    private func number(below limit: Int) -> Int {
        Int(random.bytes(1).first ?? 0) % limit
    }

    /// Runs the calls.
    ///
    /// - Returns: The problems found.
    func run() async throws -> [String] {
        device.launch()
        var problems: [String] = []
        // A user is logged in at the start, so that calls can interfere.
        var started = 1
        begin(.token(tokens[number(below: 2)]))
        while gate.ended < 1 { await step() }
        let total = 6 + number(below: 6)
        while gate.ended < total {
            await gate.settle()
            problems += findProblems()
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
        problems += findProblems()
        // The app and the device must agree on the final user.
        let slot = try device.slot
        let current = KiiUser.current()
        if let current, slot?.account.id != current.userID {
            problems.append("\(current.userID ?? "no user") is current, \(slot?.account.id ?? "no user") is stored")
        }
        KiiUser.logOut()
        return problems.map { "seed \(seed): \($0)" }
    }

    private func begin(_ call: KiiCall) {
        let style = CallStyle.allCases[number(below: CallStyle.allCases.count)]
        gate.enter()
        Task {
            _ = await call.outcome(style)
            gate.leave()
        }
    }

    /// Releases one of the waiting requests.
    private func step() async {
        await gate.settle()
        gate.release(number(below: 256))
    }

    private func nextCall() -> KiiCall {
        let index = number(below: 2)
        switch number(below: 8) {
        case 0: return .logIn(["ada", "bob"][index])
        case 1: return .token(tokens[index])
        case 2: return .token("unknown")
        case 3: return .token(tokens[index], .distantFuture)
        default: break
        }
        guard let user = KiiUser.current() else { return .token(tokens[index]) }
        switch number(below: 5) {
        case 0, 1: return .refresh(user)
        case 2, 3:
            let name = user.username ?? ""
            return .update(user) {
                let fields = KiiUserFields()
                fields.displayName = "User \(name)"
                return fields
            }
        default: return .find(username: ["ada", "bob"][index])
        }
    }

    /// Returns a problem for each value that belongs to another user.
    private func findProblems() -> [String] {
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
                problems.append("\(user.userID ?? "no user") exposes a token of \(owner)")
            }
            problems += findMixedFields(user)
        }
        for id in ids {
            if let name = device.server.user(id)?.displayName, let login = device.server.user(id)?.loginName,
                name != "User \(login)"
            {
                problems.append("\(login) is called \(name)")
            }
        }
        return problems
    }

    private func findMixedFields(_ user: KiiUser) -> [String] {
        let name = user.userID == ids[0] ? "ada" : "bob"
        var problems: [String] = []
        if user.username != name { problems.append("\(name) has the username \(user.username ?? "")") }
        if let mark = user.getObjectForKey("of") as? String, mark != name {
            problems.append("\(name) has fields of \(mark)")
        }
        if let display = user.displayName, display != "User \(name)" {
            problems.append("\(name) is called \(display)")
        }
        return problems
    }
}
