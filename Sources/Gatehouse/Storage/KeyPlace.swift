/// Where the keys of sealed files are kept.
protocol KeyPlace: Sendable {
    /// Looks a key up.
    ///
    /// - Throws: ``TokenStoreError`` of kind `corrupt` only when the key is gone for certain; `locked` when the person can make it readable.
    func key(_ id: String, of client: TokenKey) throws(TokenStoreError) -> StoreKey

    /// A key for what is sealed from now on: one of the client's that is there already, or a new one that has been read back.
    func usableKey(of client: TokenKey) throws(TokenStoreError) -> StoreKey
}
