import Foundation

/// The declaration of a kind of subject: its table, its fields, its parents, and its wording in messages.
///
/// Changes are applied, undone, merged, listed, and described by these declarations. Another kind of
/// subject needs only another declaration and a table.
package struct JournalSubject: Sendable {
  /// What identifies a subject.
  package enum Identity: Sendable {
    /// A film's id; all ids of a film identify the same subject.
    case film
    /// An id that is generated for the subject.
    case ownID
    /// The ids of its parents, separated by a space.
    case parents
  }

  /// A field of a subject, stored in the column of the same name.
  package struct Field: Sendable {
    package enum Kind: Sendable {
      case text
      /// Text that may be long.
      case note
      case integer
      case year
      /// Tenths of a point, 0–100.
      case rating
      /// Whole microseconds since 1970.
      case timestamp
      case choice([String])
      /// Strings that are merged one by one, stored as a JSON array.
      case set
    }

    package let name: String
    package let kind: Kind
    package let isRequired: Bool
    /// The name in messages; `nil` for fields that messages do not mention.
    package let label: String?

    package init(_ name: String, _ kind: Kind, isRequired: Bool = false, label: String? = nil) {
      self.name = name
      self.kind = kind
      self.isRequired = isRequired
      self.label = label
    }
  }

  /// A subject that this one belongs to, without which it cannot exist and with which it is removed.
  package struct Parent: Sendable {
    /// The field that holds the parent's id; it never changes.
    package let field: String
    package let kind: Change.Subject.Kind
    /// `true` if a change of the child counts as a change of the parent for the parent's existence, so that
    /// it restores a parent that was removed before it or concurrently.
    package let restoresParent: Bool

    package init(_ field: String, _ kind: Change.Subject.Kind, restoresParent: Bool) {
      self.field = field
      self.kind = kind
      self.restoresParent = restoresParent
    }
  }

  /// The wording of messages about a subject.
  package struct Wording: Sendable {
    /// The noun, such as `viewing` or `entry`.
    package let noun: String
    /// The field that tells subjects of this kind apart in messages, such as a viewing's date.
    package let nameField: String?
    /// The predicate of a sentence that reports a restored subject.
    package let restored: String
    /// The predicate of a sentence that reports a removed subject.
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
  /// Fields that filmz fills in on its own; a change of these alone does not restore a removed subject.
  package let captionFields: Set<String>
  /// `true` if an id must be a UUID in uppercase letters.
  package let requiresUUID: Bool
  package let wording: Wording

  package init(
    _ kind: Change.Subject.Kind, table: String, identity: Identity, fields: [Field],
    parents: [Parent] = [], captionFields: Set<String> = [], requiresUUID: Bool = false,
    wording: Wording
  ) {
    self.requiresUUID = requiresUUID
    self.kind = kind
    self.table = table
    self.identity = identity
    self.fields = fields
    self.parents = parents
    self.captionFields = captionFields
    self.wording = wording
  }

  /// Returns the field with a name, or `nil` if the subject has no such field.
  package func field(_ name: String) -> Field? { fields.first { $0.name == name } }

  /// Returns whether an id is valid for subjects of this kind.
  func hasValidID(_ id: String) -> Bool {
    if requiresUUID { return UUID(uuidString: id)?.uuidString == id }
    return !id.isEmpty && (identity != .parents || parentIDs(in: id).count == parents.count)
  }

  /// Returns the parents' ids that an id consists of, by field; empty if this kind has ids of another
  /// form.
  package func parentIDs(in id: String) -> [String: String] {
    guard identity == .parents else { return [:] }
    let ids = id.split(separator: " ").map(String.init)
    return ids.count == parents.count
      ? Dictionary(uniqueKeysWithValues: zip(parents.map(\.field), ids)) : [:]
  }

  /// Returns the parent that is identified by a film, or `nil` if there is none.
  package func filmParent(in subjects: SubjectRegistry) -> Parent? {
    parents.first { subjects[$0.kind]?.identity == .film }
  }
}

extension JournalSubject.Field {
  /// Returns whether the field's column accepts a value.
  func accepts(_ value: FieldValue) -> Bool {
    switch (kind, value) {
    case (_, .null): !isRequired
    case (.set, .list): true
    case (.text, .text(let text)), (.note, .text(let text)): !text.isEmpty
    case (.choice(let choices), .text(let text)): choices.contains(text)
    case (.rating, .integer(let number)): (0...100).contains(number)
    case (.integer, .integer), (.year, .integer), (.timestamp, .integer): true
    default: false
    }
  }

  /// The value of a field that no change has set.
  package var defaultValue: FieldValue { if case .set = kind { .list([]) } else { .null } }
}
