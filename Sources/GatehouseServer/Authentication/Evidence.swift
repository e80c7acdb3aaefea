package import GatehouseStore
package import GatehouseWire

/// The evidence of a user's identity that factors provide.
package struct Evidence: Sendable, Equatable {
    /// The kinds of the factors.
    package private(set) var kinds: Set<FactorKind>
    /// Whether a factor is bound to the server's origin, so that it cannot be proven to another site.
    package private(set) var isPhishingResistant: Bool
    /// Whether the key of such a factor cannot be copied from its hardware.
    package private(set) var isHardwareProtected: Bool

    package init(_ kinds: Set<FactorKind>, isPhishingResistant: Bool = false, isHardwareProtected: Bool = false) {
        self.kinds = kinds
        self.isPhishingResistant = isPhishingResistant
        self.isHardwareProtected = isHardwareProtected
    }

    /// The evidence of an authentication.
    package init(_ authentication: Authentication) {
        let methods = Set(authentication.factors.map(\.method))
        self.init(
            Set(authentication.factors.map(\.kind)),
            isPhishingResistant: !methods.isDisjoint(with: [.hardwareKey, .softwareKey]),
            isHardwareProtected: methods.contains(.hardwareKey)
        )
    }

    /// Returns the evidence of both.
    package func union(_ other: Evidence) -> Evidence {
        Evidence(
            kinds.union(other.kinds),
            isPhishingResistant: isPhishingResistant || other.isPhishingResistant,
            isHardwareProtected: isHardwareProtected || other.isHardwareProtected
        )
    }

    /// Returns whether the evidence reaches a class; never for a class of another server.
    package func reaches(_ acr: ACR) -> Bool {
        switch acr {
        case .singleFactor: true
        case .multiFactor: kinds.count > 1
        case .phishingResistant: isPhishingResistant
        case .hardwareProtected: isHardwareProtected
        default: false
        }
    }
}

extension ACR {
    /// The classes of this server, weakest first.
    package static let ownClasses: [ACR] = [.singleFactor, .multiFactor, .phishingResistant, .hardwareProtected]
}
