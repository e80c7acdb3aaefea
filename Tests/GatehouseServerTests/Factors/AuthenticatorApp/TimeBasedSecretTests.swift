import Foundation
import GatehouseServer
import GatehouseWire
import Testing

@Suite struct TimeBasedSecretTests {
    private let secret: TimeBasedSecret

    init() throws {
        // The key of RFC 4226, Appendix D, and RFC 6238, Appendix B.
        secret = try #require(TimeBasedSecret(bytes: Data("12345678901234567890".utf8)))
    }

    private func time(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

    // MARK: Codes

    @Test func agreesWithVectorsOfHOTP() {
        let codes = (0..<10).map { secret.code(step: $0) }
        #expect(
            codes == [
                "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
            ]
        )
    }

    @Test(
        arguments: [
            (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
        ] as [(Double, String)]
    )
    func agreesWithVectorsOfTOTP(seconds: Double, code: String) throws {
        let step = try #require(TimeBasedSecret.step(at: time(seconds)))
        #expect(secret.code(step: step, length: 8) == code)
        #expect(secret.code(step: step) == code.suffix(6))
        #expect(secret.matchingStep(String(code.suffix(6)), at: time(seconds), after: nil) == step)
    }

    // MARK: Time

    @Test(
        arguments: [
            (0, 0), (29.999, 0), (30, 1), (59, 1), (60, 2), (-0.001, nil), (-30, nil), (-1e300, nil),
            (1e15, 33_333_333_333_333), (1e300, nil), (.infinity, nil), (-.infinity, nil), (.nan, nil),
        ] as [(Double, Int64?)]
    )
    func countsStepsOfThirtySecondsSince1970(seconds: Double, step: Int64?) {
        #expect(TimeBasedSecret.step(at: Date(timeIntervalSinceReferenceDate: seconds - 978_307_200)) == step)
    }

    /// The code of the step from 300 to 330 seconds.
    @Test(
        arguments: [
            (269.999, false), (270, true), (299.999, true), (300, true), (329.999, true), (330, true), (359.999, true),
            (360, false),
        ] as [(Double, Bool)]
    )
    func acceptsOneStepOfDrift(seconds: Double, isAccepted: Bool) {
        let code = secret.code(step: 10)
        #expect(secret.matchingStep(code, at: time(seconds), after: nil) == (isAccepted ? 10 : nil))
    }

    @Test func acceptsNoStepBefore1970() {
        #expect(secret.matchingStep(secret.code(step: 0), at: time(0), after: nil) == 0)
        #expect(secret.matchingStep(secret.code(step: 1), at: time(0), after: nil) == 1)
        #expect(secret.matchingStep(secret.code(step: -1), at: time(0), after: nil) == nil)
        #expect(secret.matchingStep(secret.code(step: 0), at: time(-1), after: nil) == nil)
        #expect(secret.matchingStep(secret.code(step: -1), at: time(-1), after: nil) == nil)
    }

    @Test(arguments: [Date.distantFuture, Date(timeIntervalSince1970: 2.7e20)])
    func acceptsCodesOfFarFuture(time: Date) throws {
        let step = try #require(TimeBasedSecret.step(at: time))
        #expect(secret.matchingStep(secret.code(step: step), at: time, after: step - 1) == step)
        #expect(secret.matchingStep("000000", at: Date(timeIntervalSince1970: 1e300), after: nil) == nil)
        #expect(secret.matchingStep("000000", at: .distantPast, after: nil) == nil)
    }

    // MARK: Replay

    @Test func acceptsEachStepOnce() {
        let code = secret.code(step: 10)
        #expect(secret.matchingStep(code, at: time(300), after: 9) == 10)
        #expect(secret.matchingStep(code, at: time(300), after: 10) == nil)
        #expect(secret.matchingStep(code, at: time(300), after: 11) == nil)
    }

    @Test func rejectsEarlierStepAfterLaterOne() {
        // The app's clock is ahead: its code of step 11 was accepted in step 10.
        #expect(secret.matchingStep(secret.code(step: 11), at: time(300), after: nil) == 11)
        #expect(secret.matchingStep(secret.code(step: 10), at: time(300), after: 11) == nil)
        #expect(secret.matchingStep(secret.code(step: 12), at: time(330), after: 11) == 12)
    }

    /// Two consecutive steps of this key have the same code.
    @Test func acceptsEqualCodesOfConsecutiveStepsOnce() {
        let (first, second) = (Int64(56_188_870), Int64(56_188_871))
        let code = secret.code(step: first)
        #expect(secret.code(step: second) == code)
        let now = time(Double(first) * 30)
        #expect(secret.matchingStep(code, at: now, after: nil) == second)
        #expect(secret.matchingStep(code, at: now, after: first) == second)
        #expect(secret.matchingStep(code, at: now, after: second) == nil)
    }

    // MARK: Input

    @Test(arguments: ["254676", "254 676", " 254-676\n", "2-5-4-6-7-6", "254\u{A0}676", "\t254676\r\n"])
    func ignoresSeparators(typed: String) {
        #expect(secret.matchingStep(typed, at: time(150), after: nil) == 5)
    }

    @Test(arguments: [
        "", " ", "25467", "2546760", "0254676", "+254676", "254676.", "254,676", "254_676", "0x254676", "254676\0",
        "٢٥٤٦٧٦", "２５４６７６", "254676\u{301}", "2\u{FE0F}\u{20E3}54676", "25467é", "254677", "----------",
    ])
    func rejectsOtherText(typed: String) {
        #expect(secret.matchingStep(typed, at: time(150), after: nil) == nil)
    }

    @Test func rejectsLongTextWithoutSearchingIt() {
        let spaces = String(repeating: " ", count: 94)
        #expect(secret.matchingStep(spaces + "254676", at: time(150), after: nil) == 5)
        #expect(secret.matchingStep(spaces + " 254676", at: time(150), after: nil) == nil)

        let long = String(repeating: "1 ", count: 10_000_000)
        let duration = ContinuousClock().measure {
            for _ in 0..<1_000 { #expect(secret.matchingStep(long, at: time(150), after: nil) == nil) }
        }
        #expect(duration < .seconds(1))
    }

    // MARK: Keys

    @Test func generatesKeyOfTwentyRandomBytes() {
        let secret = TimeBasedSecret(random: RandomSource { Data(0..<UInt8($0)) })
        #expect(secret.bytes == Data(0..<20))
        #expect(TimeBasedSecret(bytes: secret.bytes) == secret)
        #expect(secret != self.secret)
    }

    @Test(arguments: [0, 10, 19, 21, 64])
    func rejectsKeysOfOtherLengths(count: Int) {
        #expect(TimeBasedSecret(bytes: Data(repeating: 7, count: count)) == nil)
    }

    @Test func describesItselfWithoutKey() {
        var dumped = ""
        dump(secret, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), dumped, "\(secret.typedKey)"] {
            for part in ["12345", "GEZD", "49, 50", "49\n"] { #expect(!text.contains(part)) }
        }
    }
}
