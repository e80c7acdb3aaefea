import Foundation

/// The actions of the process, from its arguments.
struct Plan {
    let directory: URL
    let port: Int
    let issuer: URL
    let clientID: String
    let hasLocks: Bool
    let killPoint: KillPoint?

    init?(_ arguments: [String]) {
        guard arguments.count >= 6, let port = Int(arguments[2]), let issuer = URL(string: arguments[3]) else {
            return nil
        }
        directory = URL(filePath: arguments[1])
        self.port = port
        self.issuer = issuer
        clientID = arguments[4]
        hasLocks = arguments[5] == "locks"
        killPoint = arguments.count > 6 ? KillPoint(rawValue: arguments[6]) : nil
        if arguments.count > 6, killPoint == nil { return nil }
    }
}
