import Foundation
import GatehouseJOSE
import GatehouseWire
import Synchronization

/// Where a ``TestServer`` has its signing keys from.
///
/// To find an RSA key takes longer than everything else at a server's start, so its first one is always this one, which everybody knows. It
/// protects nothing: for tests only.
final class TestKeys: Sendable {
    private let isUsed = Mutex(false)

    /// A key that the server has not had yet.
    func make(_ algorithm: SigningAlgorithm) throws(JOSEError) -> SigningKey {
        let isFirst =
            algorithm == .rs256
            && isUsed.withLock { isUsed in
                defer { isUsed = true }
                return !isUsed
            }
        guard isFirst, let material = Data(base64Encoded: Self.rsaKey) else {
            return try SigningKey.generate(algorithm)
        }
        return try SigningKey(algorithm, privateMaterial: material)
    }

    /// A private key in PKCS #1 DER, base64.
    private static let rsaKey = """
        MIIEogIBAAKCAQEAkdnR5Ij92M8hA+UHNU9JSjI6IFYwvS/JzHmHpEj4scXKYEWtoc0p5mY2Tma5IJcwMZQRM7avJ3nrwYv0lHDLRcNnWBr1r3Hv\
        7PK8k6EBvmEW3B1yX+nccPzlrHkyr0XUOAdE2xtR/4eS0d9xRopRhUYG2DseyWcswFJ3aH5+gkHINritN2FMVRfWbFC2UyDcvrg0RobiHqNvCHwP\
        wrzpwBRBh2CQRL5fm5CN4mpFe8P4cnOhmLcp4XiAhLYGkWD8Iqjrp5JmrpBifFFU7tD4LQ7lc4iJ95L3pDFwNl7s5qRLgeCrJPspowRoXAZRQoIC\
        7rfpbD/vrec0UchvE3oIIQIDAQABAoIBAA7VehEF09ecvW1helm0Li6TLDFEwuFC/oHC7IZLe6vNA5fGDnJR5QyPYb+YmASWC+tG9XbugiMANfex\
        7da5IBuA0750w38sFexiBcb4Da7YvhP2FL9nkCmXtx5TF1IXRo3KQ3kLbswP9GFPGfzELaVh6WlNngR672TCHm3sy54gvlbxask77EHr+2J3oaq+\
        az2bD8UMxdR3nO2ASmZ/akU5xcbWw7JX+hTy3FZFo/GbGVsRBY5zr9q/18GEb42PuaMNYAVyuA3SleGOUp23qoGYMjmNJLdnz/d4v5l4UlZmXRP4\
        6l8xu3yW5TDOsEibBWIb9LLT9r/vxECDaeuC/yECgYEAwysmEdtY1ROl46I1D9y8A09Lw/kO36jJtrnKK+Hbw5u2C7jVRiRJ40XMYiYp5c0tmxbe\
        JRrMYF7ncfPBzft5nrFyRuo4fyGVPmbx/YiSDoWBvNHDNeQvL1IH1/boN5E4pU2IphDRcqszA1qynjBmgUxvm872mobcQeMUvgDRiykCgYEAv0+G\
        BRZf3FQylbGL2a7ApFsw2v4A7ybZm9f4qIdrCbwhaYlQfMzgFcDnb7q3T6NBd9U0GfD0gvCrzpYELSP1pQp5mlGrMTaUahMFlArE8Y5oC6nrCJXg\
        IRFmhjUipLbZwxygv7swlSN4wqILZTWBue7kDMD1xpwbFvwg2J2PLDkCgYBfEoTgC/8RBRo5cknw6TE5V4Zr98ZUE4/3kDe4+rQobJDY0vgpzAGm\
        UdkHMtoUFMgTlacvYgePJowOSZTuN4N+V6h4fR56Z6yhElrti3rC0ixqA7DZbsfBgG9Lt/5VG0wB0mwvoV+2QUl/Z849GwzEDa0MtFwS2IExI2J2\
        UEXDSQKBgBobEO+6yOP4/Vod+zZ+OT10UCtiA+CejY1NoFnm+L1AVdLf8QLGtkFhrHM7qG4Omg1vI4fysHr5uogbQoCiao/V6Rgc0t6JUyFSbS1x\
        dsR7qUkGK9NlGEuK41GnCI4vgXG1g14Gfi+rwnvUvvdVoNktdyMiZadvf+bYCudkQLhJAoGATS1LJ5RlIPGwnCkaEqKZ776/U9OLngy/MJYRgkhW\
        u3/2+WY0w0+HBwYtDq4cnrq6dJuxGiC3dNZMBqPn+FI6tQUBKXE7XE3MJwQUKSWXYc9TzsN0ZSiOeuZwaar0BatTMdYzyprOdIY+hytqmFbPQuWP\
        imeIaXFklJFcgdFckJI=
        """
}
