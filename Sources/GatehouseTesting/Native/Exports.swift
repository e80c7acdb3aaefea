// The types of the wire module that tests use.
@_exported public import struct GatehouseWire.EntraSuberror
@_exported public import struct GatehouseWire.OAuthErrorCode
