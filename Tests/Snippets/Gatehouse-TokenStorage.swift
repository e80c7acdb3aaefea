import Gatehouse
import GatehouseTesting
import Testing

func MyTokenStore() -> MemoryTokenStore { MemoryTokenStore() }
