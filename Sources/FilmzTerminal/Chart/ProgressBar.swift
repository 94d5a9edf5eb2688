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
    (self.label, self.fraction, self.details, self.dropOrder) = (label, fraction, details, dropOrder)
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
      if fraction == nil, barWidth >= 0 { return tail.isEmpty ? label : target.transliterated("\(label) · \(tail)") }
      guard let next = droppable.popFirst() else { return lineWithoutBar(label, tail, width, target) }
      dropped.insert(next)
    }
  }

  /// The label, the percentage and the details on one line without a bar, for a log.
  package var line: String { "\(label.sanitizedForTerminal): \(tail(without: []))" }

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

  private func lineWithoutBar(_ label: String, _ tail: String, _ width: Int, _ target: RenderTarget) -> String {
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

/// The rate of an operation and an estimate of its remaining time.
package struct TransferRate: Sendable, Equatable {
  /// The completed amount, in bytes or lines.
  package let done: Int
  /// The total amount; `nil` if it is unknown.
  package let total: Int?
  /// The number of seconds since the operation began.
  package let seconds: Double

  package init(done: Int, of total: Int?, seconds: Double) {
    (self.done, self.total, self.seconds) = (done, total, seconds)
  }

  /// The completed fraction, from 0 to 1; `nil` if the total amount is unknown or zero.
  package var fraction: Double? {
    guard let total, total > 0 else { return nil }
    return min(1, max(0, Double(done) / Double(total)))
  }

  /// The completed amount per second; `nil` during the first half second, or as long as nothing is completed.
  package var perSecond: Double? { seconds >= 0.5 && done > 0 ? Double(done) / seconds : nil }

  /// The estimated number of remaining seconds.
  ///
  /// It is `nil` if ``fraction`` or ``perSecond`` is `nil`, and during the first second and the first percent.
  package var secondsLeft: Double? {
    guard let fraction, let total, let perSecond, seconds >= 1, fraction >= 0.01 else { return nil }
    return Double(max(0, total - done)) / perSecond
  }

  /// Formats an amount per second: `950/s`, `812 k/s`, `3.1 M/s`.
  package static func rate(_ perSecond: Double) -> String {
    switch perSecond {
    case ..<999.5: "\(Int(perSecond.rounded()))/s"
    case ..<999_500: scaled(perSecond / 1000) + " k/s"
    default: scaled(perSecond / 1_000_000) + " M/s"
    }
  }

  /// Formats a number of remaining seconds: `12 s left`, `3 min left`, `1 h 05 min left`.
  package static func left(_ seconds: Double) -> String {
    let wholeSeconds = Int(min(max(1, seconds.rounded(.up)), 1_000_000))
    let minutes = (wholeSeconds + 30) / 60
    if wholeSeconds < 100 { return "\(wholeSeconds) s left" }
    if minutes < 60 { return "\(minutes) min left" }
    let minutesOfHour = minutes % 60
    return "\(minutes / 60) h \(minutesOfHour < 10 ? "0" : "")\(minutesOfHour) min left"
  }

  /// Formats a number, with one decimal if the rounded result is below ten, otherwise without decimals.
  private static func scaled(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : String(Int(value.rounded()))
  }
}
