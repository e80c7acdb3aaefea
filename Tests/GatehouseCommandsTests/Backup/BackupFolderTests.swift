import Foundation
import GatehouseServer
import Testing

@testable import GatehouseCommands

@Suite struct BackupFolderTests {
    private let terminal = Terminal(hasServerData: false)
    private var place: URL { terminal.folder.appending(path: "place", directoryHint: .isDirectory) }

    @Test func aFolderThatIsThereAlreadyIsNotTaken() throws {
        let folder = BackupFolder(path: place.path)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        #expect(folder.isFree)
        #expect(throws: CommandFailure.self) { try folder.create() }
    }

    @Test func aFolderIsMadeForItsOwnerAlone() throws {
        try BackupFolder(path: place.path).create()
        let attributes = try FileManager.default.attributesOfItem(atPath: place.path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }

    @Test func nobodyCanForetellTheNameOfADraft() {
        let folder = BackupFolder(path: place.path)
        let names = [UInt8(1), 2].map { number in
            folder.draft(RandomSource { Data(repeating: number, count: $0) }).folder.lastPathComponent
        }
        #expect(names == [".place.AQEBAQEBAQEB", ".place.AgICAgICAgIC"])
    }
}
