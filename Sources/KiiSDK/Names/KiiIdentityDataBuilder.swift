public import Foundation

/// Puts the names together by which a user is to be known.
public final class KiiIdentityDataBuilder: NSObject {
    /// The user name: 3 to 64 letters, digits, hyphens, underscores and dots.
    public var userName: String?
    /// The e-mail address.
    public var email: String?
    /// The phone number with its country code, such as `+819012345678`.
    public var phoneNumber: String?

    /// No names yet.
    public override init() {
        super.init()
    }

    /// The names.
    ///
    /// - Returns: `nil` when there is none, or one cannot be; ``buildWithError()`` says why.
    @discardableResult
    public func build() -> KiiIdentityData? {
        try? buildWithError()
    }

    /// The names.
    ///
    /// - Returns: The names.
    /// - Throws: An `NSError` with the code 307, 305 or 308 for a name that cannot be, 313 when there is none.
    @discardableResult
    public func buildWithError() throws -> KiiIdentityData {
        let names = NamesWish(username: userName, email: email, phoneNumber: phoneNumber)
        do throws(Failure) {
            guard !names.isEmpty else { throw Failure(.invalidUserIdentifier, "There is no name at all.") }
            try names.check()
        } catch {
            throw error.error
        }
        return KiiIdentityData(names)
    }
}
