import Gatehouse
import Testing

@testable import GatehouseUI

@Suite struct ScreenTests {
    private var screen = Screen<SignInModel.Action>(
        title: "Your details",
        fields: [
            ScreenField(id: "name", label: "Name", kind: .text(.name)),
            ScreenField(id: "code", label: "Code", kind: .code(length: 8)),
        ]
    )

    @Test mutating func staysOpenWhileBusyOrWithRecoveryCodes() {
        #expect(screen.isDismissible)
        screen.isBusy = true
        #expect(!screen.isDismissible)
        screen.isBusy = false
        screen.recoveryCodes = [Secret("1234-5678")]
        #expect(!screen.isDismissible)
    }

    @Test mutating func announcesMessageAndFirstFaultyField() {
        #expect(screen.announcement == nil)
        #expect(screen.firstFaultyField == nil)
        screen.message = .information("Saved.")
        #expect(screen.announcement == "Saved.")
        screen.fields[1].problem = "Enter the code."
        #expect(screen.announcement == "Saved. Code: Enter the code.")
        #expect(screen.firstFaultyField?.id == "code")
        screen.message = nil
        screen.fields[0].problem = "Fill in this field."
        #expect(screen.announcement == "Name: Fill in this field.")
        #expect(screen.firstFaultyField?.id == "name")
    }
}
