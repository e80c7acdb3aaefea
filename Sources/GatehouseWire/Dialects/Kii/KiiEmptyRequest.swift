package import Foundation

/// A request without a body; whatever is sent along is ignored.
package struct KiiEmptyRequest: KiiRequest, Hashable {
    package init() {}

    package init(members: KiiMembers) throws(KiiError) {}

    package var members: KiiMembers { KiiMembers() }

    package var mediaType: KiiMediaType { .json }

    package var body: Data { Data() }
}
