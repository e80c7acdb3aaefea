// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation
public import Security

// https://developer.apple.com/documentation/cryptokit/secureenclave
public enum SecureEnclave {
    public static var isAvailable: Bool { fatalError() }

    public enum P256 {
        public enum Signing {
            // https://developer.apple.com/documentation/cryptokit/secureenclave/p256/signing/privatekey
            public struct PrivateKey {
                public init(compactRepresentable: Bool = true, accessControl: SecAccessControl) throws { fatalError() }

                public init(dataRepresentation: Data) throws { fatalError() }

                public var dataRepresentation: Data { fatalError() }

                public var publicKey: PublicKey { fatalError() }

                public func signature<D: DataProtocol>(for data: D) throws -> ECDSASignature { fatalError() }
            }

            // `CryptoKit.P256.Signing.PublicKey`; the sources use the type of swift-crypto, which is the same there.
            public struct PublicKey {
                public var rawRepresentation: Data { fatalError() }
            }

            // `CryptoKit.P256.Signing.ECDSASignature`
            public struct ECDSASignature {
                public var rawRepresentation: Data { fatalError() }
            }
        }
    }
}
