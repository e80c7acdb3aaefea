import Foundation

extension MemoryTable<Resource.ID, Resource> {
    mutating func apply(_ change: ResourceChange) -> Bool {
        switch change {
        case .insert(let resource): insert(resource, as: resource.id)
        case .update(let resource):
            update(resource.id, if: { $0.revision == resource.revision - 1 }) { $0 = resource }
        case .delete(let id): remove(id)
        }
    }
}

extension MemoryState {
    mutating func apply(_ change: PushedRequestChange) -> Bool {
        switch change {
        case .insert(let request):
            pushedRequests.insert(request, as: request.id, if: clients[request.clientID] != nil)
        case .consume(let id): pushedRequests.remove(id)
        }
    }
}

extension MemoryTable<InitialAccessToken.ID, InitialAccessToken> {
    mutating func apply(_ change: InitialAccessTokenChange) -> Bool {
        switch change {
        case .insert(let token):
            return insert(token, as: token.id)
        case .use(let id, let date):
            return update(id, if: { $0.expiresAt > date.flooredToMilliseconds && $0.remaining != 0 }) {
                $0.remaining = $0.remaining.map { $0 - 1 }
            }
        case .delete(let id):
            self[id] = nil
            return true
        }
    }
}
