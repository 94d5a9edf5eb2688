/// The status code and header fields of a response.
struct HTTPHead: Sendable {
  let status: Int
  /// The first value of each field, by its lowercased name.
  private let fields: [String: String]

  /// Creates a head; the names of the fields may be in any case.
  init(status: Int, fields: [(String, String)] = []) {
    self.status = status
    self.fields = Dictionary(fields.map { ($0.0.lowercased(), $0.1) }) { first, _ in first }
  }

  /// The unmodified value of the first field with a name; `nil` if there is none.
  subscript(_ name: String) -> String? { fields[name.lowercased()] }
}

/// Parses the head of a response line by line (RFC 9112, 2.1).
///
/// Interim responses, such as `103 Early Hints`, are skipped.
struct HTTPHeadParser: Sendable {
  /// The head, once it is complete.
  private(set) var result: HTTPHead?
  private var status: Int?
  private var fields: [(String, String)] = []

  /// Adds a line with its end; there must be no ``result`` yet.
  mutating func add(_ line: String) {
    let text = line.trimmingCRLF
    if text.hasPrefix("HTTP/") {
      status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      fields = []
    } else if text.isEmpty {
      guard let status, !(100...199).contains(status) else { return }
      result = HTTPHead(status: status, fields: fields)
    } else if let colon = text.firstIndex(of: ":") {
      fields.append((String(text[..<colon]), text[text.index(after: colon)...].trimmingBlanks))
    }
  }
}

extension String {
  fileprivate var trimmingCRLF: Substring {
    var text = self[...]
    while let last = text.unicodeScalars.last, last == "\r" || last == "\n" {
      text.unicodeScalars.removeLast()
    }
    return text
  }
}

extension Substring {
  fileprivate var trimmingBlanks: String {
    var text = self
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return String(text)
  }
}
