import GatehouseServer
import Testing

@Suite struct HTMLTextTests {
    @Test func escapesWhatAParserWouldRead() {
        #expect(HTMLText.escape(#"<a href="x" id='y'>&amp;"#) == "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;")
    }

    /// A quotation mark and the combining accent after it are one `Character`, yet the mark ends an attribute.
    @Test func escapesAMarkUnderACombiningAccent() {
        #expect(Array(HTMLText.escape("\"\u{301}").utf8) == Array("&quot;\u{301}".utf8))
    }

    @Test func leavesOtherTextAlone() {
        #expect(HTMLText.escape("日本語 é 👩‍👩‍👧 {x}") == "日本語 é 👩‍👩‍👧 {x}")
    }
}
