import Foundation
import GatehouseWire

/// A position in a list: the sort key of the last item of the previous page, as an opaque text.
struct PageCursor: Sendable, Equatable {
    let key: [String]

    init(_ key: [String]) {
        self.key = key
    }

    /// Parses a cursor of a list with keys of `count` parts.
    ///
    /// - Throws: The problem `invalid_request` for any other text.
    init(_ text: String, count: Int) throws(ProblemDetails) {
        guard let bytes = Base64URL.decode(text), let key = try? JSONCoding.decode([String].self, from: bytes),
            key.count == count
        else {
            let name = ParameterName.cursor.rawValue
            throw ProblemDetails(.invalidRequest, "The cursor is not one of this list.", field: name)
        }
        self.key = key
    }

    var text: String { Base64URL.encode(JSONCoding.encode(key)) }
}

extension Page {
    /// Creates the requested page of a list.
    ///
    /// Inserting or removing an item before the cursor does not shift the following pages.
    ///
    /// - Parameters:
    ///   - list: The whole list.
    ///   - request: The page.
    ///   - isDescending: Whether the greatest key is first.
    ///   - key: Returns the sort key of an item, which determines the order; keys have two parts.
    /// - Throws: The problem `invalid_request` for an invalid cursor.
    init(
        of list: [Item],
        _ request: PageRequest,
        isDescending: Bool = false,
        by key: (Item) -> (String, String)
    ) throws(ProblemDetails) {
        let cursor = try request.cursor.map { text throws(ProblemDetails) in try PageCursor(text, count: 2).key }
        var keyed = list.map { (key: key($0), item: $0) }
        keyed.sort { isDescending ? $0.key > $1.key : $0.key < $1.key }
        if let cursor {
            let last = (cursor[0], cursor[1])
            keyed = keyed.filter { isDescending ? $0.key < last : $0.key > last }
        }
        let page = keyed.prefix(request.limit)
        self.init(
            items: page.map(\.item),
            nextCursor: keyed.count > page.count ? page.last.map { PageCursor([$0.key.0, $0.key.1]).text } : nil
        )
    }
}
