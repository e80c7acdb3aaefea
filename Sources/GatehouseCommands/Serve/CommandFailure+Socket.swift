package import GatehouseHTTP

extension CommandFailure {
    /// Why a server takes no connections, or no longer.
    package init(stoppedBy error: any Error, at address: ListenAddress) {
        let place = "\(address.host) port \(address.port)"
        switch ListenFailure(error) {
        case .inUse:
            self.init(
                "The address \(place) is in use.",
                advice: "End the program that uses it, or give --listen another port."
            )
        case .forbidden:
            self.init(
                "This user may not take connections at \(place).",
                advice:
                    "Ports below 1024 need the right to (CAP_NET_BIND_SERVICE on Linux); or give --listen a higher one."
            )
        case .elsewhere:
            self.init(
                "The address \(address.host) is not one of this machine.",
                advice: "Give --listen an address of this machine, or 0.0.0.0 for all of them."
            )
        case nil:
            self.init("The server at \(place) has stopped: \(error).")
        }
    }
}
