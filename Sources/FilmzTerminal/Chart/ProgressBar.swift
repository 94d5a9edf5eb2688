/// One line about something that takes long: `title.basics.tsv.gz ▕██████░░░░▏ 62 % · 12 s left`.
package struct ProgressBar: Sendable, Equatable {
  /// What goes on; it may be foreign text, it is made inert when it is drawn.
  package let label: String
  /// How much is done, from 0 to 1; nothing where nobody knows.
  package let share: Double?
  /// What else there is to say, in the order it is read.
  package let details: [String]
  /// The places of details that give way on a narrow terminal, the first of them first.
  package let dispensable: [Int]

  /// A bar; without a share there is no bar, only words.
  package init(_ label: String, share: Double?, details: [String] = [], dispensable: [Int] = []) {
    self.label = label
    self.share = share
    self.details = details
    self.dispensable = dispensable
  }

  /// The line, of at most so many cells.
  ///
  /// Details give way to a bar of 8 cells, then the bar to them, and last the label is cut.
  package func rendered(width: Int, isUTF8: Bool) -> String {
    let canvas = RenderTarget(isUTF8: isUTF8)
    let label = canvas.spelled(label.sanitizedForTerminal)
    var gone: Set<Int> = []
    var rest = dispensable[...]
    while true {
      let tail = canvas.spelled(tail(without: gone))
      let room = width - label.displayWidth - tail.displayWidth - Self.frame
      if let share, room >= Self.shortest {
        let bar = Self.bar(share, cells: min(room, Self.longest), isUTF8: isUTF8)
        return "\(label) \(bar) \(tail)"
      }
      if share == nil, room >= 0 {
        return tail.isEmpty ? label : canvas.spelled("\(label) · \(tail)")
      }
      guard let next = rest.popFirst() else { return words(label, tail, width, canvas) }
      gone.insert(next)
    }
  }

  /// The cells between the label, the bar with its ends, and what stands behind.
  private static let frame = 4
  private static let shortest = 8
  private static let longest = 40

  private func tail(without gone: Set<Int>) -> String {
    let kept = details.indices.filter { !gone.contains($0) }.map { details[$0] }
    // Not rounded up: nothing is done before it is.
    let percent = share.map { ["\(Int($0 * 100)) %"] } ?? []
    return (percent + kept).joined(separator: " · ")
  }

  private func words(_ label: String, _ tail: String, _ width: Int, _ canvas: RenderTarget)
    -> String
  {
    let room = width - tail.displayWidth - 1
    guard room > 0 else { return tail.truncated(toWidth: width, ending: canvas.ellipsis) }
    return label.truncated(toWidth: room, ending: canvas.ellipsis) + " " + tail
  }

  private static func bar(_ share: Double, cells: Int, isUTF8: Bool) -> String {
    let full = min(cells, Int(share * Double(cells)))
    let signs = isUTF8 ? ("▕", "█", "░", "▏") : ("[", "#", "-", "]")
    return signs.0 + String(repeating: signs.1, count: full)
      + String(repeating: signs.2, count: cells - full) + signs.3
  }
}
