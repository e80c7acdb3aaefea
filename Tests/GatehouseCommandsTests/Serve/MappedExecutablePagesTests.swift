import Foundation
import Testing

@testable import GatehouseCommands

@Suite struct MappedExecutablePagesTests {
    @Test func selectsOnlyUnmodifiedFilePages() {
        let smaps = """
            00400000-00500000 r-xp 00001000 08:01 42                         /usr/bin/gatehouse
            Size:               1024 kB
            Anonymous:             0 kB
            Swap:                  0 kB
            VmFlags: rd mr mw me
            00500000-00600000 r--p 00101000 08:01 42                         /usr/bin/gatehouse
            Size:               1024 kB
            Anonymous:             4 kB
            Swap:                  0 kB
            VmFlags: rd mr mw me
            00600000-00700000 rw-p 00201000 08:01 42                         /usr/bin/gatehouse
            Size:               1024 kB
            Anonymous:             0 kB
            Swap:                  0 kB
            VmFlags: rd mr mw me
            00700000-00800000 r--s 00000000 08:01 43                         /var/lib/a file of others
            Size:               1024 kB
            Anonymous:             0 kB
            Swap:                  0 kB
            VmFlags: rd mr mw me
            00800000-00900000 r--p 00000000 08:01 44                         /usr/lib/a library.so
            Size:               1024 kB
            Anonymous:             0 kB
            Swap:                  0 kB
            VmFlags: rd mr mw me
            00900000-00a00000 r--p 00000000 00:00 0
            Size:               1024 kB
            Anonymous:             0 kB
            Swap:                  0 kB
            VmFlags: rd mr mw me
            00a00000-00b00000 r--p 00000000 08:01 45                         /usr/lib/another.so
            Size:               1024 kB
            Anonymous:             0 kB
            Swap:                  8 kB
            VmFlags: rd mr mw me
            7ffc00000000-7ffc00002000 r-xp 00000000 00:00 0                  [vdso]
            Size:               1024 kB
            Anonymous:             0 kB
            Swap:                  0 kB
            VmFlags: rd mr mw me
            """
        #expect(
            MappedExecutablePages.unchanged(smaps) == [
                MappedExecutablePages.Mapping(start: 0x0040_0000, end: 0x0050_0000),
                MappedExecutablePages.Mapping(start: 0x0080_0000, end: 0x0090_0000),
            ]
        )
    }

    #if os(Linux)
    @Test func continuesAfterReleasingPages() throws {
        let text = MappedExecutablePages.mappings()
        // The last mapping is the kernel's system call page.
        #expect(text.contains("[vdso]") && MappedExecutablePages.unchanged(text).count > 10)
        MappedExecutablePages.release()
        #expect(try JSONDecoder().decode([Int].self, from: Data("[1, 2]".utf8)) == [1, 2])
    }
    #endif
}
