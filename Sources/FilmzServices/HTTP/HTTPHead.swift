import AsyncHTTPClient
import NIOHTTP1

/// The beginning of an answer over HTTP.
struct HTTPHead: Sendable {
  let status: Int
  /// The first value of each field, by the name in small letters.
  private let fields: [String: String]

  /// A head with these fields, whose names may be in any case.
  init(status: Int, fields: [(String, String)] = []) {
    self.status = status
    self.fields = Dictionary(fields.map { ($0.0.lowercased(), $0.1) }) { first, _ in first }
  }

  init(_ response: HTTPClientResponse) {
    self.init(
      status: Int(response.status.code), fields: response.headers.map { ($0.name, $0.value) })
  }

  /// The first field of that name, as it came.
  subscript(_ name: String) -> String? { fields[name.lowercased()] }
}
