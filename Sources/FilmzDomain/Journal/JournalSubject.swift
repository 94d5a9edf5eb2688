import Foundation

/// A kind of thing that the journal knows: its table, fields and parents, and the words for it.
///
/// Applying, undoing, merging, listing and wording of changes follow these declarations. A further kind
/// is one more declaration and its table.
package struct JournalSubject: Sendable {
  /// What the id of such a thing is.
  package enum Identity: Sendable {
    /// A film's id; under all ids of a film there is one such thing.
    case film
    /// An id that only this thing has.
    case own
    /// The ids of its parents, with a blank between them.
    case parents
  }

  /// A value that such a thing has, stored in the column of the same name.
  package struct Field: Sendable {
    package enum Kind: Sendable {
      case text
      /// A text that may be long.
      case note
      case integer
      case year
      /// Tenths of a point, 0–100.
      case rating
      /// Whole microseconds since 1970.
      case moment
      case choice([String])
      /// Texts of which each one counts by itself, as a JSON array.
      case set
    }

    package let name: String
    package let kind: Kind
    package let isRequired: Bool
    /// What people call it; `nil` for fields of which nobody is told.
    package let label: String?

    package init(_ name: String, _ kind: Kind, isRequired: Bool = false, label: String? = nil) {
      self.name = name
      self.kind = kind
      self.isRequired = isRequired
      self.label = label
    }
  }

  /// A thing that this one is part of: it exists only with it, and is removed with it.
  package struct Parent: Sendable {
    /// The field that holds the parent's id; it never changes.
    package let field: String
    package let kind: Change.Subject.Kind
    /// Whether a change of this thing counts as a change of the parent, so that it keeps the parent
    /// after a removal that was made without knowing of the change.
    package let keepsParent: Bool

    package init(_ field: String, _ kind: Change.Subject.Kind, keepsParent: Bool) {
      self.field = field
      self.kind = kind
      self.keepsParent = keepsParent
    }
  }

  /// What people are told of such a thing.
  package struct Words: Sendable {
    /// `viewing`; for a thing that is one with its film, what the film is: `entry`.
    package let noun: String
    /// The field by which one is told from another, such as a viewing's date.
    package let nameField: String?
    package let restored: String
    package let removed: String

    package init(
      _ noun: String, nameField: String? = nil, restored: String = "is back",
      removed: String = "is gone"
    ) {
      self.noun = noun
      self.nameField = nameField
      self.restored = restored
      self.removed = removed
    }
  }

  package let kind: Change.Subject.Kind
  package let table: String
  package let identity: Identity
  package let fields: [Field]
  package let parents: [Parent]
  /// Fields that filmz fills in by itself; a change of these alone does not keep a thing that was
  /// removed.
  package let captionFields: Set<String>
  /// Whether an id has to be a UUID in capital letters.
  package let hasUUID: Bool
  package let words: Words

  package init(
    _ kind: Change.Subject.Kind, table: String, identity: Identity, fields: [Field],
    parents: [Parent] = [], captionFields: Set<String> = [], hasUUID: Bool = false, words: Words
  ) {
    self.hasUUID = hasUUID
    self.kind = kind
    self.table = table
    self.identity = identity
    self.fields = fields
    self.parents = parents
    self.captionFields = captionFields
    self.words = words
  }

  package func field(_ name: String) -> Field? { fields.first { $0.name == name } }

  /// Whether a thing of this kind can have an id.
  func hasValidID(_ id: String) -> Bool {
    if hasUUID { return UUID(uuidString: id)?.uuidString == id }
    return !id.isEmpty && (identity != .parents || parentIDs(in: id).count == parents.count)
  }

  /// The ids of the parents that an id consists of, by field; none if it consists of none.
  package func parentIDs(in id: String) -> [String: String] {
    guard identity == .parents else { return [:] }
    let ids = id.split(separator: " ").map(String.init)
    return ids.count == parents.count
      ? Dictionary(uniqueKeysWithValues: zip(parents.map(\.field), ids)) : [:]
  }

  /// The parent that is a film's thing, if there is one.
  package func filmParent(in subjects: SubjectRegistry) -> Parent? {
    parents.first { subjects[$0.kind]?.identity == .film }
  }
}

extension JournalSubject.Field {
  /// Whether a value can stand in the field's column.
  func takes(_ value: FieldValue) -> Bool {
    switch (kind, value) {
    case (_, .null): !isRequired
    case (.set, .list): true
    case (.text, .text(let text)), (.note, .text(let text)): !text.isEmpty
    case (.choice(let choices), .text(let text)): choices.contains(text)
    case (.rating, .integer(let number)): (0...100).contains(number)
    case (.integer, .integer), (.year, .integer), (.moment, .integer): true
    default: false
    }
  }

  /// The value of a field that no change names.
  package var empty: FieldValue { if case .set = kind { .list([]) } else { .null } }
}
