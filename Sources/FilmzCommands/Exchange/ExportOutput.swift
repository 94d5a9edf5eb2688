import FilmzDomain
import FilmzExchange
import FilmzViewModels

extension Output {
  /// Returns the output of an export; the content of an archive has been written already.
  static func exported(_ report: ExportReport) -> Output {
    let losses = Self.losses(report.loss)
    var messages: [Message] = losses.isEmpty ? [] : [.warning(losses.joined(separator: "; "))]
    if report.hidden > 0 {
      messages.append(
        .warning("the kids filter leaves out \(report.hidden.counted("film"))"))
    }
    if let content = report.content {
      if report.format == .filmz { return Output(.nothing, messages) }
      return Output(.document(String(decoding: content, as: UTF8.self)), messages)
    }
    let counts = [
      report.films.grouped("film"), report.viewings.grouped("viewing"),
      report.lists.grouped("list"),
    ]
    let result = "Exported \(counts.joined(separator: ", ")) to \(report.path ?? "-")"
    return Output(.text(result, report.members), messages)
  }

  private static func losses(_ loss: ExportLoss) -> [String] {
    [
      (loss.ratings, "rating", "was rounded to a whole number", "were rounded to whole numbers"),
      (
        loss.dates, "date", "is no whole day and was left out",
        "are no whole days and were left out"
      ),
      (loss.episodes, "episode", "was left out", "were left out"),
      (loss.withoutID, "film", "has no id of the service", "have no id of the service"),
    ].filter { $0.0 > 0 }.map { count, noun, singular, plural in
      "\(count.grouped(noun)) \(count == 1 ? singular : plural)"
    }
  }
}

extension ExportReport {
  /// Source: contract, Export.
  fileprivate var members: [JSONValue.Member] {
    [
      .init(name: "path", value: .optional(path)),
      .init(name: "format", value: .text(format.rawValue)),
      .init(name: "files", value: .files(files.map { ($0.name, $0.rows) })),
      .init(name: "films", value: .integer(films)),
      .init(name: "viewings", value: .integer(viewings)),
      .init(name: "lists", value: .integer(lists)),
      .init(
        name: "lossy",
        value: .object([
          .init(name: "ratings", value: .integer(loss.ratings)),
          .init(name: "dates", value: .integer(loss.dates)),
          .init(name: "episodes", value: .integer(loss.episodes)),
          .init(name: "withoutID", value: .integer(loss.withoutID)),
        ])),
    ]
  }
}

extension JSONValue {
  /// Returns the names and the numbers of rows of files that were read or written.
  static func files(_ files: [(name: String, rows: Int)]) -> JSONValue {
    .array(
      files.map { name, rows in
        .object([
          .init(name: "name", value: .text(name)), .init(name: "rows", value: .integer(rows)),
        ])
      })
  }
}
