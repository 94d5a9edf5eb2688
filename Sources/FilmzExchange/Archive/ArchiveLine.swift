import FilmzDomain
import Foundation

/// A line of a file of subjects.
struct ArchiveLine: Equatable, Decodable {
  let id: String
  let fields: [String: FieldValue]

  /// Parses a line in the canonical form of the ``ArchiveFormat``, or any other JSON.
  init(_ bytes: ArraySlice<UInt8>) throws(RowProblem) {
    if let line = Self.canonical(bytes) {
      self = line
    } else if let line = try? JSONDecoder().decode(ArchiveLine.self, from: Data(bytes)) {
      self.init(id: line.id, fields: line.fields.withoutEmptyValues)
    } else {
      throw .invalidJSON
    }
  }

  private init(id: String, fields: [String: FieldValue]) {
    self.id = id
    self.fields = fields
  }

  /// Parses a line in the canonical form, much faster than other JSON; returns `nil` for that.
  static func canonical(_ bytes: ArraySlice<UInt8>) -> ArchiveLine? {
    bytes.withUnsafeBufferPointer { bytes in
      var scanner = CanonicalJSONScanner(bytes)
      guard scanner.skip("{\"id\":"), let id = scanner.string(), scanner.skip(",\"fields\":"),
        let fields = scanner.object({ $0.value() }), !fields.values.contains(where: \.isEmpty),
        scanner.skip("}"), scanner.isAtEnd
      else { return nil }
      return ArchiveLine(id: id, fields: fields)
    }
  }
}
