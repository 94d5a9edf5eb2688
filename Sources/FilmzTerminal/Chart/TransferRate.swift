/// The rate of something that takes long, and the time it may still take.
package struct TransferRate: Sendable, Equatable {
  /// The amount that is done, in bytes or lines.
  package let done: Int
  /// The whole amount; `nil` if it is not known.
  package let total: Int?
  /// Seconds since it began.
  package let seconds: Double

  package init(done: Int, of total: Int?, seconds: Double) {
    self.done = done
    self.total = total
    self.seconds = seconds
  }

  /// The share that is done, from 0 to 1; `nil` if the whole amount is not known.
  package var share: Double? {
    guard let total, total > 0 else { return nil }
    return min(1, max(0, Double(done) / Double(total)))
  }

  /// The amount that is done in a second; `nil` in the first half second.
  package var perSecond: Double? {
    seconds >= 0.5 && done > 0 ? Double(done) / seconds : nil
  }

  /// The seconds that are left at this rate; `nil` while it is too early to tell.
  ///
  /// That is so in the first second and during the first hundredth of the whole.
  package var secondsLeft: Double? {
    guard let share, let total, let perSecond, seconds >= 1, share >= 0.01 else { return nil }
    return Double(max(0, total - done)) / perSecond
  }

  /// A rate in words, `950/s`, `812 k/s`, `3.1 M/s`.
  package static func rate(_ perSecond: Double) -> String {
    switch perSecond {
    case ..<999.5: "\(Int(perSecond.rounded()))/s"
    case ..<999_500: scaled(perSecond / 1000) + " k/s"
    default: scaled(perSecond / 1_000_000) + " M/s"
    }
  }

  /// The time that is left in words, `12 s left`, `3 min left`, `1 h 05 min left`.
  package static func left(_ seconds: Double) -> String {
    let whole = Int(min(max(1, seconds.rounded(.up)), 1_000_000))
    let minutes = (whole + 30) / 60
    if whole < 100 { return "\(whole) s left" }
    if minutes < 60 { return "\(minutes) min left" }
    let rest = minutes % 60
    return "\(minutes / 60) h \(rest < 10 ? "0" : "")\(rest) min left"
  }

  /// One decimal below ten, none above.
  private static func scaled(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : String(Int(value.rounded()))
  }
}
