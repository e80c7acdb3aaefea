public import Gatehouse

/// The bridge to Gatehouse's own API; an addition to Microsoft's.
extension MSALNativeAuthUserAccountResult {
    /// The session of the user, whose `account` the app can show, change and delete.
    ///
    /// Microsoft's servers have no account API.
    public var gatehouseSession: Session { session }
}
