import FilmzDomain

/// A column of a file of unmatched rows: its name, and how its values are written and read.
struct UnmatchedColumn: Sendable {
  typealias Path<Value> = any WritableKeyPath<UnmatchedRecord, Value> & Sendable

  let name: String
  /// Returns the text of a record; `nil` if it has no value.
  let text: @Sendable (UnmatchedRecord) -> String?
  /// Sets the value of a record to a text, which is not empty; returns `false` if the text is not valid.
  let set: @Sendable (inout UnmatchedRecord, String) -> Bool

  private init<Value>(
    _ name: String, _ path: Path<Value>, text: @escaping @Sendable (Value) -> String?,
    value: @escaping @Sendable (String) -> Value?
  ) {
    self.name = name
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
    Self(name, path, text: { $0?.text }, value: { PartialDate($0.trimmed).map(Optional.some) })
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
    Self(name, path, text: { _ in nil }, value: { FilmID($0.trimmed).map(Optional.some) })
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
    Self(name, path, text: { QuotedList.text($0) }, value: { QuotedList.elements($0) })
  }
}

/// Texts separated by a comma and a space; those with a comma or a quote are in quotes, as fields of CSV.
enum QuotedList {
  static func text(_ elements: [String]) -> String {
    elements.map { needsQuotes($0) ? "\"\($0.replacing("\"", with: "\"\""))\"" : $0 }
      .joined(separator: ", ")
  }

  private static func needsQuotes(_ element: String) -> Bool {
    let bytes = element.utf8
    let blank = UInt8(ascii: " ")
    return bytes.isEmpty || bytes.first == blank || bytes.last == blank
      || bytes.contains(UInt8(ascii: ",")) || bytes.contains(UInt8(ascii: "\""))
  }

  static func elements(_ text: String) -> [String] {
    var rest = Array(text.utf8)[...]
    var elements: [String] = []
    repeat {
      rest = rest.drop { $0 == UInt8(ascii: " ") }
      let element = rest.first == UInt8(ascii: "\"") ? quoted(&rest) : plain(&rest)
      elements.append(String(decoding: element, as: UTF8.self))
      rest = rest.drop { $0 != UInt8(ascii: ",") }
    } while rest.popFirst() != nil
    return elements
  }

  private static func plain(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    var element = rest.prefix { $0 != UInt8(ascii: ",") }
    rest = rest[element.endIndex...]
    while element.last == UInt8(ascii: " ") { element.removeLast() }
    return Array(element)
  }

  private static func quoted(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    var element: [UInt8] = []
    rest = rest.dropFirst()
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\""), rest.popQuote() == nil { break }
      element.append(byte)
    }
    return element
  }
}

extension ArraySlice<UInt8> {
  /// Removes and returns a quote at the start; returns `nil` if there is none.
  fileprivate mutating func popQuote() -> UInt8? {
    first == UInt8(ascii: "\"") ? popFirst() : nil
  }
}
