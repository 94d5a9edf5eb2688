/// A search through earlier lines while its text is being typed, newest line first.
struct HistorySearch: Sendable {
  /// Oldest first.
  private let lines: [String]
  /// What is looked for; case does not count.
  private(set) var text = ""
  /// Where the line stands that was found; nothing where no line holds the text.
  private var place: Int?

  init(lines: [String]) { self.lines = lines }

  /// The line that was found.
  var match: String? { place.map { lines[$0] } }

  /// Whether there is no line that holds the text.
  var isFailing: Bool { !text.isEmpty && place == nil }

  /// Looks for a longer text, from the line that was found on.
  mutating func append(_ scalar: Unicode.Scalar) {
    text.unicodeScalars.append(scalar)
    place = newest(upTo: place ?? lines.count - 1)
  }

  /// Takes the last character away, and looks again from the newest line on.
  mutating func removeLast() {
    if !text.isEmpty { text.removeLast() }
    place = text.isEmpty ? nil : newest(upTo: lines.count - 1)
  }

  /// Forgets the text.
  mutating func clear() { (text, place) = ("", nil) }

  /// Goes to the next older line that holds the text and is another.
  ///
  /// - Returns: Whether there is one; else it stays where it is.
  mutating func goOn() -> Bool {
    guard let place, let older = newest(upTo: place - 1, but: lines[place]) else { return false }
    self.place = older
    return true
  }

  private func newest(upTo last: Int, but known: String? = nil) -> Int? {
    guard last >= 0 else { return nil }
    let wanted = text.lowercased()
    return (0...last).reversed().first {
      lines[$0] != known && lines[$0].lowercased().contains(wanted)
    }
  }
}
