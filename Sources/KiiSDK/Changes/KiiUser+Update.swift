extension KiiUser {
    /// Changes fields of the user, at the server and on this object.
    ///
    /// What was changed on this object alone is replaced by what the server has.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Parameter fields: What is to be changed; everything else stays.
    /// - Throws: An `NSError` with a code of ``KiiError``. 327 when this user is not logged in; 310 and 315 for what cannot be.
    public func update(withUserFieldsSynchronous fields: KiiUserFields) throws {
        _ = try updating(fields.wish).wait()
    }

    /// Changes fields of the user, at the server and on this object.
    ///
    /// What was changed on this object alone is replaced by what the server has.
    ///
    /// It returns at once, and calls the block on ``Kii/callbackQueue``.
    ///
    /// - Parameters:
    ///   - fields: What is to be changed; everything else stays.
    ///   - block: Gets the user, or an `NSError` that says why there is none.
    public func update(with fields: KiiUserFields, block: @escaping KiiUserBlock) {
        updating(fields.wish).hand(to: block)
    }

    /// Changes fields of the user, at the server and on this object.
    ///
    /// What was changed on this object alone is replaced by what the server has.
    ///
    /// - Parameter fields: What is to be changed; everything else stays.
    /// - Returns: This user.
    /// - Throws: An `NSError` with a code of ``KiiError``. 327 when this user is not logged in; 310 and 315 for what cannot be.
    @discardableResult
    public func update(with fields: KiiUserFields) async throws -> KiiUser {
        try await updating(fields.wish).value
    }

    /// Changes names and fields of the user, at the server and on this object.
    ///
    /// A new address is the user's once it is verified.
    ///
    /// It blocks the thread until it is done.
    ///
    /// - Parameters:
    ///   - data: The names that are to be changed.
    ///   - fields: The fields that are to be changed.
    /// - Throws: An `NSError` with a code of ``KiiError``. 327 when this user is not logged in, 328 for a pseudo user, 503 for a name that is taken.
    public func update(withIdentityDataSynchronous data: KiiIdentityData?, userFields fields: KiiUserFields?) throws {
        _ = try updating(data?.names ?? NamesWish(), fields?.wish ?? FieldsWish()).wait()
    }

    /// Changes names and fields of the user, at the server and on this object.
    ///
    /// A new address is the user's once it is verified.
    ///
    /// It returns at once, and calls the block on ``Kii/callbackQueue``.
    ///
    /// - Parameters:
    ///   - data: The names that are to be changed.
    ///   - fields: The fields that are to be changed.
    ///   - block: Gets the user, or an `NSError` that says why there is none.
    public func update(with data: KiiIdentityData?, userFields fields: KiiUserFields?, block: @escaping KiiUserBlock) {
        updating(data?.names ?? NamesWish(), fields?.wish ?? FieldsWish()).hand(to: block)
    }

    /// Changes names and fields of the user, at the server and on this object.
    ///
    /// A new address is the user's once it is verified.
    ///
    /// - Parameters:
    ///   - data: The names that are to be changed.
    ///   - fields: The fields that are to be changed.
    /// - Returns: This user.
    /// - Throws: An `NSError` with a code of ``KiiError``. 327 when this user is not logged in, 328 for a pseudo user, 503 for a name that is taken.
    @discardableResult
    public func update(with data: KiiIdentityData?, userFields fields: KiiUserFields?) async throws -> KiiUser {
        try await updating(data?.names ?? NamesWish(), fields?.wish ?? FieldsWish()).value
    }
}
