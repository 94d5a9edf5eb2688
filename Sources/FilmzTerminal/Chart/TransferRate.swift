/// The rate of an operation and an estimate of its remaining time.
package struct TransferRate: Sendable, Equatable {
  /// The completed amount, in bytes or lines.
  package let done: Int
  /// The total amount; `nil` if it is unknown.
  package let total: Int?
  /// The number of seconds since the operation began.
  package let seconds: Double

  package init(done: Int, of total: Int?, seconds: Double) {
    self.done = done
    self.total = total
    self.seconds = seconds
  }

  /// The completed fraction, from 0 to 1; `nil` if the total amount is unknown or zero.
  package var fraction: Double? {
    guard let total, total > 0 else { return nil }
    return min(1, max(0, Double(done) / Double(total)))
  }

  /// The completed amount per second; `nil` during the first half second or if nothing is completed.
  package var perSecond: Double? {
    seconds >= 0.5 && done > 0 ? Double(done) / seconds : nil
  }

  /// The estimated number of remaining seconds; `nil` if ``fraction`` or ``perSecond`` is `nil`.
  ///
  /// It is also `nil` during the first second and the first percent.
  package var secondsLeft: Double? {
    guard let fraction, let total, let perSecond, seconds >= 1, fraction >= 0.01 else { return nil }
    return Double(max(0, total - done)) / perSecond
  }

  /// Formats a rate: `950/s`, `812 k/s`, `3.1 M/s`.
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
