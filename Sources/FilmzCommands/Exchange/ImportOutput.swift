import FilmzDomain
import FilmzExchange
import FilmzViewModels

extension Output {
  /// The maximum number of rows that are named in messages.
  private static let maximumNamedRows = 20

  /// Returns the output of an import; `showsMatches` lists the films that were matched loosely.
  static func imported(_ report: ImportReport, showsMatches: Bool) -> Output {
    var messages = report.warnings.map { Message($0) }
    messages += report.files.flatMap(Self.remarks)
    messages += Self.named(report.unreadable.map(\.text), noun: "unreadable row")
      .map { .warning($0) }
    messages += Self.named(report.unusableValues.map(\.textOfValue), noun: "value")
      .map { .warning($0) }
    messages += Self.named(report.contestedIDs.all.map(\.text), noun: "id").map { .warning($0) }
    messages += report.renamedLists.map {
      .notice(
        "The list \"\($0.old)\" \(report.isDryRun ? "would be" : "was") renamed \"\($0.new)\".")
    }
    if showsMatches {
      messages += report.looseMatches.map { .notice($0.text) }
    }
    messages += Self.hints(report).map { .notice($0) }
    return Output(.text(Self.summary(report), report.members), messages)
  }

  /// Returns the sentence with the numbers of imported films and values.
  private static func summary(_ report: ImportReport) -> String {
    var parts = [
      "\(report.isDryRun ? "Would add" : "Added") \(report.added.grouped)",
      "\(report.isDryRun ? "change" : "changed") \(report.changed.grouped)",
      "already there \(report.unchanged.grouped)",
    ]
    let optional: [(Int, String)] = [
      (report.viewings, "viewings"), (report.lists, "lists"), (report.comments, "comments"),
      (report.replaced, "replaced values"), (report.removedSince, "removed since and left out"),
    ]
    parts += optional.filter { $0.0 > 0 }.map { "\($0.1) \($0.0.grouped)" }
    if report.episodes > 0 {
      parts.append("episodes \(report.episodes.grouped)")
    }
    if !report.unmatched.isEmpty {
      let file = report.unmatchedFile.map { " (\($0))" } ?? ""
      parts.append("unmatched \(report.unmatched.count.grouped)\(file)")
    }
    if !report.unreadable.isEmpty {
      parts.append("unreadable \(report.unreadable.count.grouped)")
    }
    if !report.unusableValues.isEmpty {
      parts.append("values left out \(report.unusableValues.count.grouped)")
    }
    return parts.joined(separator: ", ")
  }

  private static func hints(_ report: ImportReport) -> [String] {
    var hints: [String] = []
    if let file = report.unmatchedFile, !report.isDryRun {
      hints.append(
        "Put ids into the column imdbID of \(file), and `import \(Word(file).quotedIfNeeded)`.")
    }
    if report.ownRecords > 0 {
      hints.append("\(report.ownRecords.counted("own record")) made; `record ls` lists them.")
    }
    if report.episodes > 0, !report.includesEpisodes {
      hints.append("Episodes count for their series; --episodes imports those with an IMDb id.")
    }
    if report.removedSince > 0 {
      hints.append("--again brings back what was removed since an earlier import.")
    }
    return hints
  }

  private static func remarks(_ file: ImportReport.File) -> [Message] {
    var remarks: [Message] = []
    if file.hasWindows1252 {
      remarks.append(.notice("\(file.name) is not in UTF-8; it was read as Windows-1252"))
    }
    if !file.unknownColumns.isEmpty {
      let names = file.unknownColumns.prefix(10).joined(separator: ", ")
      remarks.append(.warning("\(file.name): columns that are not imported: \(names)"))
    }
    return remarks
  }

  /// Returns the first texts, and a text that counts the others.
  private static func named(_ texts: [String], noun: String) -> [String] {
    guard texts.count > maximumNamedRows else { return texts }
    let others = texts.count - maximumNamedRows
    return texts.prefix(maximumNamedRows) + ["… and \(others.counted(noun)) more"]
  }
}

extension ImportReport.UnreadableRow {
  /// The place of the row, and the reason.
  fileprivate var text: String { "\(file):\(line): \(problem.message)" }

  /// The place of a value, and the reason.
  fileprivate var textOfValue: String { "\(file):\(line): \(reasonOfValue)" }

  /// The reason why a value is not imported.
  fileprivate var reasonOfValue: String {
    "\(problem.message); the other values of the row are imported"
  }
}

extension ContestedIDs.ContestedID {
  /// The id, the film that has it, and those to which files give it as well.
  fileprivate var text: String {
    let films = others.map(\.rawValue)
    return "\(id.rawValue) is left to \(owner.rawValue): the files also give it to"
      + " \(films.joined(separator: ", ")), \(films.count == 1 ? "another film" : "other films")"
  }
}

extension ImportReport.LooseMatch {
  /// The film of the row, the film that was taken, and how they differ.
  fileprivate var text: String {
    let name = Caption(title: film.title ?? film.originalTitle ?? "", year: film.year).text
    var reasons: [String] = []
    if let year = differences.year { reasons.append("the year is \(year)") }
    if let titles = differences.titles { reasons.append("the title is \(titles.film)") }
    return "\(file):\(line): \(name) is \(id.rawValue): \(reasons.joined(separator: ", "))"
  }
}

// MARK: - JSON

extension ImportReport {
  /// Source: contract, Import.
  fileprivate var members: [JSONValue.Member] {
    [
      .init(
        name: "format", value: .text(formats.map(\.rawValue).joined(separator: ", "))),
      .init(name: "files", value: .files(files.map { ($0.name, $0.rows) })),
      .init(name: "added", value: .integer(added)),
      .init(name: "changed", value: .integer(changed)),
      .init(name: "unchanged", value: .integer(unchanged)),
      .init(name: "removedSince", value: .integer(removedSince)),
      .init(name: "replaced", value: .integer(replaced)),
      .init(name: "viewings", value: .integer(viewings)),
      .init(name: "lists", value: .integer(lists)),
      .init(name: "comments", value: .integer(comments)),
      .init(name: "episodes", value: .integer(episodes)),
      .init(name: "unmatched", value: .array(unmatched.map(\.value))),
      .init(
        name: "unreadable",
        value: .array(
          unreadable.map { $0.value(reason: $0.problem.message) }
            + unusableValues.map { $0.value(reason: $0.reasonOfValue) })),
      .init(name: "unmatchedFile", value: .optional(unmatchedFile)),
    ]
  }
}

extension ImportReport.UnreadableRow {
  fileprivate func value(reason: String) -> JSONValue {
    .object([
      .init(name: "file", value: .text(file)), .init(name: "line", value: .integer(line)),
      .init(name: "reason", value: .text(reason)),
    ])
  }
}

extension ImportReport.UnmatchedFilm {
  fileprivate var value: JSONValue {
    .object([
      .init(name: "file", value: .text(file)),
      .init(name: "line", value: .integer(line)),
      .init(name: "title", value: .optional(title)),
      .init(name: "year", value: .optional(year)),
      .init(name: "reason", value: .text(reason.text)),
      .init(
        name: "candidates",
        value: .array(
          candidates.map { film in
            .object([
              .init(name: "id", value: .text(film.id.rawValue)),
              .init(name: "title", value: .text(film.title)),
              .init(name: "year", value: .optional(film.year)),
            ])
          })),
    ])
  }
}
