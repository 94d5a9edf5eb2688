import FilmzDomain
import FilmzExchange
import FilmzViewModels

extension Output {
  /// The maximum number of rows that are named in messages.
  private static let maximumNamedRows = 10

  /// Returns the output of an import; if `showsMatches` is `true`, it lists the films that were not matched exactly.
  static func imported(_ report: ImportReport, _ paths: [String], showsMatches: Bool) -> Output {
    var messages = report.warnings.map { Message($0) } + messages(aboutFilesOf: report)
    let place = report.unmatchedFile.map { "; all are in \($0)" } ?? "; --unmatched writes all to a file"
    messages += Self.truncated(report.unreadable.map(\.text), noun: "unreadable row", place).map { .warning($0) }
    messages += Self.truncated(report.leftOutValues.map(\.text), noun: "column").map { .warning($0) }
    let contestedIDs = report.contestedIDs.values.sorted { $0.id < $1.id }
    messages += Self.truncated(contestedIDs.map(\.text), noun: "id").map { .warning($0) }
    messages += report.renamedLists.map {
      .notice("The list \"\($0.old)\" \(report.isDryRun ? "would be" : "was") renamed \"\($0.new)\".")
    }
    if showsMatches { messages += report.looseMatches.map { .notice($0.text) } }
    messages += Self.hints(report, paths).map { .notice($0) }
    let lines = [Self.summary(report), Self.kinds(report)] + Self.formats(report)
    return Output(.text(lines.joined(separator: "\n"), report.members), messages)
  }

  /// Returns the sentence with the numbers of imported films and values.
  private static func summary(_ report: ImportReport) -> String {
    var parts = [
      "\(report.isDryRun ? "Would add" : "Added") \(report.counts.added.grouped)"
    ]
    if report.byTitle > 0 { parts.append("by title \(report.byTitle.grouped)") }
    parts += [
      "\(report.isDryRun ? "change" : "changed") \(report.counts.changed.grouped)",
      "already there \(report.counts.unchanged.grouped)",
    ]
    let optionalCounts: [(count: Int, label: String)] = [
      (report.counts.viewings, "viewings"), (report.counts.lists, "lists"),
      (report.counts.comments, "comments"),
      (report.counts.replaced, "replaced values"),
      (report.counts.removedSince, "removed since and left out"),
    ]
    parts += optionalCounts.filter { $0.count > 0 }.map { "\($0.label) \($0.count.grouped)" }
    if report.episodes > 0 { parts.append("episodes \(report.episodes.grouped)") }
    if !report.unmatched.isEmpty {
      let file = report.unmatchedFile.map { " (\($0))" } ?? ""
      parts.append("unmatched \(report.unmatched.count.grouped)\(file)")
    }
    if !report.unreadable.isEmpty {
      let file = report.unmatched.isEmpty ? report.unmatchedFile.map { " (\($0))" } ?? "" : ""
      parts.append("unreadable \(report.unreadable.count.grouped)\(file)")
    }
    if !report.unusableValues.isEmpty { parts.append("values left out \(report.unusableValues.count.grouped)") }
    return parts.joined(separator: ", ")
  }

  /// Returns the message about films that a search of the catalog could not identify.
  static func hintOfIdentification(_ count: Int) -> String {
    "`identify` shows the \(count == 1 ? "film" : "\(count.grouped) films") that \(count == 1 ? "is" : "are") left."
  }

  /// The message about films for which only the starter catalog was searched.
  static let hintOfCatalog = "`catalog update` (0.7 GB) knows nearly all films."

  /// Returns the sentence with the kinds as which the files were read; of more than three files of a kind, it names
  /// two.
  private static func kinds(_ report: ImportReport) -> String {
    var kinds: [FileKind] = []
    for file in report.files where !kinds.contains(file.kind) { kinds.append(file.kind) }
    return "Read as "
      + kinds.map { kind in
        let files = report.files.filter { $0.kind == kind }.map(\.shortName)
        let names = files.indices.filter { files.firstIndex(of: files[$0]) == $0 }.map { files[$0] }
        return "\(kind.rawValue): \(named(names))"
      }.joined(separator: "; ")
  }

  /// Joins names; of more than three, only the first two are named, and the others are counted.
  private static func named(_ names: [String]) -> String {
    guard names.count > 3 else { return names.joined(separator: ", ") }
    return "\(names[0]), \(names[1]) and \((names.count - 2).grouped) more"
  }

  /// Returns hints on what to do next; the most useful one is the last.
  private static func hints(_ report: ImportReport, _ paths: [String]) -> [String] {
    var hints: [String] = []
    if report.identified > 0 { hints.append("\(report.identified.grouped("film")) of earlier imports identified") }
    if report.left > 0, !report.isDryRun {
      hints.append(
        report.hasCatalog
          ? hintOfIdentification(report.left)
          : "\(report.left.grouped("film")) \(report.left == 1 ? "is" : "are") known by title and year only; "
            + "`catalog update` (\(report.catalogSize.gigabytes)) knows nearly all of them.")
    }
    if let file = report.unmatchedFile, !report.unmatched.isEmpty, !report.isDryRun {
      hints.append("Put ids into the column imdbID of \(file), and `import \(Word(file).quotedIfNeeded)`.")
    }
    if report.episodes > 0, !report.includesEpisodes {
      hints.append("Episodes count for their series; --episodes imports those with an IMDb id.")
    }
    if report.counts.removedSince > 0 { hints.append("--again brings back what was removed since an earlier import.") }
    if report.isDryRun {
      let words = paths.map { Word($0).quotedIfNeeded }.joined(separator: " ")
      hints.append("Nothing was changed; `import \(words)` without --dry-run imports it.")
    } else if report.counts.added + report.counts.changed + report.counts.lists > 0 {
      hints.append("`ls` shows your films; `undo` takes the import back.")
    }
    return hints
  }

  /// Returns lines with the scales of ratings and the orders of dates that were used to read columns with several
  /// possible formats; there is one line for all files with the same formats.
  private static func formats(_ report: ImportReport) -> [String] {
    var formats: [ColumnFormats] = []
    for file in report.files where file.usedFormats != ColumnFormats() && !formats.contains(file.usedFormats) {
      formats.append(file.usedFormats)
    }
    return formats.map { formats in
      "\(named(report.files.filter { $0.usedFormats == formats }.map(\.shortName))): \(formats.text)"
    }
  }

  /// Returns messages about files that were left out, encodings and unknown columns; one message names all files that
  /// it concerns.
  private static func messages(aboutFilesOf report: ImportReport) -> [Message] {
    var messages: [Message] = []
    if !report.filesLeftOut.isEmpty {
      let (was, reason) = report.filesLeftOut.count == 1 ? ("was", "it is not a file") : ("were", "they are not files")
      messages.append(.warning("\(named(report.filesLeftOut)) \(was) left out: \(reason) that can be imported"))
    }
    if !report.filesOfOwnedFilms.isEmpty {
      messages.append(.warning("\(named(report.filesOfOwnedFilms)): films that you own are not imported"))
    }
    let windows1252 = report.files.filter(\.hasWindows1252).map(\.name)
    if !windows1252.isEmpty {
      let (verb, pronoun) = windows1252.count == 1 ? ("is", "it was") : ("are", "they were")
      messages.append(.notice("\(named(windows1252)) \(verb) not in UTF-8; \(pronoun) read as Windows-1252"))
    }
    var columns: [[String]] = []
    for file in report.files where !file.unknownColumns.isEmpty && !columns.contains(file.unknownColumns) {
      columns.append(file.unknownColumns)
    }
    messages += columns.map { columns in
      let files = report.files.filter { $0.unknownColumns == columns }.map(\.name)
      return .warning("\(named(files)): columns that are not imported: \(columns.prefix(10).joined(separator: ", "))")
    }
    return messages
  }

  /// Returns at most ``maximumNamedRows`` texts; if there are more, a further text counts the others, and ends with
  /// `place`, a clause about a file with all of them.
  private static func truncated(_ texts: [String], noun: String, _ place: String = "") -> [String] {
    guard texts.count > maximumNamedRows else { return texts }
    let others = texts.count - maximumNamedRows
    return texts.prefix(maximumNamedRows) + ["… and \(others.counted(noun)) more\(place)"]
  }
}

extension ColumnFormats {
  /// The formats as a clause, such as `ratings are out of 5 and dates have the day first`.
  fileprivate var text: String {
    [
      scale.map { "ratings are out of \($0.rawValue)" },
      dates.map { "dates have the \($0 == .dayFirst ? "day" : "month") first" },
    ].compactMap(\.self).joinedWithAnd
  }
}

extension ImportReport.UnreadableRow {
  /// The file and line of a row that cannot be read, and the reason.
  fileprivate var text: String { "\(file):\(line): \(problem.message)" }

  /// The reason why a value is not imported.
  fileprivate var reasonOfValue: String { "\(problem.message); the other values of the row are imported" }
}

extension ImportReport {
  /// The values of a column of a file that were left out: their number, and the first of them.
  fileprivate struct LeftOutValues {
    let first: UnreadableRow
    var count = 1

    var text: String {
      let others = count - 1
      guard others > 0 else { return "\(first.file):\(first.line): \(first.reasonOfValue)" }
      let column = first.problem.column.map { " of \($0)" } ?? ""
      return "\(first.text); \(others.counted("more value"))\(column) left out"
    }
  }

  /// The values that were left out, by file and column, in the order of the files.
  fileprivate var leftOutValues: [LeftOutValues] {
    var values: [LeftOutValues] = []
    var indices: [[String]: Int] = [:]
    for value in unusableValues {
      let key = [value.file, value.problem.column ?? value.problem.message]
      if let index = indices[key] {
        values[index].count += 1
      } else {
        indices[key] = values.count
        values.append(LeftOutValues(first: value))
      }
    }
    return values
  }
}

extension ContestedID {
  /// A clause with the id, the film that has it, and the other films to which files give it.
  fileprivate var text: String {
    let films = others.map(\.rawValue)
    if owner == id {
      return "\(id.rawValue) is another film than \(films.joinedWithOr), to which the files give this id too"
    }
    return "\(id.rawValue) is left to \(owner.rawValue): the files also give it to"
      + " \(films.joined(separator: ", ")), \(films.count == 1 ? "another film" : "other films")"
  }
}

extension ImportReport.LooseMatch {
  /// The film of the row, the film with which it was matched, and how they differ.
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
  /// The members of the JSON object.
  ///
  /// Source: contract, Import.
  fileprivate var members: [JSONValue.Member] {
    [
      .init("format", .text(formats.map(\.rawValue).joined(separator: ", "))),
      .init("files", .array(files.map(\.value))),
      .init("added", .integer(counts.added)),
      .init("byTitle", .integer(byTitle)),
      .init("changed", .integer(counts.changed)),
      .init("unchanged", .integer(counts.unchanged)),
      .init("removedSince", .integer(counts.removedSince)),
      .init("replaced", .integer(counts.replaced)),
      .init("viewings", .integer(counts.viewings)),
      .init("lists", .integer(counts.lists)),
      .init("comments", .integer(counts.comments)),
      .init("episodes", .integer(episodes)),
      .init("unmatched", .array(unmatched.map(\.value))),
      .init(
        "unreadable",
        .array(
          unreadable.map { $0.value(reason: $0.problem.message) }
            + unusableValues.map { $0.value(reason: $0.reasonOfValue) })),
      .init(
        "leftOut",
        .array(
          leftOutValues.map { values in
            .object([
              .init("file", .text(values.first.file)), .init("column", .optional(values.first.problem.column)),
              .init("count", .integer(values.count)),
            ])
          })),
      .init("unmatchedFile", .optional(unmatchedFile)),
    ]
  }
}

extension ImportReport.File {
  fileprivate var value: JSONValue {
    .object([
      .init("name", .text(name)), .init("rows", .integer(rows)), .init("kind", .text(kind.rawValue)),
      .init("scale", .optional(usedFormats.scale?.maximum)), .init("dates", .optional(usedFormats.dates?.rawValue)),
    ])
  }
}

extension ImportReport.UnreadableRow {
  fileprivate func value(reason: String) -> JSONValue {
    .object([
      .init("file", .text(file)), .init("line", .integer(line)),
      .init("reason", .text(reason)),
    ])
  }
}

extension ImportReport.UnmatchedFilm {
  fileprivate var value: JSONValue {
    .object([
      .init("file", .text(file)),
      .init("line", .integer(line)),
      .init("title", .optional(title)),
      .init("year", .optional(year)),
      .init("reason", .text(reason.rawValue)),
      .init(
        "candidates",
        .array(
          candidates.map { film in
            .object([
              .init("id", .text(film.id.rawValue)),
              .init("title", .text(film.title)),
              .init("year", .optional(film.year)),
            ])
          })),
    ])
  }
}
