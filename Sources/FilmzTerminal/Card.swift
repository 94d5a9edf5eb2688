/// A text about one object: a title, labeled values, paragraphs, and charts.
///
/// Text from untrusted sources is sanitized when the card is rendered.
package struct Card: Sendable {
  /// A value with a label; the value may have several lines.
  package struct Field: Sendable, Equatable {
    package let label: String
    package let value: String
    /// The emphasis of the value.
    package let emphasis: Emphasis
    /// `true` if the value is never wrapped, such as an address that users click or copy.
    package let isUnbreakable: Bool

    package init(_ label: String, _ value: String, _ emphasis: Emphasis = .plain, isUnbreakable: Bool = false) {
      (self.label, self.value, self.emphasis, self.isUnbreakable) = (label, value, emphasis, isUnbreakable)
    }
  }

  /// The first line.
  package let title: String
  /// The line below the title; there is none if the string is empty.
  package let subtitle: String
  /// Short labeled values side by side; lines are broken only between two of them, or in one that is wider than a line.
  package let badges: [Field]
  /// Paragraphs below the badges, each preceded by a blank line.
  package let paragraphs: [String]
  /// Labeled values below the paragraphs, one below the other.
  package let fields: [Field]
  /// Bar charts at the end of the card.
  package let charts: [BarChart]

  package init(
    title: String, subtitle: String = "", badges: [Field] = [], paragraphs: [String] = [],
    fields: [Field] = [], charts: [BarChart] = []
  ) {
    (self.title, self.subtitle, self.badges) = (title, subtitle, badges)
    (self.paragraphs, self.fields, self.charts) = (paragraphs, fields, charts)
  }
}

extension Card {
  /// The maximum width of paragraphs in cells, which keeps lines readable.
  private static let maximumParagraphWidth = 100
  /// The width of the target in cells from which two charts are side by side.
  private static let minimumWidthForTwoCharts = 100
  /// The number of spaces between two charts.
  private static let chartGap = 4
  /// The minimum width in cells of a value to the right of its label.
  private static let minimumValueWidth = 18

  /// Returns the card as lines without a line break at the end.
  ///
  /// Only unbreakable values can be wider than the target. The label of a field is to the left of its value, or
  /// on the line above it if fewer than ``minimumValueWidth`` cells would remain for the value.
  package func rendered(on target: RenderTarget) -> String {
    target.isUTF8 ? text(on: target) : transliterated.text(on: target).transliteratedToASCII
  }

  /// The card in ASCII, except for the charts, which are drawn for their target.
  private var transliterated: Card {
    func ascii(_ fields: [Field]) -> [Field] {
      fields.map {
        Field(
          $0.label.transliteratedToASCII, $0.value.transliteratedToASCII, $0.emphasis, isUnbreakable: $0.isUnbreakable)
      }
    }
    return Card(
      title: title.transliteratedToASCII, subtitle: subtitle.transliteratedToASCII, badges: ascii(badges),
      paragraphs: paragraphs.map(\.transliteratedToASCII), fields: ascii(fields), charts: charts)
  }

  private func text(on target: RenderTarget) -> String {
    let head =
      lines(of: title.sanitizedForTerminal, width: target.width).map(target.style.bold)
      + (subtitle.isEmpty ? [] : lines(of: subtitle.sanitizedForTerminal, width: target.width)) + badgeLines(on: target)
    let paragraphWidth = target.width.map { min($0, Self.maximumParagraphWidth) }
    let body = paragraphs.flatMap { [""] + lines(of: $0, width: paragraphWidth) }
    let needsNoGap = fields.isEmpty || (head.count == 1 && body.isEmpty)
    let gap = needsNoGap ? [] : [""]
    let allLines = head + body + gap + fieldLines(on: target) + chartLines(on: target)
    return allLines.joined(separator: "\n")
  }

  /// Returns the badges separated by two spaces, as many on each line as fit.
  ///
  /// A badge that is wider than a line is wrapped, without emphasis.
  private func badgeLines(on target: RenderTarget) -> [String] {
    let lineWidth = target.width ?? .max
    var lines: [String] = []
    var usedWidth = lineWidth
    for badge in badges {
      let plain = "\(badge.label) \(badge.value)".sanitizedForTerminal
      let width = plain.displayWidth
      if width > lineWidth {
        lines += plain.wrapped(toWidth: lineWidth)
        usedWidth = lineWidth
        continue
      }
      let text = styled(badge, target.style)
      if let last = lines.indices.last, usedWidth <= lineWidth - 2 - width {
        lines[last] += "  " + text
        usedWidth += 2 + width
      } else {
        lines.append(text)
        usedWidth = width
      }
    }
    return lines
  }

  private func styled(_ badge: Field, _ style: Style) -> String {
    style.dim(badge.label.sanitizedForTerminal) + " "
      + style.emphasized(badge.value.sanitizedForTerminal, badge.emphasis)
  }

  private func fieldLines(on target: RenderTarget) -> [String] {
    let labelWidth = fields.map { $0.label.sanitizedForTerminal.displayWidth }.max() ?? 0
    let valueWidth = target.width.map { $0 - labelWidth - 2 }
    if let width = target.width, let valueWidth, valueWidth < Self.minimumValueWidth {
      return fields.flatMap { stacked($0, width: width, style: target.style) }
    }
    return fields.flatMap { inline($0, labelWidth: labelWidth, valueWidth: valueWidth, style: target.style) }
  }

  /// Returns a label and, to the right of it, the lines of its value in a column.
  ///
  /// An unbreakable value that does not fit there is on the line below the label.
  private func inline(_ field: Field, labelWidth: Int, valueWidth: Int?, style: Style) -> [String] {
    let label = field.label.sanitizedForTerminal
    if field.isUnbreakable, let valueWidth, field.value.sanitizedForTerminal.displayWidth > valueWidth {
      return [style.dim(label), style.emphasized(field.value.sanitizedForTerminal, field.emphasis)]
    }
    let indent = String(repeating: " ", count: labelWidth + 2)
    var values = lines(of: field.value, width: valueWidth).map { value in
      value.isEmpty ? "" : indent + style.emphasized(value, field.emphasis)
    }
    let first = values.removeFirst().dropFirst(label.displayWidth)
    return [style.dim(label) + first] + values
  }

  /// Returns a label and, on the lines below it, its value.
  ///
  /// The value is indented if the card is at least 10 cells wide.
  private func stacked(_ field: Field, width: Int, style: Style) -> [String] {
    let indent = width < 10 ? "" : "  "
    let labels = field.label.sanitizedForTerminal.wrapped(toWidth: width).map(style.dim)
    let valueWidth = field.isUnbreakable ? nil : width - indent.count
    let values = lines(of: field.value, width: valueWidth).map { value in
      value.isEmpty ? "" : indent + style.emphasized(value, field.emphasis)
    }
    return labels + (field.value.isEmpty ? [] : values)
  }

  /// Returns the sanitized lines of a text, wrapped if there is a width.
  private func lines(of text: String, width: Int?) -> [String] {
    let lines = text.sanitizedLines
    return width.map { width in lines.flatMap { $0.wrapped(toWidth: width) } } ?? lines
  }

  // MARK: - Charts

  /// Returns the lines of the charts, two charts side by side if the target is wide enough.
  ///
  /// A blank line precedes each chart or pair of charts.
  private func chartLines(on target: RenderTarget) -> [String] {
    guard let width = target.width, width >= Self.minimumWidthForTwoCharts else {
      return charts.flatMap { [""] + $0.lines(on: target).map(\.text) }
    }
    let column = target.with(width: min((width - Self.chartGap) / 2, BarChart.maximumWidth))
    return stride(from: 0, to: charts.count, by: 2).flatMap { index in
      [""] + Self.sideBySide(charts[index...].prefix(2).map { $0.lines(on: column) }, column)
    }
  }

  private static func sideBySide(_ charts: [[BarChart.Line]], _ column: RenderTarget) -> [String] {
    guard charts.count == 2, let width = column.width else { return charts.flatMap { $0.map(\.text) } }
    return (0..<max(charts[0].count, charts[1].count)).map { row in
      let left: BarChart.Line = row < charts[0].count ? charts[0][row] : ("", 0)
      guard row < charts[1].count else { return left.text }
      let padding = String(repeating: " ", count: width + chartGap - left.width)
      return left.text + padding + charts[1][row].text
    }
  }
}
