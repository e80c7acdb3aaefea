public import Foundation

/// Who somebody is, in the terms of Microsoft's service.
public final class MSALAccountId: NSObject, Sendable {
    /// The person and the tenant, with a dot between them.
    public let identifier: String
    /// The person.
    public let objectId: String
    /// The tenant.
    public let tenantId: String

    init(objectId: String, tenantId: String) {
        identifier = tenantId.isEmpty ? objectId : "\(objectId).\(tenantId)"
        self.objectId = objectId
        self.tenantId = tenantId
        super.init()
    }
}
