/// Formats numbers of bytes.
package enum ByteCount {
  /// Returns a number of bytes with a decimal unit: `812 B`, `4.2 kB`, `1.3 GB`.
  package static func text(_ bytes: Int) -> String {
    let units = ["kB", "MB", "GB", "TB"]
    guard bytes >= 1000 else { return "\(bytes) B" }
    var value = Double(bytes) / 1000
    var unit = 0
    while value >= 999.95, unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    let tenths = Int((value * 10).rounded())
    return "\(tenths.tenthsText) \(units[unit])"
  }
}
