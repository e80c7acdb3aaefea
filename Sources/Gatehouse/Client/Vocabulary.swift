// The words of the wire that an app writes or reads; the rest of that module stays out of its way.
@_exported public import struct GatehouseWire.ACR
@_exported public import struct GatehouseWire.ClaimName
@_exported public import enum GatehouseWire.JSONValue
@_exported public import struct GatehouseWire.PostalAddress
@_exported public import struct GatehouseWire.Scope
@_exported public import struct GatehouseWire.ScopeSet
@_exported public import struct GatehouseWire.Secret
@_exported public import struct GatehouseWire.StandardClaims
