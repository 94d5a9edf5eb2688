import Foundation

/// The declaration of a kind of subject, such as viewings or lists: its table, fields, and parents, and its wording in
/// messages.
///
/// A value declares a kind; a single subject is a ``Change/Subject``. Changes are applied, undone, merged, listed, and
/// described according to these declarations. A new kind of subject requires only a declaration and a table.
package struct JournalSubject: Sendable {
  /// The kind of id that identifies a subject.
  package enum Identity: Sendable {
    /// A film's id; all ids of a film identify the same subject.
    case film
    /// An id of the subject itself, such as a generated UUID.
    case ownID
    /// The ids of the subject's parents, separated by spaces.
    case parents
  }

  /// A field of a subject, stored in the column of the same name.
  package struct Field: Sendable {
    package enum Kind: Sendable {
      case text
      /// A name on one line, see ``Swift/String/isName``.
      case name
      /// A name that earlier versions did not limit.
      case laterLimitedName
      /// Text of which messages quote only the beginning, because it may be long.
      case note
      case integer
      /// 1 for yes, 0 or null for no.
      case flag
      case year
      /// The id of a film.
      case filmID
      /// The text of a ``PartialDate``.
      case date
      /// The text of a ``ListPosition``.
      case position
      /// Tenths of a point, 0–100.
      case rating
      /// Whole microseconds since 1970.
      case timestamp
      /// One of the given strings.
      case choice([String])
      /// A fact of an own record, stored as JSON: `null` states that there is no such fact.
      case fact
      /// A ``Film`` as JSON.
      case film
      /// Strings that are merged one by one, stored as a JSON array.
      case set
      /// A set of names, such as tags.
      case names
    }

    package let name: String
    package let kind: Kind
    /// `true` if the field must not be null.
    package let isRequired: Bool
    /// The name of the field in messages; `nil` for fields that messages do not mention.
    package let label: String?

    package init(_ name: String, _ kind: Kind, isRequired: Bool = false, label: String? = nil) {
      (self.name, self.kind, self.isRequired, self.label) = (name, kind, isRequired, label)
    }
  }

  /// A subject that another subject, its child, belongs to.
  ///
  /// A child cannot exist without its parents, and is removed together with them. The value of `field` is the parent's
  /// id, and never changes. `restoresParent` is `true` if a change of the child that follows the removal of the parent
  /// restores the parent; such a change comes from an installation that had not received the removal.
  package typealias Parent = (field: String, kind: Change.Subject.Kind, restoresParent: Bool)

  package let kind: Change.Subject.Kind
  package let table: String
  package let identity: Identity
  package let fields: [Field]
  package let parents: [Parent]
  /// Fields that filmz fills in on its own; an update of only these does not restore a removed subject.
  package let captionFields: Set<String>
  /// The field with the id of a film that the subject concerns but that is not its parent; `nil` if there is none.
  package let filmField: String?
  /// `true` if the ids of subjects must be UUIDs in uppercase letters.
  package let requiresUUID: Bool
  /// The noun in messages, such as `viewing` or `entry`.
  package let noun: String
  /// The field that distinguishes subjects of this kind in messages, such as a viewing's date.
  package let nameField: String?
  /// The predicates of sentences that report that a subject was restored, and that it was removed.
  package let predicates: (restored: String, removed: String)

  package init(
    _ kind: Change.Subject.Kind, table: String, identity: Identity, fields: [Field], parents: [Parent] = [],
    captionFields: Set<String> = [], filmField: String? = nil, requiresUUID: Bool = false, noun: String,
    nameField: String? = nil, predicates: (restored: String, removed: String) = ("is back", "is gone")
  ) {
    (self.filmField, self.requiresUUID, self.kind) = (filmField, requiresUUID, kind)
    (self.table, self.identity, self.fields, self.parents) = (table, identity, fields, parents)
    (self.captionFields, self.noun, self.nameField) = (captionFields, noun, nameField)
    self.predicates = predicates
  }

  /// Returns the field with a name, or `nil` if subjects of this kind have no such field.
  package func field(_ name: String) -> Field? { fields.first { $0.name == name } }

  /// Returns the ids of the parents in a subject's id, by the fields that hold them.
  ///
  /// The result is empty unless subjects of this kind have ``Identity/parents`` and the id is valid.
  package func parentIDs(in id: String) -> [String: String] {
    guard identity == .parents else { return [:] }
    let ids = id.split(separator: " ").map(String.init)
    return ids.count == parents.count ? Dictionary(uniqueKeysWithValues: zip(parents.map(\.field), ids)) : [:]
  }

  /// Returns the first parent that is identified by a film's id, or `nil` if there is none.
  package func filmParent(in subjects: SubjectRegistry) -> Parent? {
    parents.first { subjects[$0.kind]?.identity == .film }
  }
}

extension JournalSubject.Field {
  /// Returns whether a value is valid for the field.
  ///
  /// The result is the same on every machine. With `isNew`, the value must be one that this version writes: earlier
  /// versions had no limits for names, years, and times. The size of texts is not checked here; see
  /// ``excessiveSize(of:)``.
  package func accepts(_ value: FieldValue, isNew: Bool) -> Bool {
    switch (kind, value) {
    case (_, .null): !isRequired
    case (.set, .list(let elements)): !isNew || elements.allSatisfy(\.isStorable)
    case (.names, .list(let elements)): !isNew || elements.allSatisfy(\.isName)
    case (.text, .text(let text)), (.note, .text(let text)): text.isStorable
    case (.name, .text(let text)): isNew ? text.isName : text.isNameOfEarlierVersions
    case (.laterLimitedName, .text(let text)): isNew ? text.isName : text.isStorable
    case (.choice(let choices), .text(let text)): choices.contains(text)
    case (.fact, .text(let text)): accepts(OwnFact(json: text)) && text.isStorable
    case (.film, .text(let text)): Self.isFilm(text) && text.isStorable
    case (.filmID, .text(let text)): text.isFilmID
    case (.date, .text(let text)): PartialDate(text) != nil
    case (.position, .text(let text)): ListPosition(text) != nil
    case (.rating, .integer(let number)): (0...100).contains(number)
    case (.flag, .integer(let number)): (0...1).contains(number)
    case (.year, .integer(let number)): !isNew || (0...9999).contains(number)
    case (.timestamp, .integer(let number)): !isNew || Self.times.contains(number)
    case (.integer, .integer): true
    default: false
    }
  }

  /// The microseconds since 1970 of the years 1 to 9999.
  private static let times: ClosedRange<Int64> = -62_135_596_800_000_000...253_402_300_799_999_999

  private func accepts(_ fact: OwnFact?) -> Bool {
    guard let fact else { return false }
    return RecordField(rawValue: name)?.accepts(fact) ?? true
  }

  private static func isFilm(_ text: String) -> Bool {
    (try? JSONDecoder().decode(Film.self, from: Data(text.utf8))) != nil
  }

  /// `true` if the user sets the field: messages name it, and it is not a time, which filmz sets.
  ///
  /// Imported values of such fields can be older than the change that imports them.
  package var isSetByUser: Bool {
    if case .timestamp = kind { return false }
    return label != nil
  }

  /// Returns the size of a value's texts in bytes if it exceeds ``TextLimit/textSize``, otherwise `nil`.
  package func excessiveSize(of value: FieldValue) -> Int? {
    let size =
      switch value {
      case .null, .integer: 0
      case .text(let text): text.utf8.count
      case .list(let elements): elements.reduce(0) { $0 + $1.utf8.count }
      }
    return size > TextLimit.textSize ? size : nil
  }

  /// `true` if the values are strings that are merged one by one.
  package var isSet: Bool {
    switch kind {
    case .set, .names: true
    default: false
    }
  }

  /// `true` if later versions may permit further values.
  var hasOpenValues: Bool { if case .choice = kind { true } else { false } }

  /// The value of a field that no change has set.
  package var defaultValue: FieldValue { isSet ? .list([]) : .null }
}

extension String {
  /// `true` if earlier versions accepted the text as the name of a list.
  fileprivate var isNameOfEarlierVersions: Bool {
    isStorable && count <= TextLimit.nameLength && !contains(where: \.isNewline) && !trimmed.isEmpty
  }

  /// `true` if the text is not empty and contains no NUL, which ends a text in SQLite.
  fileprivate var isStorable: Bool { !isEmpty && !utf8.contains(0) }

  /// `true` if the text can be the id of a film, possibly of a kind that only later versions support.
  var isFilmID: Bool { (1...128).contains(utf8.count) && utf8.allSatisfy { $0 > UInt8(ascii: " ") && $0 != 0x7F } }
}
