import GatehouseVerifier

let bearer = ""
