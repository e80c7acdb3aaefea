import GatehouseStoreSQLite
import Testing

@Suite struct FileRightsTests {
    @Test(arguments: [(1000, true), (0, true), (1001, false)])
    func whatBelongsToSomebodyElseIsNotTrusted(owner: UInt32, isGood: Bool) {
        for (mode, isFolder) in [(0o600, false), (0o700, true)] {
            let rights = FileRights(path: "/data/x", owner: owner, mode: mode, isFolder: isFolder)
            #expect((rights.complaint(of: 1000) == nil) == isGood)
        }
    }

    @Test func theComplaintNamesBothUsersAndTheWayOut() throws {
        let rights = FileRights(path: "/data", owner: 1001, mode: 0o700, isFolder: true)
        let complaint = try #require(rights.complaint(of: 1000))
        #expect(complaint.problem == "The folder /data belongs to user 1001, and this process runs as user 1000.")
        #expect(complaint.advice == "Run as user 1001, or run 'chown 1000 /data'.")
    }

    @Test(arguments: [(0o755, true), (0o2750, true), (0o775, false), (0o1777, false), (0o702, false)])
    func othersMayLookIntoAFolderButNotWriteToIt(mode: Int, isGood: Bool) {
        let rights = FileRights(path: "/data", owner: 0, mode: mode, isFolder: true)
        #expect((rights.complaint(of: 1000) == nil) == isGood)
    }

    @Test(arguments: [(0o600, true), (0o400, true), (0o640, false), (0o604, false), (0o620, false)])
    func othersMayNeitherReadNorWriteAFile(mode: Int, isGood: Bool) {
        let rights = FileRights(path: "/data/key", owner: 1000, mode: mode, isFolder: false)
        #expect((rights.complaint(of: 1000) == nil) == isGood)
    }
}
