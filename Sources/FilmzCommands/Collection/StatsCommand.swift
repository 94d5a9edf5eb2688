import FilmzDomain
import FilmzViewModels

/// The `stats` command, which shows statistics of the collection.
struct StatsCommand: ShellCommand {
  static let command = Command(
    of: StatsCommand.self, "stats", "Show statistics of the collection, or of a year.",
    details: """
      Shows the mean and spread of your ratings next to IMDb's, the hours watched, and charts by \
      rating, decade, genre, month of viewing, director and actor. For directors and actors, only \
      films that you have watched are counted. Skipped films are not in the collection; only their number is shown.

      With --year, the films and viewings of that year are counted. --html writes a page for browsers instead, \
      which replaces an older page of statistics.
      """,
    examples: ["stats", "stats --year 2026", "stats --html 2026.html --year 2026", "stats --format json"])

  static let arguments: [Argument<Self>] = [
    .option("--year", \.year, as: "year", "Only the films watched in this year."),
    .option("--html", \.htmlFile, as: "file", kind: .file, "Write a page for browsers; - is standard output."),
  ]

  var year: Word?
  var htmlFile: Word?

  func run(in session: Session) async throws -> Output {
    let year = try year.map { word in
      guard let year = Int(word.text), (1888...9999).contains(year) else {
        throw Self.wrongUsage("--year needs a year such as 2026")
      }
      return year
    }
    if let htmlFile { return try await writePage(year, to: htmlFile.text, in: session) }
    let statistics = try await session.viewModels.collection.statistics(year: year)
    let hiddenNotices = try await session.noticesOfHiddenFilms()
    var hint: String? = .missingDetails(of: statistics.filmsWithoutDetails)
    if statistics.counts.total == 0, year == nil { hint = hiddenNotices.isEmpty ? .emptyCollection : nil }
    let renderTarget = session.host.console.renderTarget(session.options.color)
    return Output(
      StatisticsCard(statistics: statistics, renderTarget: renderTarget, scale: session.typedScale).content,
      (hint.map { [.notice($0)] } ?? []) + hiddenNotices)
  }

  private func writePage(_ year: Int?, to path: String, in session: Session) async throws -> Output {
    guard !path.isEmpty else { throw Self.wrongUsage("--html needs the name of a file") }
    let (statistics, document) = try await session.viewModels.export.writeStatistics(
      year: year, to: path, in: session.context)
    if let document { return Output(.document(document)) }
    let filmCount = statistics.counts.total
    return Output(
      .text(
        "Wrote the page of \(filmCount.grouped("film")) to \(path)",
        [.init("path", .text(path)), .init("films", .integer(filmCount))]),
      try await session.noticesOfHiddenFilms())
  }
}
