// The types of the wire module that APIs use; its other types are not exported.
@_exported public import struct GatehouseWire.ACR
@_exported public import struct GatehouseWire.AMR
@_exported public import struct GatehouseWire.ClaimName
@_exported public import enum GatehouseWire.JSONValue
@_exported public import struct GatehouseWire.ProtectedResourceMetadata
@_exported public import struct GatehouseWire.Scope
@_exported public import struct GatehouseWire.ScopeSet
@_exported public import struct GatehouseWire.Secret
@_exported public import struct GatehouseWire.SigningAlgorithm
