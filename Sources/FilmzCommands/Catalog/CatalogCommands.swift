import FilmzDomain
import FilmzViewModels
import Foundation

extension Command {
  /// The `catalog` command, which groups the commands for the imported catalog.
  static let catalog = Command(
    "catalog", "Import and manage a catalog built from IMDb's datasets.",
    details: """
      IMDb publishes datasets of all its titles for personal and non-commercial use. A catalog imported from them finds \
      any film quickly, without a key or a network. Until you import one, filmz uses its built-in \
      starter catalog.
      """, examples: ["catalog update", "catalog import ~/imdb --only movies,series", "catalog info"],
    subcommands: [.catalogInfo, CatalogImportCommand.command, CatalogUpdateCommand.command, .catalogRemove])
}

/// The `catalog import` command, which imports the catalog from downloaded dataset files.
struct CatalogImportCommand: ShellCommand {
  static let command = Command(
    of: CatalogImportCommand.self, "catalog import", "Import a catalog from downloaded dataset files.",
    details: """
      Reads a folder or single files as IMDb publishes them, compressed or not, and recognizes them by \
      their first line, whatever their names are. title.basics is required; title.ratings, \
      title.akas, title.crew, title.principals with name.basics, and title.episode are optional. \
      Episodes, adult titles and games are left out unless you ask for them. The previous catalog is \
      replaced when the new one is complete.
      """,
    examples: [
      "catalog import ~/imdb",
      "catalog import title.basics.tsv.gz title.ratings.tsv.gz",
      "catalog import ~/imdb --only movies,series --adult",
    ])

  static let arguments: [Argument<Self>] =
    [.positionals(\.words, as: "path", kind: .file, "A folder with dataset files, or the files.")]
    + Argument.group(\.importOptions)

  var words: [Word] = []
  var importOptions = CatalogImportOptions()

  func run(in session: Session) async throws -> Output {
    guard !words.isEmpty, words.allSatisfy({ !$0.text.isEmpty }) else {
      throw Self.missingArgument("a folder or files")
    }
    let reporter = CatalogProgressReporter(progress: session.progress)
    let result = try await session.viewModels.catalog.importFiles(words.map(\.text), importOptions.selection) {
      reporter.show($0)
    }
    var output = Output.imported(result)
    output.messages += try await session.identifyFilmsByTitle()
    return output
  }
}

extension Session {
  /// Identifies films that are known by title and year only, and returns the messages about them.
  fileprivate func identifyFilmsByTitle() async throws -> [Output.Message] {
    let result = try await viewModels.identification.identifyByTitle(in: context)
    await setUnidentifiedCount(result.left)
    var messages: [Output.Message] = []
    if result.identified > 0 {
      messages.append(.notice("\(result.identified.grouped("film")) of your collection identified"))
    }
    if result.left > 0 { messages.append(.notice(Output.hintOfIdentification(result.left))) }
    return messages
  }
}

/// The options that select the titles to import into the catalog.
struct CatalogImportOptions: ArgumentGroup {
  static let arguments: [Argument<Self>] = [
    .option("--only", \.only, as: "types", "Import only these types of titles, separated by commas."),
    .flag("--episodes", \.episodes, "Also import episodes of series."),
    .flag("--adult", \.adult, "Also import adult titles."),
  ]

  var only: MediaTypeList?
  var episodes = false
  var adult = false

  /// The types of titles that the options select.
  var selection: CatalogViewModel.ImportSelection {
    var selection = CatalogViewModel.ImportSelection()
    selection.types = only?.types
    selection.includesEpisodes = episodes
    selection.includesAdult = adult
    return selection
  }
}

/// A comma-separated list of the names of title types, such as `movies,series`.
struct MediaTypeList: ArgumentValue {
  let types: Set<MediaType>

  init?(argument word: Word) {
    let words = word.text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
    let types = words.compactMap { MediaType(named: $0) }
    guard types.count == words.count else { return nil }
    self.types = Set(types)
  }

  static var kind: ValueKind { .choice(MediaType.friendlyNames) }
}

extension Int {
  /// The number of bytes in gigabytes with one decimal, such as `0.7 GB`; less than 0.1 GB in megabytes.
  var gigabytes: String {
    self < 100_000_000 ? "\(self / 1_000_000) MB" : String(format: "%.1f GB", Double(self) / 1e9)
  }
}

/// The `catalog update` command, which downloads the datasets and imports them.
struct CatalogUpdateCommand: ShellCommand {
  static let command = Command(
    of: CatalogUpdateCommand.self, "catalog update", "Download IMDb's current datasets and import them.",
    details: """
      Downloads titles, ratings and local titles, about \(CatalogViewModel.measuredDownloadSize.gigabytes); with --people also crews and casts, \
      1.5 GB more. Unchanged files are not downloaded again, and an interrupted download continues \
      where it stopped.

      Without --people, --only, --episodes and --adult, the choices of the last update are used. If you \
      give one of these options, the earlier choices do not count; `catalog remove` forgets them.
      """,
    examples: [
      "catalog update",
      "catalog update --people --only movies,series",
      "catalog update --from https://mirror.example.org/imdb/",
    ])

  static let arguments: [Argument<Self>] =
    [
      .option("--from", \.from, as: "url", "The URL to download from instead of IMDb's."),
      .flag("--people", \.people, "Also import crews and casts, for director:, actor: and person:."),
    ] + Argument.group(\.importOptions)

  var from: Word?
  var people = false
  var importOptions = CatalogImportOptions()

  func run(in session: Session) async throws -> Output {
    let reporter = CatalogProgressReporter(progress: session.progress)
    let result = try await session.viewModels.catalog.update(from: from?.text, selection, in: session.context) {
      reporter.show($0)
    }
    let messages = try await session.identifyFilmsByTitle()
    if let result {
      var output = Output.imported(result)
      output.messages += messages
      return output
    }
    return Output(
      .machineOnly(CatalogCard(info: try await session.viewModels.catalog.info()).members),
      [.summary("The catalog is up to date.")] + messages)
  }

  /// The selection of titles and data by the options; `nil` if none of `--people`, `--only`,
  /// `--episodes`, and `--adult` was given.
  var selection: CatalogViewModel.ImportSelection? {
    var selection = importOptions.selection
    selection.includesPeople = people
    return selection == CatalogViewModel.ImportSelection() ? nil : selection
  }
}

extension Command {
  /// The `catalog info` command, which shows the contents of the imported catalog.
  static let catalogInfo = Command(
    "catalog info", "Show the contents and the age of the catalog.",
    examples: ["catalog info", "catalog info --format json"]
  ) { session in Output(CatalogCard(info: try await session.viewModels.catalog.info(), now: session.now()).content) }

  /// The `catalog remove` command, which removes the imported catalog and its downloads.
  static let catalogRemove = Command(
    "catalog remove",
    "Remove the imported catalog and its downloaded files.",
    details: """
      Asks for confirmation unless --yes is given. The collection and the starter catalog are kept.
      """, examples: ["catalog remove", "catalog remove --yes"]
  ) { session in
    // A damaged catalog has no readable info, but it can still be removed.
    let info = try? await session.viewModels.catalog.info()
    guard await session.viewModels.catalog.hasCatalogOrDownloads() else {
      return Output(.machineOnly(CatalogCard(info: nil).members), notice: "There is no catalog to remove.")
    }
    let titles = info.map { " of \($0.titles.grouped("title"))" } ?? ""
    let question = "Remove the catalog\(titles) and its downloaded files?"
    guard try await session.confirm(question, action: "catalog remove") else {
      return Output(.machineOnly(CatalogCard(info: info).members), notice: "Nothing was removed.")
    }
    _ = try await session.viewModels.catalog.remove()
    return Output(.machineOnly(CatalogCard(info: nil).members), notice: "Removed the catalog")
  }
}
