import FilmzDomain

/// The bytes of a JSON file: an array with one element per line.
///
/// Members are in the order in which they are appended. Control characters, line separators and bidirectional controls
/// are escaped, so that a terminal that shows the file does not interpret them.
struct JSONBytes {
  private var content: [UInt8] = [UInt8(ascii: "[")]
  /// The number of elements of the array.
  private(set) var rows = 0
  /// `true` if the next value or member follows a bracket instead of another value.
  private var isFirst = true

  /// The complete file, which ends with a line break.
  var bytes: [UInt8] { content + Array((rows == 0 ? "]\n" : "\n]\n").utf8) }

  /// Appends an element to the array: an object with the members that `body` appends.
  mutating func appendRow(_ body: (inout JSONBytes) -> Void) {
    content.append(contentsOf: (rows == 0 ? "\n  " : ",\n  ").utf8)
    appendObject(body)
    rows += 1
  }

  // MARK: - Members

  mutating func append(_ name: String, _ text: String?) {
    appendName(name)
    appendText(text)
  }

  mutating func append(_ name: String, _ number: Int?) { append(name, json: number.map { String($0) }) }

  mutating func append(_ name: String, _ value: Bool) { append(name, json: value ? "true" : "false") }

  /// Appends a value that is already written in JSON; `null` for `nil`.
  mutating func append(_ name: String, json: String?) {
    appendName(name)
    content.append(contentsOf: (json ?? "null").utf8)
  }

  mutating func append(_ name: String, _ texts: [String]) { appendArray(name, of: texts) { $0.appendText($1) } }

  mutating func append(_ name: String, object body: (inout JSONBytes) -> Void) {
    appendName(name)
    appendObject(body)
  }

  mutating func append<Element>(
    _ name: String, objects elements: [Element], _ body: (inout JSONBytes, Element) -> Void
  ) {
    appendArray(name, of: elements) { json, element in json.appendObject { body(&$0, element) } }
  }

  // MARK: - Values

  private mutating func appendArray<Element>(
    _ name: String, of elements: [Element], _ body: (inout JSONBytes, Element) -> Void
  ) {
    appendName(name)
    content.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { content.append(UInt8(ascii: ",")) }
      body(&self, element)
    }
    content.append(UInt8(ascii: "]"))
    isFirst = false
  }

  private mutating func appendObject(_ body: (inout JSONBytes) -> Void) {
    content.append(UInt8(ascii: "{"))
    isFirst = true
    body(&self)
    content.append(UInt8(ascii: "}"))
    isFirst = false
  }

  /// Appends the name of a member, which must not contain characters that JSON escapes.
  private mutating func appendName(_ name: String) {
    if !isFirst { content.append(UInt8(ascii: ",")) }
    isFirst = false
    content.append(UInt8(ascii: "\""))
    content.append(contentsOf: name.utf8)
    content.append(UInt8(ascii: "\""))
    content.append(UInt8(ascii: ":"))
  }

  private mutating func appendText(_ text: String?) {
    guard let text else { return content.append(contentsOf: "null".utf8) }
    content.append(terminalSafeJSONString: text)
  }
}
