import Gatehouse
