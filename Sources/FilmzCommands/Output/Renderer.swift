import FilmzDomain
package import FilmzTerminal

/// Turns the data of an output into text: one way for each format.
package enum Renderer {
  /// The text of a command's data, with a line break at its end, or nothing.
  ///
  /// A long list is left off where the task is cancelled meanwhile; nobody may be shown that text.
  package static func text(
    of content: Output.Content, as format: OutputFormat, on canvas: Canvas
  ) -> String {
    let text =
      switch format {
      case .table: table(content, canvas)
      case .json: json(content)
      case .jsonl: jsonLines(content)
      case .csv: separated(content, by: ",", lineBreak: "\r\n", canvas)
      case .tsv: separated(content, by: "\t", lineBreak: "\n", canvas)
      case .markdown: markdown(content)
      }
    return text.isEmpty || text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n"
  }

  private static func table(_ content: Output.Content, _ canvas: Canvas) -> String {
    switch content {
    case .nothing, .changes: ""
    case .list(_, let rows) where rows.isEmpty: ""
    case .list(let type, let rows):
      Table(columns: type.columns, rows: mapped(rows, \.cells)).rendered(on: canvas)
    case .report(_, _, let card): card.rendered(on: canvas)
    case .card(let card): card.card(on: canvas).rendered(on: canvas)
    case .text(let text, _): text.inertLines.joined(separator: "\n")
    }
  }

  private static func json(_ content: Output.Content) -> String {
    switch content {
    case .nothing: ""
    case .list(_, let rows), .changes(_, let rows), .report(_, let rows, _):
      JSONValue.array(mapped(rows, \.object)).document
    case .card(let card): JSONValue.object(card.members).line
    case .text(_, let members): members.isEmpty ? "" : JSONValue.object(members).line
    }
  }

  /// Something of each row, as long as the task is not cancelled.
  private static func mapped<Value>(
    _ rows: [any OutputRow], _ value: (any OutputRow) -> Value
  ) -> [Value] {
    guard rows.count > Output.Content.longList else { return rows.map(value) }
    return (try? rows.cancellableMap(value)) ?? []
  }

  private static func jsonLines(_ content: Output.Content) -> String {
    switch content {
    case .list(_, let rows), .changes(_, let rows), .report(_, let rows, _):
      mapped(rows, \.object.line).joined(separator: "\n")
    default: json(content)
    }
  }

  private static func markdown(_ content: Output.Content) -> String {
    switch content {
    case .nothing: return ""
    case .list(let type, let rows), .changes(let type, let rows), .report(let type, let rows, _):
      return Table(columns: type.columns, rows: mapped(rows, \.cells)).markdown()
    case .card(let card): return markdown(card.members)
    case .text(let text, let members):
      return members.isEmpty ? text.inertLines.joined(separator: "\n") : markdown(members)
    }
  }

  private static func markdown(_ members: [JSONValue.Member]) -> String {
    Table(
      columns: [Column("Name"), Column("Value")],
      rows: members.map { [Cell($0.name), Cell($0.value.field)] }
    ).markdown()
  }

  // MARK: - Separated values

  private static func separated(
    _ content: Output.Content, by separator: String, lineBreak: String, _ canvas: Canvas
  ) -> String {
    let (names, rows) = records(content)
    guard !names.isEmpty else { return "" }
    let lines = [names] + rows.map { $0.map { canvas.isTerminal ? $0.field.inert : $0.field } }
    return lines.map { fields in
      fields.map { quoted($0, separator) }.joined(separator: separator) + lineBreak
    }.joined()
  }

  private static func records(_ content: Output.Content) -> ([String], [[JSONValue]]) {
    switch content {
    case .nothing: ([], [])
    case .list(let type, let rows), .changes(let type, let rows), .report(let type, let rows, _):
      (type.names, mapped(rows, \.values))
    case .card(let card): (card.members.map(\.name), [card.members.map(\.value)])
    case .text(_, let members): (members.map(\.name), [members.map(\.value)])
    }
  }

  /// A field with quotes around it where RFC 4180 wants them.
  private static func quoted(_ field: String, _ separator: String) -> String {
    let isPlain = !field.unicodeScalars.contains { scalar in
      scalar == "\"" || scalar == "\n" || scalar == "\r"
        || separator.unicodeScalars.contains(scalar)
    }
    guard !isPlain else { return field }
    var text = "\""
    for scalar in field.unicodeScalars {
      if scalar == "\"" { text += "\"" }
      text.unicodeScalars.append(scalar)
    }
    return text + "\""
  }
}
