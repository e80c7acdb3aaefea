public import Gatehouse

/// The bridge to Gatehouse's own API; an addition to Kii's.
extension KiiUser {
    /// The session of the user, whose `account` the app can show, change and delete; `nil` if the
    /// user is not logged in.
    public var gatehouseSession: Session? { KiiClient.shared.login(of: self)?.session }
}
