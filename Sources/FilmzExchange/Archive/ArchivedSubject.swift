package import FilmzDomain

/// A subject of the user's data as it is in an archive, such as an entry or a viewing.
package struct ArchivedSubject: Sendable, Hashable {
  /// The kind, which can be one that only newer versions support.
  package var kind: Change.Subject.Kind
  package var id: String
  /// The values by the names of the fields; fields that are null or empty lists are left out.
  package var fields: [String: FieldValue]

  package init(_ kind: Change.Subject.Kind, _ id: String, fields: [String: FieldValue] = [:]) {
    self.kind = kind
    self.id = id
    self.fields = fields.withoutEmptyValues
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
  var withoutEmptyValues: Self {
    values.contains(where: \.isEmpty) ? filter { !$0.value.isEmpty } : self
  }
}
