import GatehouseStore

/// Work that can be refused.
protocol Refusable: Sendable {
    func refuse(_ error: StoreError)
}
