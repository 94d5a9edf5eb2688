import FilmzExchange
import FilmzTerminal

/// Renders the data of an output in one of the output formats.
enum Renderer {
  /// Returns the data as text that ends with a line break; empty if the format has no text for the data.
  ///
  /// If the task is cancelled, the text may lack the rows of long lists, and must not be shown.
  static func text(of content: Output.Content, as format: OutputFormat, on renderTarget: RenderTarget) -> String {
    if case .document(let text) = content {
      return renderTarget.isTerminal ? text.sanitizedLines.joined(separator: "\n") + "\n" : text
    }
    let text =
      switch format {
      case .table: renderTarget.transliterated(table(content, renderTarget))
      case .json: json(content)
      case .jsonl: jsonLines(content)
      case .csv: separated(content, by: UInt8(ascii: ","), lineBreak: "\r\n", renderTarget)
      case .tsv: separated(content, by: UInt8(ascii: "\t"), lineBreak: "\n", renderTarget)
      case .markdown: markdown(content)
      }
    return text.isEmpty || text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n"
  }

  private static func table(_ content: Output.Content, _ renderTarget: RenderTarget) -> String {
    switch content {
    case .nothing, .changes, .document, .machineOnly: ""
    case .list(let rows) where rows.count == 0: ""
    case .list(let rows): table(of: rows).rendered(on: renderTarget)
    case .texts(_, let blocks): TextBlock.rendered(blocks, on: renderTarget)
    case .report(_, let card), .card(_, let card): card.rendered(on: renderTarget)
    case .text(let text, _): lines(of: text, renderTarget).joined(separator: "\n")
    case .sections(let sections, _): sections.map { text(of: $0, renderTarget) }.joined(separator: "\n\n")
    }
  }

  /// Returns the lines of a text; on a terminal, long lines without indentation are broken between words.
  private static func lines(of text: String, _ renderTarget: RenderTarget) -> [String] {
    guard renderTarget.isTerminal, let width = renderTarget.width else { return text.sanitizedLines }
    return text.sanitizedLines.flatMap { $0.hasPrefix(" ") ? [$0] : $0.wrapped(toWidth: width, cuttingWords: false) }
  }

  private static func text(of section: Output.Section, _ renderTarget: RenderTarget) -> String {
    let style = renderTarget.style
    let rows = section.rows.count == 0 ? "" : table(of: section.rows).rendered(on: renderTarget)
    let hint = section.hint.map { style.emphasized($0, .dim) }
    let title = lines(of: section.title, renderTarget).map(style.bold).joined(separator: "\n")
    return [title, rows, hint ?? ""].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Returns a line for each row, without the headings.
  static func lines(of rows: Rows, on renderTarget: RenderTarget) -> [String] {
    let lines = table(of: rows).rendered(on: renderTarget).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.dropFirst().map { renderTarget.transliterated(String($0)) }
  }

  private static func table(of rows: Rows) -> Table {
    Table(columns: rows.columns, rows: rows.map(rows.cells), isPage: rows.isPage)
  }

  private static func json(_ content: Output.Content) -> String {
    if let rows = content.rows { return JSONValue.document(ofLines: rows.map(rows.line)) }
    return content.members.isEmpty ? "" : JSONValue.object(content.members).line
  }

  private static func jsonLines(_ content: Output.Content) -> String {
    guard let rows = content.rows else { return json(content) }
    return rows.map(rows.line).joined(separator: "\n")
  }

  private static func markdown(_ content: Output.Content) -> String {
    if let rows = content.rows { return table(of: rows).markdown() }
    if content.members.isEmpty {
      return if case .text(let text, _) = content { text.sanitizedLines.joined(separator: "\n") } else { "" }
    }
    return Table(
      columns: [Column("Name"), Column("Value")], rows: content.members.map { [Cell($0.name), Cell($0.value.field)] }
    ).markdown()
  }

  // MARK: - Separated values

  private static func separated(
    _ content: Output.Content, by separator: UInt8, lineBreak: String, _ renderTarget: RenderTarget
  ) -> String {
    func line(_ fields: [String]) -> String {
      var line: [UInt8] = []
      for (index, field) in fields.enumerated() {
        if index > 0 { line.append(separator) }
        line.append(csvField: field, separator: separator)
      }
      return String(decoding: line, as: UTF8.self) + lineBreak
    }
    func record(_ members: [JSONValue.Member]) -> String {
      line(members.map { renderTarget.isTerminal ? $0.value.field.sanitizedForTerminal : $0.value.field })
    }
    if let rows = content.rows { return line(rows.names) + rows.map { record(rows.members($0)) }.joined() }
    let members = content.members
    return members.isEmpty ? "" : line(members.map(\.name)) + record(members)
  }
}
