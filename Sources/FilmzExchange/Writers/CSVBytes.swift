/// The bytes of a CSV file (RFC 4180) in UTF-8.
///
/// A field is in quotation marks only if it contains a quotation mark, a comma, or a line break. Fields that begin with
/// `=`, `+`, `-` or `@` are not changed, so that every text can be read back.
struct CSVBytes {
  /// The bytes at the end of a record.
  enum LineBreak: String {
    case lf = "\n"
    case crlf = "\r\n"
  }

  private(set) var bytes: [UInt8] = []
  /// The number of records without the header.
  private(set) var rows = 0
  private let lineBreak: LineBreak
  private var isRecordEmpty = true

  /// Creates a file with a header.
  init(columns: [String], lineBreak: LineBreak) {
    self.lineBreak = lineBreak
    for column in columns { append(column) }
    endRecord()
    rows = 0
  }

  /// Appends a field; `nil` is an empty one.
  mutating func append(_ text: String?) {
    if !isRecordEmpty { bytes.append(UInt8(ascii: ",")) }
    isRecordEmpty = false
    if let text { bytes.append(csvField: text) }
  }

  mutating func append(_ number: Int?) { append(number.map { String($0) }) }

  /// Appends texts as one field, separated by a comma and a space.
  mutating func append(_ texts: [String]) {
    append(texts.count > 1 ? texts.joined(separator: ", ") : texts.first)
  }

  /// Appends texts as one field from which ``TextList`` reads them back.
  mutating func append(list texts: [String]) {
    append(texts.isEmpty ? nil : TextList.joined(texts))
  }

  mutating func endRecord() {
    bytes.append(contentsOf: lineBreak.rawValue.utf8)
    isRecordEmpty = true
    rows += 1
  }
}

extension [UInt8] {
  /// Appends a field, in quotation marks if it contains a quotation mark, the separator of fields, or a line break.
  ///
  /// Source: RFC 4180, section 2.
  package mutating func append(csvField text: String, separator: UInt8 = UInt8(ascii: ",")) {
    let quotationMark = UInt8(ascii: "\"")
    let needsQuotationMarks = text.utf8.contains {
      $0 == quotationMark || $0 == separator || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
    }
    guard needsQuotationMarks else { return append(contentsOf: text.utf8) }
    append(quotationMark)
    for byte in text.utf8 {
      if byte == quotationMark { append(byte) }
      append(byte)
    }
    append(quotationMark)
  }
}
