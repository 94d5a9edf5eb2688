/// A line that shows the progress of an operation.
///
/// For example: `title.basics.tsv.gz ▕██████░░░░▏ 62 % · 12 s left`.
package struct ProgressBar: Sendable, Equatable {
  /// The name of the operation, which is sanitized when the bar is rendered.
  package let label: String
  /// The completed fraction, from 0 to 1; `nil` if it is unknown, in which case there is no bar.
  package let fraction: Double?
  /// Additional information after the bar and the percentage.
  package let details: [String]
  /// The indices of the details that may be dropped on a narrow terminal, in the order of dropping.
  package let dropOrder: [Int]

  package init(_ label: String, fraction: Double?, details: [String] = [], dropOrder: [Int] = []) {
    self.label = label
    self.fraction = fraction
    self.details = details
    self.dropOrder = dropOrder
  }

  /// Returns the line, cut to a width in cells.
  ///
  /// Details are dropped, in ``dropOrder``, until the line fits with a bar of at least 8 cells, or
  /// without a bar if the fraction is unknown. If the line does not fit even then, the
  /// bar is omitted and the label is cut.
  package func rendered(width: Int, isUTF8: Bool) -> String {
    let target = RenderTarget(isUTF8: isUTF8)
    let label = target.transliterated(label.sanitizedForTerminal)
    var dropped: Set<Int> = []
    var droppable = dropOrder[...]
    while true {
      let tail = target.transliterated(tail(without: dropped))
      let barWidth = width - label.displayWidth - tail.displayWidth - Self.frameWidth
      if let fraction, barWidth >= Self.minimumBarWidth {
        let bar = Self.bar(fraction, cells: min(barWidth, Self.maximumBarWidth), isUTF8: isUTF8)
        return "\(label) \(bar) \(tail)"
      }
      if fraction == nil, barWidth >= 0 {
        return tail.isEmpty ? label : target.transliterated("\(label) · \(tail)")
      }
      guard let next = droppable.popFirst() else {
        return lineWithoutBar(label, tail, width, target)
      }
      dropped.insert(next)
    }
  }

  /// The width of the two ends of the bar, and of the spaces to the left and to the right of it.
  private static let frameWidth = 4
  private static let minimumBarWidth = 8
  private static let maximumBarWidth = 40

  private func tail(without dropped: Set<Int>) -> String {
    let remainingDetails = details.indices.filter { !dropped.contains($0) }.map { details[$0] }
    // The percentage is rounded down, so that 100 % is shown only at the end.
    let percentage = fraction.map { ["\(Int($0 * 100)) %"] } ?? []
    return (percentage + remainingDetails).joined(separator: " · ")
  }

  private func lineWithoutBar(
    _ label: String, _ tail: String, _ width: Int, _ target: RenderTarget
  ) -> String {
    let labelWidth = width - tail.displayWidth - 1
    guard labelWidth > 0 else { return tail.truncated(toWidth: width, ending: target.ellipsis) }
    return label.truncated(toWidth: labelWidth, ending: target.ellipsis) + " " + tail
  }

  private static func bar(_ fraction: Double, cells: Int, isUTF8: Bool) -> String {
    let fullCells = min(cells, Int(fraction * Double(cells)))
    let characters = isUTF8 ? ("▕", "█", "░", "▏") : ("[", "#", "-", "]")
    return characters.0 + String(repeating: characters.1, count: fullCells)
      + String(repeating: characters.2, count: cells - fullCells) + characters.3
  }
}
