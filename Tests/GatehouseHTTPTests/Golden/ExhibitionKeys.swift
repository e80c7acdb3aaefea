import Foundation
import GatehouseJOSE
import GatehouseWire

/// The signing keys of an ``Exhibition``: made for it, and published here, so worth nothing anywhere else.
enum ExhibitionKeys {
    static func all() throws -> [(SigningAlgorithm, SigningKey)] {
        [
            (.es256, try SigningKey(.es256, privateMaterial: Data(1...32))),
            (.rs256, try SigningKey(.rs256, privateMaterial: Data(base64Encoded: rsa) ?? Data())),
        ]
    }

    /// A private key of RSA (RFC 8017 §A.1.2).
    private static let rsa =
        """
        MIIEpAIBAAKCAQEAl3Lf2+iRQycBVVVInya86i8nN1rgyP9m135e9A2E0csCmSf+GLgOUpm1QLHOA/VL1+a0vBbJseApbJTO+w0RgTP3gV6zDLnd\
        SSzxfltSFkbbQSzEX9kpw+yQ+WjkudiNFP2J6McXKRi5hbQxuguLFqGrg6iNMQCAle3fYXBd0+ZsZIzvLsNM3BgwmCr148UuwNuAU+mxdw71KKl7\
        6L1csvQ+JHCpJxfsG4DaB9kSC1NL50k1X56g4R/e0x4D06K0RvdHJSzdfGt9hDqDCcHcFSyOBAc6ftcnv8+TYy1U/09lidKjjJKsUBz8E64NnJSA\
        gIF7Ru57Js12Wr+SD2CmbwIDAQABAoIBAD4SVn7OpI7V0z2SvTeBjIcc+WE+LYgj6ZYj1K4JRmkn3/I+ym1+LlybZAbWeR31MPcVtviqDFOLkN7Q\
        ZL7Pfd+rGWOcGR17ph8CPR4xNoUr2FwviXLRUkVbVZXrcGddQoGaYqYVxz/QQuVyU7kxVvnZHC9Taz7sukb43geVItegZVgyTKo/EBk8T+ianrci\
        sktObW5YHY/H9MtnKwow0Yjz0zoMg+PYtqGxmPTagReffWTbzgzmjUDX9CUiK7RSH8CmhbW0rGK3UoY4jVWZraa4D6cbs+yGVipG6U0jRb+pOhzZ\
        yTkCYweafcLn0KmACQnL9n79oUpYzohNyvCVxAECgYEAyL7Ic3LiSgVLrgBhCRXReUlxzWCsApgkBYpiShl5KGOOh6NBisjZqbNPvgVcmwD3IE+f\
        2+yiHSTDRSp4j01ZZUmbNgTBzpagIXbHE67dzdo9s3QWJgS0nCKDLX5fD5fq/u13scxPWNAN5QJU+TDIYrlRnxcfvWO//j2qM/omvAECgYEAwSJ8\
        NVqVF0BDDoE3CNKIR3okLf51Sn6Cb4gNhRrQJEz7jGibVfeIzKVxkHOovZENXYZ8OiEWgN9wBOl0/PxMI3Nir/Q3P5E8Xir+1LBi1ex1tIc/Dify\
        868hMwN3IzaJtgPnG3MsNYML781a5Qzl5YUSgyCZoO1L70jjaiedIm8CgYEAq0zB2GJMX0WtksmYBByuJ4VYqxy3K2+QLXos7XZXQPPTiELzhu5l\
        br4oacpBf7OPLe9ERnLi02OvjbH0NrSWeCwbWjks+JDoDCZDMrShaSu2Qw/oZoDVbfa1YXjYvYGxceBJp1rkyrCfarBWul26YSQqVktxNjeMefM8\
        7iWkMAECgYBeZ9/1KJEGK4hbt7fSHS82WTMENITa5BoYMJYDQUcK54JycNO1YulAt4JajN6nwxaYZ9ujgncAibe0/vULkLwa/BT6U1MKRJEQqs2j\
        45B8ZzhmBVJCNi7hBPMif4gl80u/aAr49QRgJ+2Wy3epzPM3jSOuayoNatEaZzOauUBrCwKBgQCyy+rxtxSjo7CxLnZ9P2pUXrxegc/l5nQUF/Yo\
        LJzvtwaLes9zr3A6p0vnFhWh1gDK5zcbuPQlFItLmEan9UoohU7LjxiFyiZA4r0G3Y6NBmS19EtDu4QPD0tB7Z3utJ8ovTieQNWG0UQdVo81eA4n\
        3xbR7LNqrs5HRpV3UKL7tg==
        """
}
