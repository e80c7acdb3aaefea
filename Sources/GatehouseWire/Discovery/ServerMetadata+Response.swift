package import HTTPTypes

extension ServerMetadata: JSONResponse {
    package var fields: HTTPFields { .publicJSON(maxAge: 300) }
}
