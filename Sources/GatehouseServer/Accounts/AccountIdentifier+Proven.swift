import GatehouseStore

extension AccountIdentifier {
    /// An address, once its owner has proven it.
    init(_ proven: CodeStep.ProvenAddress) {
        self.init(kind: proven.address.kind, value: proven.address.value, verifiedAt: proven.provenAt)
    }
}
