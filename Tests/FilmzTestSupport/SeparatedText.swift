/// A strict parser of CSV and TSV text, according to RFC 4180.
package enum SeparatedText {
  /// Returns the fields of each record.
  ///
  /// Every record must end with the line break. Quotes must enclose a whole field, and must be doubled
  /// inside it. Throws `TestSupportError.invalidRecord` with the text at the error.
  package static func records(
    in text: String, separator: Unicode.Scalar, lineBreak: String
  ) throws -> [[String]] {
    var remaining = Array(text.unicodeScalars)[...]
    let end = Array(lineBreak.unicodeScalars)
    var records: [[String]] = []
    var fields: [String] = []
    while !remaining.isEmpty {
      fields.append(try field(&remaining, separator, end))
      if remaining.first == separator {
        remaining.removeFirst()
      } else if remaining.starts(with: end) {
        remaining.removeFirst(end.count)
        records.append(fields)
        fields = []
      } else {
        throw TestSupportError.invalidRecord(
          String(String.UnicodeScalarView(remaining.prefix(40))))
      }
    }
    guard fields.isEmpty else { throw TestSupportError.invalidRecord(fields.joined()) }
    return records
  }

  private static func field(
    _ remaining: inout ArraySlice<Unicode.Scalar>, _ separator: Unicode.Scalar,
    _ end: [Unicode.Scalar]
  ) throws -> String {
    var text = String.UnicodeScalarView()
    guard remaining.first == "\"" else {
      while let next = remaining.first, next != separator, !remaining.starts(with: end) {
        guard next != "\"", next != "\n", next != "\r" else {
          throw TestSupportError.invalidRecord(
            String(String.UnicodeScalarView(remaining.prefix(40))))
        }
        text.append(remaining.removeFirst())
      }
      return String(text)
    }
    remaining.removeFirst()
    while let next = remaining.popFirst() {
      if next == "\"" {
        guard remaining.first == "\"" else { return String(text) }
        remaining.removeFirst()
      }
      text.append(next)
    }
    throw TestSupportError.invalidRecord(String(text))
  }
}
