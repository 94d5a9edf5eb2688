/// A text under a heading, such as a comment with its writer.
///
/// Text from untrusted sources is sanitized when the block is rendered.
package struct TextBlock: Sendable {
  /// The maximum width of the text in cells, which keeps lines readable.
  private static let maximumTextWidth = 100

  /// A short text to the left of the heading, such as a number.
  let label: String
  /// The parts of the heading, which are separated by ` · `.
  let heading: [Cell]
  let text: String
  private let fold: Fold?

  /// The maximum number of lines of a text, and the hint after a text that is cut, such as the command that shows all
  /// of it.
  ///
  /// A text that is cut is followed by a line with the number of omitted lines and the hint.
  package typealias Fold = (maximumLines: Int, hint: String)

  /// Creates a block; the text is shown as a whole if `fold` is `nil`.
  package init(label: String, heading: [Cell], text: String, fold: Fold? = nil) {
    self.heading = heading.filter { !$0.text.isEmpty }
    (self.label, self.text, self.fold) = (label, text, fold)
  }

  /// Returns the blocks as lines without a line break at the end, with a blank line between two blocks.
  ///
  /// The texts are wrapped at the width of the target, and aligned with the headings.
  package static func rendered(_ blocks: [TextBlock], on target: RenderTarget) -> String {
    let labelWidth = blocks.map { $0.label.sanitizedForTerminal.displayWidth }.max() ?? 0
    return blocks.map { $0.lines(on: target, labelWidth: labelWidth).joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private func lines(on target: RenderTarget, labelWidth: Int) -> [String] {
    let indentWidth = labelWidth == 0 ? 0 : labelWidth + 2
    let indent = String(repeating: " ", count: indentWidth)
    let width = target.width.map { max($0 - indentWidth, 1) }
    let label = label.sanitizedForTerminal
    var lines = headingLines(target, width: width).map { indent + $0 }
    if !label.isEmpty, !lines.isEmpty {
      let padding = String(repeating: " ", count: labelWidth - label.displayWidth)
      lines[0] = padding + target.style.dim(label) + lines[0].dropFirst(labelWidth)
    }
    let texts = text.sanitizedLines.flatMap { line in
      width.map { line.wrapped(toWidth: min($0, Self.maximumTextWidth)) } ?? [line]
    }
    return lines + folded(texts, on: target).map { $0.isEmpty ? "" : indent + $0 }
  }

  /// Returns the lines of the text, cut if more than one of them would be omitted.
  private func folded(_ lines: [String], on target: RenderTarget) -> [String] {
    guard let fold, lines.count > fold.maximumLines + 1 else { return lines }
    let omittedCount = lines.count - fold.maximumLines
    let note = "\(target.ellipsis) \(omittedCount) more lines; \(fold.hint)"
    return lines.prefix(fold.maximumLines) + [target.style.dim(note)]
  }

  /// Returns the heading; if it does not fit on one line, it is wrapped and has no emphasis.
  private func headingLines(_ target: RenderTarget, width: Int?) -> [String] {
    let plain = heading.map { $0.text.sanitizedForTerminal }.joined(separator: " · ")
    if let width, plain.displayWidth > width { return plain.wrapped(toWidth: width) }
    return [heading.map { target.style.emphasized($0.text.sanitizedForTerminal, $0.emphasis) }.joined(separator: " · ")]
  }
}
