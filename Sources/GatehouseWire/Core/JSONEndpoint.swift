import Foundation
package import HTTPTypes

/// An operation of the server's own JSON APIs: method and path, request, response and kinds of problems.
///
/// Server, SDK and the OpenAPI document use the same type. Requests have an access token with ``scope``.
package protocol JSONEndpoint: SendableMetatype {
    /// The parameters of the query.
    associatedtype Query: DescribedQuery = EmptyRequest
    /// The JSON body of the request.
    associatedtype Body: DescribedJSON = NoContent
    /// The JSON body of the response.
    associatedtype Response: DescribedJSON = NoContent

    static var method: HTTPRequest.Method { get }

    /// The path below the issuer, beginning with a slash; a segment `{name}` stands for a percent-encoded value.
    static var path: String { get }

    /// The status of a successful response.
    static var status: HTTPResponse.Status { get }

    /// The scope that the access token must have.
    static var scope: Scope { get }

    /// Whether responses have an `ETag`.
    static var hasEntityTag: Bool { get }

    /// Whether requests must have `If-Match` (RFC 9110 §13.1.1).
    static var requiresMatch: Bool { get }

    /// Whether the sign-in must be recent.
    static var requiresFreshSignIn: Bool { get }

    /// The kinds of problems beyond those of every operation and those that the other properties imply.
    static var problems: Set<ProblemType> { get }

    /// The name and the texts in the OpenAPI document.
    static var operation: OperationDescription { get }
}

extension JSONEndpoint {
    package static var status: HTTPResponse.Status { Response.self == NoContent.self ? .noContent : .ok }
    package static var hasEntityTag: Bool { false }
    package static var requiresMatch: Bool { false }
    package static var requiresFreshSignIn: Bool { false }
    package static var problems: Set<ProblemType> { [] }

    /// Whether requests have a body.
    package static var hasBody: Bool { Body.self != NoContent.self }

    /// The names of the segments in ``path``.
    package static var segments: [String] {
        path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
    }

    /// Returns the path below the issuer with the values of its segments in order.
    package static func path(_ values: String...) -> String {
        zip(segments, values).reduce(path) { $0.replacing("{\($1.0)}", with: FormCoding.encode($1.1)) }
    }

    /// All kinds of problems.
    package static var allProblems: Set<ProblemType> {
        var all = problems.union([
            .invalidRequest, .invalidToken, .insufficientScope, .contentTooLarge, .tooManyRequests, .serverError,
            .temporarilyUnavailable,
        ])
        if hasBody { all.formUnion([.unsupportedMediaType, .invalidValue]) }
        if !segments.isEmpty { all.insert(.notFound) }
        if requiresMatch { all.formUnion([.preconditionFailed, .preconditionRequired]) }
        if requiresFreshSignIn { all.insert(.insufficientUserAuthentication) }
        return all
    }
}

/// The name and the texts of an operation in the OpenAPI document.
package struct OperationDescription: Sendable {
    /// The `operationId`, a name for generated code.
    package let id: String
    package let summary: String
    package let text: String?

    package init(_ id: String, _ summary: String, text: String? = nil) {
        self.id = id
        self.summary = summary
        self.text = text
    }
}

/// A query whose parameters the OpenAPI document describes.
package protocol DescribedQuery: WireRequest {
    static var described: [(name: ParameterName, kind: QueryParameterKind, text: MemberDescription)] { get }
}

/// The type of a query parameter.
package enum QueryParameterKind: String, Sendable {
    case string, integer
}

extension EmptyRequest: DescribedQuery {
    package static var described: [(name: ParameterName, kind: QueryParameterKind, text: MemberDescription)] { [] }
}

/// A missing body.
package struct NoContent: DescribedJSON, Equatable {
    package static let schema = SchemaDescription("NoContent", "No body.")

    package init() {}
}

/// A request for a part of a list.
package struct PageRequest: DescribedQuery, Hashable {
    /// The default number of items per page.
    package static let defaultLimit = 50
    package static let maximumLimit = 100
    private static let maximumCursorLength = 512

    /// The maximum number of items.
    package var limit: Int
    /// The ``Page/nextCursor`` of the page before; `nil` for the first page.
    package var cursor: String?

    package init(limit: Int = Self.defaultLimit, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }

    package init(parameters: Parameters) throws(OAuthError) {
        let text = try parameters.optional(.limit)
        guard let limit = text.map({ Int($0) }) ?? Self.defaultLimit, (1...Self.maximumLimit).contains(limit) else {
            throw OAuthError(.invalidRequest, "\(ParameterName.limit) must be a number from 1 to \(Self.maximumLimit).")
        }
        self.limit = limit
        cursor = try parameters.line(.cursor, limit: Self.maximumCursorLength)
    }

    package var parameters: Parameters {
        Parameters([.limit: limit == Self.defaultLimit ? nil : String(limit), .cursor: cursor])
    }

    package static var described: [(name: ParameterName, kind: QueryParameterKind, text: MemberDescription)] {
        [
            (
                .limit, .integer,
                MemberDescription(
                    "The maximum number of items, \(defaultLimit) by default.",
                    example: .integer(20),
                    range: 1...maximumLimit
                )
            ),
            (
                .cursor, .string,
                MemberDescription("The `next_cursor` of the page before.", range: 0...maximumCursorLength)
            ),
        ]
    }
}

extension ParameterName {
    package static let limit = Self(rawValue: "limit")
    package static let cursor = Self(rawValue: "cursor")
}

/// A part of a list.
public struct Page<Item: Codable & Sendable & Hashable>: Codable, Sendable, Hashable {
    /// The items in order.
    public var items: [Item]
    /// The cursor of the next page; `nil` on the last one.
    public var nextCursor: String?

    /// Creates a page.
    package init(items: [Item], nextCursor: String? = nil) {
        self.items = items
        self.nextCursor = nextCursor
    }

    enum CodingKeys: String, CodingKey {
        case items
        case nextCursor = "next_cursor"
    }
}

extension Page: DescribedJSON where Item: DescribedJSON {
    package static var schema: SchemaDescription {
        SchemaDescription(
            Item.schema.name + "Page",
            "A part of a list.",
            members: [
                CodingKeys.items: "The items in order.",
                .nextCursor: "The `cursor` of the next page; absent on the last one.",
            ]
        )
    }
}
