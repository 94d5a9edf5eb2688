/// Text of fields between separators, read as strictly as RFC 4180 writes it.
package enum SeparatedText {
  /// The records with their fields.
  ///
  /// Every record has to end with the line break; a quote may only stand around a whole field, doubled
  /// inside it. Throws `TestSupportError.noRecords` with what stands where it is none.
  package static func records(
    in text: String, separator: Unicode.Scalar, lineBreak: String
  ) throws -> [[String]] {
    var rest = Array(text.unicodeScalars)[...]
    let end = Array(lineBreak.unicodeScalars)
    var records: [[String]] = []
    var fields: [String] = []
    while !rest.isEmpty {
      fields.append(try field(&rest, separator, end))
      if rest.first == separator {
        rest.removeFirst()
      } else if rest.starts(with: end) {
        rest.removeFirst(end.count)
        records.append(fields)
        fields = []
      } else {
        throw TestSupportError.noRecords(String(String.UnicodeScalarView(rest.prefix(40))))
      }
    }
    guard fields.isEmpty else { throw TestSupportError.noRecords(fields.joined()) }
    return records
  }

  private static func field(
    _ rest: inout ArraySlice<Unicode.Scalar>, _ separator: Unicode.Scalar, _ end: [Unicode.Scalar]
  ) throws -> String {
    var text = String.UnicodeScalarView()
    guard rest.first == "\"" else {
      while let next = rest.first, next != separator, !rest.starts(with: end) {
        guard next != "\"", next != "\n", next != "\r" else {
          throw TestSupportError.noRecords(String(String.UnicodeScalarView(rest.prefix(40))))
        }
        text.append(rest.removeFirst())
      }
      return String(text)
    }
    rest.removeFirst()
    while let next = rest.popFirst() {
      if next == "\"" {
        guard rest.first == "\"" else { return String(text) }
        rest.removeFirst()
      }
      text.append(next)
    }
    throw TestSupportError.noRecords(String(text))
  }
}
