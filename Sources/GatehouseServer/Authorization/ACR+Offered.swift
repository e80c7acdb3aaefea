import GatehouseWire

extension ACR {
    /// What a sign-in here can reach.
    static let offered: [ACR] = [.singleFactor]
}
