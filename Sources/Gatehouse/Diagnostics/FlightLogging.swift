/// A store that also keeps the events worth knowing after the process has ended.
protocol FlightLogging: TokenStore {
    /// Keeps an event; one that cannot be kept is let go.
    func remember(_ event: FlightEvent, of key: TokenKey) async

    /// The events that were kept last, the oldest first.
    func rememberedEvents(of key: TokenKey) async -> [FlightEvent]
}
