/// A store that may belong to one process at a time, so that whatever another one left behind is over.
protocol OneProcessStore: TokenStore {
    /// Whether no two processes use the store at the same time.
    var hasOneProcess: Bool { get }
}
