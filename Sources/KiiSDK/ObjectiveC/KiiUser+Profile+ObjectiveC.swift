#if canImport(ObjectiveC)
import Foundation

extension KiiUser {
    /// Calls ``refreshSynchronous()``.
    @available(swift, obsoleted: 1.0)
    @objc(refreshSynchronous:)
    public func objcRefreshSynchronous() throws { try refreshSynchronous() }

    /// Calls ``refresh(_:)``.
    @available(swift, obsoleted: 1.0)
    @objc(refreshWithBlock:)
    public func objcRefresh(_ block: @escaping KiiUserBlock) {
        refresh(block)
    }

    /// Calls ``deleteSynchronous()``.
    @available(swift, obsoleted: 1.0)
    @objc(deleteSynchronous:)
    public func objcDeleteSynchronous() throws { try deleteSynchronous() }

    /// Calls ``delete(_:)``.
    @available(swift, obsoleted: 1.0)
    @objc(deleteWithBlock:)
    public func objcDelete(_ block: @escaping KiiUserBlock) {
        delete(block)
    }

    /// Calls ``saveSynchronous()``.
    @available(swift, obsoleted: 1.0)
    @available(*, deprecated, message: "Use -updateWithUserFieldsSynchronous:error:.")
    @objc(saveSynchronous:)
    public func objcSaveSynchronous() throws { try saveSynchronous() }

    /// Calls ``save(_:)``.
    @available(swift, obsoleted: 1.0)
    @available(*, deprecated, message: "Use -updateWithUserFields:block:.")
    @objc(saveWithBlock:)
    public func objcSave(_ block: @escaping KiiUserBlock) {
        save(block)
    }

    /// Calls ``update(withUserFieldsSynchronous:)``.
    @available(swift, obsoleted: 1.0)
    @objc(updateWithUserFieldsSynchronous:error:)
    public func objcUpdate(withUserFieldsSynchronous fields: KiiUserFields) throws {
        try update(withUserFieldsSynchronous: fields)
    }

    /// Calls ``update(with:block:)``.
    @available(swift, obsoleted: 1.0)
    @objc(updateWithUserFields:block:)
    public func objcUpdate(with fields: KiiUserFields, block: @escaping KiiUserBlock) {
        update(with: fields, block: block)
    }

    /// Calls ``update(withIdentityDataSynchronous:userFields:)``.
    @available(swift, obsoleted: 1.0)
    @objc(updateWithIdentityDataSynchronous:userFields:error:)
    public func objcUpdate(
        withIdentityDataSynchronous data: KiiIdentityData?,
        userFields fields: KiiUserFields?
    ) throws {
        try update(withIdentityDataSynchronous: data, userFields: fields)
    }

    /// Calls ``update(with:userFields:block:)``.
    @available(swift, obsoleted: 1.0)
    @objc(updateWithIdentityData:userFields:block:)
    public func objcUpdate(
        with data: KiiIdentityData?,
        userFields fields: KiiUserFields?,
        block: @escaping KiiUserBlock
    ) {
        update(with: data, userFields: fields, block: block)
    }
}
#endif
