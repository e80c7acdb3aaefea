/// Where the link of a mail or an SMS has led in the end, and what to do now.
package struct LinkEndPage: Page {
    package static let template = "link-end"

    package enum Outcome: String, Sendable, CaseIterable {
        case confirmed
        case passwordDone
        /// The link is no longer good, or never was.
        case dead
        /// The address is somebody else's by now.
        case taken
    }

    package var outcome: Outcome

    package init(_ outcome: Outcome) {
        self.outcome = outcome
    }

    package func content(_ text: PageText) -> PageContent {
        let (title, intro) =
            switch outcome {
            case .confirmed: ("link.confirmedTitle", "link.confirmedIntro")
            case .passwordDone: ("link.passwordDoneTitle", "link.passwordDoneIntro")
            case .dead: ("link.deadTitle", "link.deadIntro")
            case .taken: ("link.takenTitle", "link.takenIntro")
            }
        return PageContent(
            title: text(title),
            values: ["intro": text(intro), "isDone": outcome == .confirmed || outcome == .passwordDone]
        )
    }
}
