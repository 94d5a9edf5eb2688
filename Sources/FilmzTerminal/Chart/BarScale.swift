/// Turns counts into bars, in eighths of a cell where the locale is UTF-8, else in whole ones.
package struct BarScale: Sendable {
  /// The count whose bar fills all cells.
  let most: Int
  /// The cells of the longest bar.
  let cells: Int
  let isUTF8: Bool

  /// A scale on which the count `most` has a bar of so many cells.
  package init(most: Int, cells: Int, isUTF8: Bool) {
    self.most = most
    self.cells = cells
    self.isUTF8 = isUTF8
  }

  /// The bar of a count; only that of nothing is empty.
  package func bar(_ count: Int) -> String {
    guard count > 0, most > 0, cells > 0 else { return "" }
    let share = min(1, Double(count) / Double(most))
    let steps = max(1, Int((share * Double(cells * stepsOfCell)).rounded()))
    let full = String(repeating: isUTF8 ? "█" : "#", count: steps / stepsOfCell)
    let rest = steps % stepsOfCell
    return rest == 0 ? full : full + Self.parts[rest - 1]
  }

  private var stepsOfCell: Int { isUTF8 ? 8 : 1 }

  /// From one eighth of a cell to seven.
  private static let parts = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}
