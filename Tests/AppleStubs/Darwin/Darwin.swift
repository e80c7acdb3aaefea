// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AvoidRetroactiveConformances, NoLeadingUnderscores

// The C library of Apple platforms. Its functions that the SDK calls have the declarations of POSIX, as on Linux.
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/
@_exported import Glibc

// open(2)
public let O_EVTONLY: Int32 = 0x8000

// fcntl(2)
public let F_FULLFSYNC: Int32 = 51

// stat(2)
extension stat {
    public var st_mtimespec: timespec { st_mtim }
}
