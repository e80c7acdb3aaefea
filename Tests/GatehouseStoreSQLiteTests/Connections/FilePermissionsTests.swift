import GatehouseStoreSQLite
import Testing

@Suite struct FilePermissionsTests {
    @Test(arguments: [(1000, true), (0, true), (1001, false)])
    func rejectsOtherOwners(owner: UInt32, isValid: Bool) {
        for (mode, isFolder) in [(0o600, false), (0o700, true)] {
            let permissions = FilePermissions(path: "/data/x", owner: owner, mode: mode, isFolder: isFolder)
            #expect((permissions.problem(for: 1000) == nil) == isValid)
        }
    }

    @Test func namesUsersAndRemedy() throws {
        let permissions = FilePermissions(path: "/data", owner: 1001, mode: 0o700, isFolder: true)
        let problem = try #require(permissions.problem(for: 1000))
        #expect(problem.message == "The folder /data belongs to user 1001, but this process runs as user 1000.")
        #expect(problem.advice == "Run as user 1001, or run 'chown 1000 /data'.")
    }

    @Test(arguments: [(0o755, true), (0o2750, true), (0o775, false), (0o1777, false), (0o702, false)])
    func rejectsWritableFolders(mode: Int, isValid: Bool) {
        let permissions = FilePermissions(path: "/data", owner: 0, mode: mode, isFolder: true)
        #expect((permissions.problem(for: 1000) == nil) == isValid)
    }

    @Test(arguments: [(0o600, true), (0o400, true), (0o640, false), (0o604, false), (0o620, false)])
    func rejectsReadableOrWritableFiles(mode: Int, isValid: Bool) {
        let permissions = FilePermissions(path: "/data/key", owner: 1000, mode: mode, isFolder: false)
        #expect((permissions.problem(for: 1000) == nil) == isValid)
    }
}
