import FilmzDomain

/// A column of a file of unmatched rows: its name, and how its values are written and read.
struct UnmatchedColumn: Sendable {
  typealias Path<Value> = any WritableKeyPath<UnmatchedRecord, Value> & Sendable

  let name: String
  /// Returns the text of a record; `nil` if it has no value.
  let text: @Sendable (UnmatchedRecord) -> String?
  /// Sets the value of a record to a text, which is not empty; returns `false` if the text is not valid.
  let set: @Sendable (inout UnmatchedRecord, String) -> Bool
  /// `true` if the text must be a date.
  let isDate: Bool

  private init<Value>(
    _ name: String, _ path: Path<Value>, isDate: Bool = false,
    text: @escaping @Sendable (Value) -> String?, value: @escaping @Sendable (String) -> Value?
  ) {
    self.name = name
    self.isDate = isDate
    self.text = { text($0[keyPath: path]) }
    set = { record, text in
      guard let value = value(text) else { return false }
      record[keyPath: path] = value
      return true
    }
  }

  static func text(_ name: String, _ path: Path<String?>) -> Self {
    Self(name, path, text: { $0 }, value: { .some($0) })
  }

  static func integer(_ name: String, _ path: Path<Int?>) -> Self {
    Self(name, path, text: { $0.map(String.init) }, value: { Int($0.trimmed).map(Optional.some) })
  }

  static func flag(_ name: String, _ path: Path<Bool>) -> Self {
    Self(name, path, text: { $0 ? "true" : nil }, value: { $0.trimmed.lowercased() == "true" })
  }

  static func date(_ name: String, _ path: Path<PartialDate?>) -> Self {
    Self(
      name, path, isDate: true, text: { $0?.text },
      value: { ImportedDate.date($0.trimmed).map(Optional.some) })
  }

  static func rating(_ name: String, _ path: Path<Rating?>) -> Self {
    Self(
      name, path, text: { $0?.text },
      value: { (try? Rating(parsing: $0.trimmed)).map(Optional.some) })
  }

  static func type(_ name: String, _ path: Path<MediaType?>) -> Self {
    Self(
      name, path, text: { $0?.rawValue }, value: { MediaType(named: $0.trimmed).map(Optional.some) }
    )
  }

  static func audience(_ name: String, _ path: Path<Audience?>) -> Self {
    Self(
      name, path, text: { $0?.rawValue }, value: { Audience(named: $0.trimmed).map(Optional.some) })
  }

  /// An id that is not written, but that the user enters.
  static func enteredID(_ name: String, _ path: Path<FilmID?>) -> Self {
    Self(
      name, path, text: { _ in nil },
      value: { FilmID(orIMDbNumber: $0.trimmed).map(Optional.some) })
  }

  /// Ids separated by spaces.
  static func ids(_ name: String, _ path: Path<[FilmID]>) -> Self {
    Self(
      name, path, text: { $0.map(\.rawValue).joined(separator: " ") },
      value: { text in
        let ids = text.split(separator: " ").map { FilmID(String($0)) }
        return ids.contains(nil) ? nil : ids.compactMap(\.self)
      })
  }

  static func tags(_ name: String, _ path: Path<[String]>) -> Self {
    Self(name, path, text: { TextList.joined($0) }, value: { TextList.texts(in: $0) })
  }
}
