import Foundation

/// Which user a path is about: one segment, raw or percent-encoded.
package enum KiiSelector: Sendable, Hashable {
    /// Whose token comes with the request.
    case me
    case id(String)
    /// A name of the user: an address or a login name.
    case name(KiiAccountType, String)

    /// Reads a segment; `nil` when its escapes are not right.
    package init?(segment: String) {
        guard let text = segment.removingPercentEncoding, !text.isEmpty, !text.utf8.contains(where: { $0 < 0x20 })
        else { return nil }
        if text == Self.mine {
            self = .me
        } else if let name = Self.name(text) {
            self = name
        } else {
            self = .id(text)
        }
    }

    /// Reads `EMAIL:…`, `PHONE:…` and `LOGIN_NAME:…`, also where no path is: what a person signs in with is written so too.
    package static func name(_ text: String) -> KiiSelector? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let type = text[..<colon]
        guard !type.isEmpty, type.utf8.allSatisfy({ 65...90 ~= $0 || $0 == 95 }) else { return nil }
        return .name(KiiAccountType(rawValue: String(type)), String(text[text.index(after: colon)...]))
    }

    /// The segment of a path.
    package var segment: String {
        switch self {
        case .me: Self.mine
        case .id(let id): FormCoding.encode(id)
        case .name(let type, let value): type.rawValue + ":" + FormCoding.encode(value)
        }
    }

    /// What a refusal names the field by which nobody was found.
    package var field: KiiMemberName {
        switch self {
        case .me, .id: .userID
        case .name: .address
        }
    }

    /// What a refusal names the value for which nobody was found.
    package var value: String {
        switch self {
        case .me: Self.mine
        case .id(let id): id
        case .name(let type, let value): "\(type):\(value)"
        }
    }

    private static let mine = "me"
}
