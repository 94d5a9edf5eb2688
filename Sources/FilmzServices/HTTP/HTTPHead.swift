import AsyncHTTPClient
import NIOHTTP1

/// The status code and header fields of a response.
struct HTTPHead: Sendable {
  let status: Int
  /// The first value of each field, by its lowercased name.
  private let fields: [String: String]

  /// Creates a head; the names of the fields may be in any case.
  init(status: Int, fields: [(String, String)] = []) {
    self.status = status
    self.fields = Dictionary(fields.map { ($0.0.lowercased(), $0.1) }) { first, _ in first }
  }

  init(_ response: HTTPClientResponse) {
    self.init(
      status: Int(response.status.code), fields: response.headers.map { ($0.name, $0.value) })
  }

  /// The unmodified value of the first field with a name; `nil` if there is none.
  subscript(_ name: String) -> String? { fields[name.lowercased()] }
}
