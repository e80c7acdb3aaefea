#if canImport(ObjectiveC)
public import Foundation

@available(swift, obsoleted: 1.0)
extension MSALClaimsRequest {
    /// Calls ``init(jsonString:error:)``.
    @objc(initWithJsonString:error:)
    public convenience init(objcJsonString jsonString: String, error: NSErrorPointer) {
        unsafe self.init(jsonString: jsonString, error: error)
    }

    /// Calls ``requestClaim(_:for:)``.
    @objc(requestClaim:forTarget:error:)
    public func objcRequestClaim(
        _ request: MSALIndividualClaimRequest,
        for target: MSALClaimsRequestTarget
    ) throws {
        try requestClaim(request, for: target)
    }

    /// Calls ``removeClaimRequest(withName:target:)``.
    @objc(removeClaimRequestWithName:target:error:)
    public func objcRemoveClaimRequest(withName name: String, target: MSALClaimsRequestTarget) throws {
        try removeClaimRequest(withName: name, target: target)
    }

    /// Calls ``claimsRequests(for:)``.
    @objc(claimsRequestsForTarget:)
    public func objcClaimsRequests(for target: MSALClaimsRequestTarget) -> [MSALIndividualClaimRequest]? {
        claimsRequests(for: target)
    }

    /// Calls ``jsonString()``.
    @objc(jsonString)
    public func objcJsonString() -> String? { jsonString() }
}

@available(swift, obsoleted: 1.0)
extension MSALIndividualClaimRequest {
    /// Calls ``init(name:)``.
    @objc(initWithName:)
    public convenience init(objcName name: String) { self.init(name: name) }

    /// The value of ``name``.
    @objc(name)
    public var objcName: String {
        get { name }
        set { name = newValue }
    }

    /// The value of ``additionalInfo``.
    @objc(additionalInfo)
    public var objcAdditionalInfo: MSALIndividualClaimRequestAdditionalInfo? {
        get { additionalInfo }
        set { additionalInfo = newValue }
    }
}

@available(swift, obsoleted: 1.0)
extension MSALIndividualClaimRequestAdditionalInfo {
    /// The value of ``essential``.
    @objc(essential)
    public var objcEssential: NSNumber? {
        get { essential }
        set { essential = newValue }
    }

    /// The value of ``value``.
    @objc(value)
    public var objcValue: Any? {
        get { value }
        set { value = newValue }
    }

    /// The value of ``values``.
    @objc(values)
    public var objcValues: [Any]? {
        get { values }
        set { values = newValue }
    }
}
#endif
