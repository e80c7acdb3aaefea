/// How a terminal shows a piece of text; the raw values are the codes of ECMA-48 §8.3.117.
package enum TextStyle: Int, Sendable {
    case bold = 1
    case red = 31
    case green = 32
}
