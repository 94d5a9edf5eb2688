package import Foundation

/// A change to the user's data: its kind, its subject, and the old and new value of each changed field.
///
/// Undo, `log`, and synchronization use changes; ``JournalState`` computes the user's data from them.
package struct Change: Sendable, Hashable {
  /// The kind of a change.
  ///
  /// The kinds are an open set, so that a journal can store kinds that only newer versions support.
  package struct Kind: RawRepresentable, Sendable, Hashable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
    package static let insert = Kind(rawValue: "insert")
    /// An update of the subject's fields.
    ///
    /// An update without fields records only that the subject was used; it restores a removed subject like
    /// most other updates (see ``JournalSubject/captionFields``).
    package static let update = Kind(rawValue: "update")
    package static let delete = Kind(rawValue: "delete")
    /// The undo of a step, which is the subject; the changes of the step then have no effect.
    package static let undo = Kind(rawValue: "undo")
    /// The redo of an undone step, which is the subject.
    ///
    /// The changes of the step then take effect at the position of the redo.
    package static let redo = Kind(rawValue: "redo")
  }

  /// The subject of a change, such as an entry or a viewing.
  package struct Subject: Sendable, Hashable {
    /// The kind of a subject; like the kinds of changes, the kinds of subjects are an open set.
    package struct Kind: RawRepresentable, Sendable, Hashable {
      package let rawValue: String
      package init(rawValue: String) { self.rawValue = rawValue }
      package static let entry = Kind(rawValue: "entry")
      package static let viewing = Kind(rawValue: "viewing")
      package static let skip = Kind(rawValue: "skip")
      package static let ratingSkip = Kind(rawValue: "ratingSkip")
      package static let alias = Kind(rawValue: "alias")
      package static let list = Kind(rawValue: "list")
      package static let listItem = Kind(rawValue: "listItem")
      package static let savedCollection = Kind(rawValue: "savedCollection")
      package static let record = Kind(rawValue: "record")
      package static let importedRecord = Kind(rawValue: "importedRecord")
      package static let comment = Kind(rawValue: "comment")
      package static let subscription = Kind(rawValue: "subscription")
      /// A step of the journal, the subject of `undo` and `redo`.
      package static let step = Kind(rawValue: "step")
    }

    package let kind: Kind
    /// A film's id, an id of the subject itself, or the ids of its parents; see ``JournalSubject/Identity``.
    package let id: String

    package init(_ kind: Kind, _ id: String) {
      self.kind = kind
      self.id = id
    }
  }

  /// The old and the new value of a field.
  package struct FieldChange: Sendable, Hashable, Codable {
    package let old: FieldValue
    package let new: FieldValue
    /// The day of an imported value in its file, as the text of a ``PartialDate``; empty if the file gives none.
    ///
    /// It is `nil` if the value is as new as the change. Versions of filmz without imported days ignore it.
    package let day: String?

    package init(old: FieldValue, new: FieldValue, day: String? = nil) {
      (self.old, self.new, self.day) = (old, new, day)
    }

    /// The change as JSON.
    package var jsonLiteral: String {
      var json: [UInt8] = []
      json.append(json: self)
      return String(decoding: json, as: UTF8.self)
    }
  }

  package let kind: Kind
  package let subject: Subject
  package let fields: [String: FieldChange]

  package init(kind: Kind, subject: Subject, fields: [String: FieldChange] = [:]) {
    (self.kind, self.subject, self.fields) = (kind, subject, fields)
  }
}

/// The value of one field.
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

  /// The elements of a list; empty for any other value.
  package var elements: [String] { if case .list(let elements) = self { elements } else { [] } }

  /// The string of a text value; `nil` for any other value.
  package var text: String? { if case .text(let text) = self { text } else { nil } }
}

/// A time stamp of a hybrid logical clock, which follows the wall clock but never goes backwards.
///
/// The upper 48 bits hold milliseconds since 1970, the lower 16 bits a counter. The time stamps of one
/// installation increase strictly. Source: Kulkarni et al., "Logical Physical Clocks", 2014.
package struct HybridTimestamp: Sendable, Hashable, Comparable {
  package let rawValue: Int64

  package init(rawValue: Int64) { self.rawValue = rawValue }

  /// The first invalid time stamp, which is the start of the year 2200 in UTC.
  ///
  /// Changes with invalid time stamps are stored but have no effect. Source: contract, What is synced.
  package static let limit = HybridTimestamp(rawValue: 7_258_118_400_000 << 16)

  /// Creates the time stamp of a new event, from the newest known time stamp and the wall clock.
  ///
  /// The wall clock is ignored if its time is not before ``limit`` or not after the newest time stamp.
  package init(after newest: HybridTimestamp?, now: Date) {
    let milliseconds = max(0, now.timeIntervalSince1970) * 1000
    let wall = milliseconds < Double(Self.limit.rawValue >> 16) ? Int64(milliseconds) << 16 : 0
    rawValue = max(wall, (newest?.rawValue ?? -1) &+ 1)
  }

  /// Creates the time stamp of an imported value: the last one before its day in the file begins in UTC.
  ///
  /// If `day` is not the text of a ``PartialDate``, the value is older than all others. Source: contract, Import.
  package init(importedOn day: String) {
    guard let day = PartialDate(day) else {
      rawValue = .min
      return
    }
    let milliseconds = Int64(day.startInUTC.timeIntervalSince1970) * 1000
    rawValue = min(milliseconds, Self.limit.rawValue >> 16) << 16 - 1
  }

  /// The time, to the millisecond; it is later than the time of the wall clock if this clock was set back.
  package var date: Date { Date(timeIntervalSince1970: Double(rawValue >> 16) / 1000) }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A change as stored in the journal, with its step, the installation that made it, and its time stamp.
package struct RecordedChange: Sendable, Hashable, Identifiable {
  /// A UUID; the same change has the same id in every journal.
  package let id: String
  /// The id of the step that the change belongs to.
  package let step: String
  /// The id of the installation that made the change.
  package let installation: String
  package let clock: HybridTimestamp
  package let change: Change
  /// The film that the subject belongs to; `nil` if the subject's id is a film's id, or if the subject
  /// does not belong to a film.
  package let film: FilmID?

  package init(
    id: String, step: String, installation: String, clock: HybridTimestamp, change: Change, film: FilmID? = nil
  ) {
    (self.id, self.step, self.installation, self.clock) = (id, step, installation, clock)
    (self.change, self.film) = (change, film)
  }

  /// The position in the total order of all changes.
  package var position: JournalPosition { JournalPosition(clock: clock, installation: installation, id: id) }
}

/// A position in the total order of changes: by clock, then installation, then id of the change.
///
/// Source: contract, What is synced.
package struct JournalPosition: Sendable, Hashable, Comparable {
  package let clock: HybridTimestamp
  package let installation: String
  /// The id of the change.
  package let id: String

  package static func < (left: Self, right: Self) -> Bool {
    (left.clock, left.installation, left.id) < (right.clock, right.installation, right.id)
  }
}

extension RecordedChange {
  /// `true` if the time stamp is before ``HybridTimestamp/limit``; a change with another time stamp has no effect.
  package var hasValidClock: Bool { clock < .limit }
}
