/// Converts counts to bars.
///
/// The width of a bar is a number of steps. A step is an eighth of a cell if the locale is UTF-8;
/// otherwise it is a whole cell.
package struct BarScale: Sendable {
  /// The count of the longest bar.
  let maximum: Int
  /// The width of the longest bar in cells.
  let cells: Int
  let isUTF8: Bool

  package init(maximum: Int, cells: Int, isUTF8: Bool) {
    self.maximum = maximum
    self.cells = cells
    self.isUTF8 = isUTF8
  }

  /// Returns the bar of a count; the bar is at least one step wide.
  ///
  /// The bar is empty if the count, the maximum, or the number of cells is not positive.
  package func bar(_ count: Int) -> String {
    guard count > 0, maximum > 0, cells > 0 else { return "" }
    let fraction = min(1, Double(count) / Double(maximum))
    let steps = max(1, Int((fraction * Double(cells * stepsPerCell)).rounded()))
    let fullCells = String(repeating: isUTF8 ? "█" : "#", count: steps / stepsPerCell)
    let remainingSteps = steps % stepsPerCell
    return remainingSteps == 0 ? fullCells : fullCells + Self.partialCells[remainingSteps - 1]
  }

  private var stepsPerCell: Int { isUTF8 ? 8 : 1 }

  /// The characters for one to seven eighths of a cell.
  private static let partialCells = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}
