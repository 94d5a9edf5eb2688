package import Foundation

/// One change of the collection, as the journal keeps it.
///
/// Undo, redo, `log` and sync read changes; each says of every field what it was and what it became,
/// so that it can be turned round.
package struct Change: Sendable, Hashable, Identifiable {
  /// What was done; open-ended, so that a journal survives kinds of a newer version.
  package struct Kind: RawRepresentable, Sendable, Hashable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
    package static let insert = Kind(rawValue: "insert")
    package static let update = Kind(rawValue: "update")
    package static let delete = Kind(rawValue: "delete")
  }

  /// What it was done to.
  package struct Subject: Sendable, Hashable {
    /// What sort of thing; open-ended like the kinds of changes.
    package struct Kind: RawRepresentable, Sendable, Hashable {
      package let rawValue: String
      package init(rawValue: String) { self.rawValue = rawValue }
      package static let film = Kind(rawValue: "film")
      package static let viewing = Kind(rawValue: "viewing")
    }

    package let kind: Kind
    /// A film's canonical id, or a viewing's UUID.
    package let id: String

    package init(_ kind: Kind, _ id: String) {
      self.kind = kind
      self.id = id
    }
  }

  /// A field before and after.
  package struct FieldChange: Sendable, Hashable, Codable {
    package let old: FieldValue
    package let new: FieldValue

    package init(old: FieldValue, new: FieldValue) {
      self.old = old
      self.new = new
    }

    /// The way back.
    package var inverse: FieldChange { FieldChange(old: new, new: old) }
  }

  package let id: UUID
  package let kind: Kind
  package let subject: Subject
  package let fields: [String: FieldChange]

  package init(
    id: UUID = UUID(), kind: Kind, subject: Subject, fields: [String: FieldChange]
  ) {
    self.id = id
    self.kind = kind
    self.subject = subject
    self.fields = fields
  }

  /// The change that takes this one back, or nothing for a kind that this version does not know.
  package var inverse: Change? {
    let kinds: [Kind: Kind] = [.insert: .delete, .update: .update, .delete: .insert]
    return kinds[kind].map {
      Change(kind: $0, subject: subject, fields: fields.mapValues(\.inverse))
    }
  }

  /// The film that it is about: the subject, or the one of a viewing.
  package var film: FilmID? {
    switch subject.kind {
    case .film: return FilmID(canonical: subject.id)
    case .viewing:
      guard let field = fields["film"],
        case .text(let id) = field.new == .null ? field.old : field.new
      else { return nil }
      return FilmID(canonical: id)
    default: return nil
    }
  }
}

/// The value of one field of the collection.
package enum FieldValue: Sendable, Hashable, Codable {
  case null
  case integer(Int64)
  case text(String)
  case list([String])

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let integer = try? container.decode(Int64.self) {
      self = .integer(integer)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .list(try container.decode([String].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .integer(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    }
  }
}
