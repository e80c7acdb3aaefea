// The words of the wire that a test writes.
@_exported public import struct GatehouseWire.EntraSuberror
@_exported public import struct GatehouseWire.OAuthErrorCode
