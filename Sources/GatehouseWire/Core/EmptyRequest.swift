/// A request without parameters of its own; whatever is sent along is ignored.
package struct EmptyRequest: WireRequest, Equatable {
    package init() {}

    package init(parameters: Parameters) throws(OAuthError) {}

    package var parameters: Parameters { Parameters() }
}
