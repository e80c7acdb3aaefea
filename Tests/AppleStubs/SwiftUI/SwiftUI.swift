// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NoLeadingUnderscores

// https://developer.apple.com/documentation/swiftui
// Availability is that of iOS; the other systems are noted where a declaration is missing on one.
// Apple re-exports Foundation here, through UIKit and AppKit.
@_exported import Foundation
import Observation

// MARK: - Views

// https://developer.apple.com/documentation/swiftui/view (iOS 13)
@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

// https://developer.apple.com/documentation/swiftui/viewbuilder (iOS 13)
@resultBuilder public struct ViewBuilder: Sendable {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { fatalError() }
    public static func buildBlock() -> EmptyView { fatalError() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { fatalError() }
    public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> {
        fatalError()
    }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { fatalError() }
    public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
        fatalError()
    }
    public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
        fatalError()
    }
    public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/tupleview (iOS 13)
public struct TupleView<T>: View {
    public typealias Body = Never
}

// https://developer.apple.com/documentation/swiftui/_conditionalcontent (iOS 13)
public struct _ConditionalContent<TrueContent: View, FalseContent: View>: View {
    public typealias Body = Never
}

// https://developer.apple.com/documentation/swiftui/emptyview (iOS 13)
public struct EmptyView: View {
    public typealias Body = Never
    nonisolated public init() {}
}

// https://developer.apple.com/documentation/swiftui/anyview (iOS 13)
public struct AnyView: View {
    public typealias Body = Never
    nonisolated public init<V: View>(_ view: V) { fatalError() }
}

extension View where Body == Never {
    public var body: Never { fatalError() }
}

extension Never: View {
    public typealias Body = Never
    public var body: Never { fatalError() }
}

extension Optional: View where Wrapped: View {
    public typealias Body = Never
}

// https://developer.apple.com/documentation/swiftui/viewmodifier (iOS 13)
@MainActor @preconcurrency public protocol ViewModifier {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
    typealias Content = _ViewModifier_Content<Self>
}

public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
    public typealias Body = Never
}

// https://developer.apple.com/documentation/swiftui/modifiedcontent (iOS 13)
public struct ModifiedContent<Content, Modifier> {}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
    public typealias Body = Never
}

// https://developer.apple.com/documentation/swiftui/previewprovider (iOS 13)
@MainActor @preconcurrency public protocol PreviewProvider {
    associatedtype Previews: View
    @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}

// MARK: - Apps

// https://developer.apple.com/documentation/swiftui/scene (iOS 14)
@MainActor @preconcurrency public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

extension Scene where Body == Never {
    public var body: Never { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/scenebuilder (iOS 14)
@resultBuilder public struct SceneBuilder {
    public static func buildExpression<Content: Scene>(_ content: Content) -> Content { fatalError() }
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/app (iOS 14)
@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
    @MainActor @preconcurrency init()
}

extension App {
    @MainActor @preconcurrency public static func main() { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/windowgroup (iOS 14)
public struct WindowGroup<Content: View>: Scene {
    public typealias Body = Never
    nonisolated public init(@ViewBuilder content: () -> Content) { fatalError() }
}

// MARK: - State

// https://developer.apple.com/documentation/swiftui/dynamicproperty (iOS 13)
public protocol DynamicProperty {}

// https://developer.apple.com/documentation/swiftui/state (iOS 13)
@propertyWrapper public struct State<Value>: DynamicProperty {
    public init(wrappedValue value: Value) { fatalError() }
    public init(initialValue value: Value) { fatalError() }
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set { fatalError() }
    }
    public var projectedValue: Binding<Value> { fatalError() }
}

extension State: Sendable where Value: Sendable {}

extension State where Value: ExpressibleByNilLiteral {
    public init() { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/binding (iOS 13)
@propertyWrapper public struct Binding<Value>: DynamicProperty {
    @preconcurrency public init(
        get: @escaping @isolated(any) @Sendable () -> Value,
        set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) { fatalError() }
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set { fatalError() }
    }
    public var projectedValue: Binding<Value> { fatalError() }
}

extension Binding: Sendable where Value: Sendable {}

// https://developer.apple.com/documentation/swiftui/focusstate (iOS 15)
@propertyWrapper public struct FocusState<Value: Hashable>: DynamicProperty {
    // https://developer.apple.com/documentation/swiftui/focusstate/binding (without its use as a property wrapper)
    public struct Binding {
        public var wrappedValue: Value {
            get { fatalError() }
            nonmutating set { fatalError() }
        }
    }
    public init<T>() where Value == T?, T: Hashable { fatalError() }
    public init() where Value == Bool { fatalError() }
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set { fatalError() }
    }
    public var projectedValue: Binding { fatalError() }
}

extension FocusState: Sendable where Value: Sendable {}

// MARK: - Environment

// https://developer.apple.com/documentation/swiftui/environmentkey (iOS 13)
public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

// https://developer.apple.com/documentation/swiftui/environmentvalues (iOS 13)
public struct EnvironmentValues {
    public init() { fatalError() }
    public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
        get { fatalError() }
        set { fatalError() }
    }
    public var locale: Locale {
        get { fatalError() }
        set { fatalError() }
    }
    // iOS 14
    public var scenePhase: ScenePhase {
        get { fatalError() }
        set { fatalError() }
    }
}

// https://developer.apple.com/documentation/swiftui/scenephase (iOS 14)
public enum ScenePhase: Comparable, Hashable, Sendable {
    case background, inactive, active
}

// https://developer.apple.com/documentation/swiftui/environment (iOS 13)
@propertyWrapper public struct Environment<Value>: DynamicProperty {
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { fatalError() }
    public var wrappedValue: Value { fatalError() }
}

extension Environment: Sendable where Value: Sendable {}

// MARK: - Text and images

// https://developer.apple.com/documentation/swiftui/localizedstringkey (iOS 13)
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/text (iOS 13)
public struct Text: View, Equatable, Sendable {
    public typealias Body = Never
    nonisolated public init(
        _ key: LocalizedStringKey,
        tableName: String? = nil,
        bundle: Bundle? = nil,
        comment: StaticString? = nil
    ) { fatalError() }
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ content: S) { fatalError() }
    nonisolated public func font(_ font: Font?) -> Text { fatalError() }
    // iOS 16
    nonisolated public func fontWeight(_ weight: Font.Weight?) -> Text { fatalError() }
    // iOS 16.4
    nonisolated public func monospaced(_ isActive: Bool = true) -> Text { fatalError() }
    // iOS 17
    nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/font (iOS 13)
public struct Font: Hashable, Sendable {
    public static let title = Font()
    public static let headline = Font()
    public static let footnote = Font()

    // https://developer.apple.com/documentation/swiftui/font/weight
    public struct Weight: Hashable, Sendable {
        public static let regular = Weight()
        public static let semibold = Weight()
    }
}

// https://developer.apple.com/documentation/swiftui/shapestyle (iOS 13)
public protocol ShapeStyle: Sendable {}

// https://developer.apple.com/documentation/swiftui/color (iOS 13)
public struct Color: Hashable, ShapeStyle, View, Sendable {
    public typealias Body = Never
    public static let red = Color()
    public static let green = Color()
}

extension ShapeStyle where Self == Color {
    public static var red: Color { fatalError() }
    public static var green: Color { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/hierarchicalshapestyle (iOS 15)
public struct HierarchicalShapeStyle: ShapeStyle {}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var secondary: HierarchicalShapeStyle { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/image (iOS 13)
public struct Image: View, Equatable, Sendable {
    public typealias Body = Never
    nonisolated public init(_ name: String, bundle: Bundle? = nil) { fatalError() }
    nonisolated public init(systemName: String) { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/label (iOS 14)
public struct Label<Title: View, Icon: View>: View {
    public typealias Body = Never
    nonisolated public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) { fatalError() }
}

extension Label where Title == Text, Icon == Image {
    nonisolated public init(_ titleKey: LocalizedStringKey, systemImage name: String) { fatalError() }
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, systemImage name: String) {
        fatalError()
    }
}
