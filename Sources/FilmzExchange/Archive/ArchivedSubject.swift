package import FilmzDomain
import Foundation

/// A subject of the user's data, such as an entry or a viewing, with the fields that an archive contains.
package struct ArchivedSubject: Sendable, Hashable {
  /// The kind, which can be one that only newer versions support.
  package var kind: Change.Subject.Kind
  package var id: String
  /// The values by the names of the fields; fields that are null or empty lists are left out.
  package var fields: [String: FieldValue]
  /// The beginnings of the values that are of a type that no field has, by the names of their fields.
  package var invalidValues: [String: String] = [:]

  package init(_ kind: Change.Subject.Kind, _ id: String, fields: [String: FieldValue] = [:]) {
    self.kind = kind
    self.id = id
    self.fields = fields.withoutEmptyValues
  }
}

// MARK: - Lines of archives

extension ArchivedSubject {
  /// The content of a line; a value of a type that no field has is `nil`.
  private struct Content: Decodable {
    let id: String
    let fields: [String: OptionalElement<FieldValue>]
  }

  /// Parses a line in the canonical form of the ``ArchiveFormat``, or any other JSON.
  init(_ kind: Change.Subject.Kind, line: ArraySlice<UInt8>) throws(RowProblem) {
    self =
      if let subject = Self.canonical(kind, line) { subject } else { try Self.decoded(kind, line) }
  }

  /// Parses any JSON.
  static func decoded(_ kind: Change.Subject.Kind, _ line: ArraySlice<UInt8>) throws(RowProblem) -> ArchivedSubject {
    guard let content = try? JSONDecoder().decode(Content.self, from: Data(line)) else { throw .invalidJSON }
    let fields = content.fields.compactMapValues(\.value)
    var subject = ArchivedSubject(kind, content.id, fields: fields)
    guard fields.count < content.fields.count else { return subject }
    let json = (try? LenientJSON(Array(line)))?.object("fields")
    for name in content.fields.keys where fields[name] == nil {
      subject.invalidValues[name] = json?.description(of: name) ?? ""
    }
    return subject
  }

  /// Parses a line in the canonical form, which is much faster; returns `nil` for any other JSON.
  static func canonical(_ kind: Change.Subject.Kind, _ line: ArraySlice<UInt8>) -> ArchivedSubject? {
    line.withUnsafeBufferPointer { bytes in
      var scanner = CanonicalJSONScanner(bytes)
      guard scanner.skip("{\"id\":"), let id = scanner.string(), scanner.skip(",\"fields\":"),
        let fields = scanner.object({ $0.value() }), !fields.values.contains(where: \.isEmpty),
        scanner.skip("}"), scanner.isAtEnd
      else { return nil }
      return ArchivedSubject(kind, id, fields: fields)
    }
  }
}

extension FieldValue {
  /// `true` for values that archives leave out.
  var isEmpty: Bool {
    switch self {
    case .null: true
    case .integer, .text: false
    case .list(let elements): elements.isEmpty
    }
  }
}

extension [String: FieldValue] {
  /// The fields that archives do not leave out.
  var withoutEmptyValues: Self { values.contains(where: \.isEmpty) ? filter { !$0.value.isEmpty } : self }
}
