#if canImport(ObjectiveC)
import Foundation

extension APIError {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The value of ``error``.
    @available(swift, obsoleted: 1.0)
    @objc(error)
    public var objcError: AMZNLWAError! {
        get { error }
        set { error = newValue }
    }

    /// The value of ``api``.
    @available(swift, obsoleted: 1.0)
    @objc(api)
    public var objcApi: API {
        get { api }
        set { api = newValue }
    }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Creates an error.
    @available(swift, obsoleted: 1.0)
    @objc(initErrorForAPI:andError:)
    public convenience init!(objcErrorFor api: API, andError error: Any!) {
        self.init(errorFor: api, andError: error)
    }
}

extension APIResult {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The value of ``result``.
    @available(swift, obsoleted: 1.0)
    @objc(result)
    public var objcResult: Any! {
        get { result }
        set { result = newValue }
    }

    /// The value of ``api``.
    @available(swift, obsoleted: 1.0)
    @objc(api)
    public var objcApi: API {
        get { api }
        set { api = newValue }
    }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Creates a result.
    @available(swift, obsoleted: 1.0)
    @objc(initResultForAPI:andResult:)
    public convenience init!(objcResultFor api: API, andResult result: Any!) {
        self.init(resultFor: api, andResult: result)
    }
}
#endif
