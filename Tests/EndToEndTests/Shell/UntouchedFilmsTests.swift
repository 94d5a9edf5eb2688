import FilmzCommands
import FilmzShell
import FilmzTestSupport
import FilmzViewModels
import Testing

@testable import FilmzProgram

/// Lines typed at random in a shell change no film that they do not name, and that is not on the screen.
///
/// A film is on the screen if a command has written its id since, and including, the last result set. A text that is, or
/// begins with, a title of several words is that of the film, and changes no other one.
struct UntouchedFilmsTests {
  @Test(arguments: Seeds.of(1...12))
  func linesChangeOnlyFilmsThatAreNamedOrOnTheScreen(seed: UInt64) async throws {
    try await FilmzProcess.with { filmz in
      let films = try await Self.starterFilms(filmz)
      _ = try await filmz.answer(to: "add heat; add parasite; add tt0083658 tt0057076")
      var lines = RandomLines(seed: seed, films: films)
      var shell = try TypedLines(filmz)
      for _ in 0..<30 {
        let line = lines.next(shell.screen)
        let before = try await Self.steps(filmz)
        let allowed = shell.screen.ids(allowedFor: line, films)
        try await shell.run(line)
        let steps = try await Self.steps(filmz).subtracting(before)
        let changed = Set(steps.flatMap { $0["films"]?.array.compactMap(\.string) ?? [] })
        #expect(changed.isSubset(of: allowed), "seed \(seed), `\(line)` after \(shell.lines)")
      }
      await shell.close()
    }
  }

  /// The steps of the journal, without the numbers and states that later steps change.
  private static func steps(_ filmz: FilmzProcess) async throws -> Set<JSON> {
    Set(
      try await filmz.answer(to: "log --limit 1000").array.map { step in
        .object(["time", "command", "films"].reduce(into: [:]) { $0[$1] = step[$1] })
      })
  }

  /// The films of the built-in catalog.
  private static func starterFilms(_ filmz: FilmzProcess) async throws -> [NamedFilm] {
    try await filmz.answer(to: "search year:1900-2030 --source catalog --limit 3000").array.map { row in
      let id = try #require(row["id"]?.string)
      return NamedFilm(id: id, title: try #require(row["title"]?.string))
    }
  }
}

/// A film with the words by which a line names it.
private struct NamedFilm {
  let id: String
  let title: String
  let words: [String]

  init(id: String, title: String) {
    (self.id, self.title, words) = (id, title, Self.words(title))
  }

  /// Returns words in lower case, without punctuation.
  static func words(_ text: String) -> [String] {
    text.lowercased().filter { $0 != "'" && $0 != "’" }.split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}

/// The films that a shell shows.
private struct ShownFilms {
  /// The ids on the screen.
  var ids: Set<String> = []
  /// The ids of the result set, by their numbers.
  var numbered: [Int: String] = [:]

  /// Returns the ids of the films that a line may change.
  func ids(allowedFor line: String, _ films: [NamedFilm]) -> Set<String> {
    let words = line.split(separator: " ").map(String.init)
    let numbers = words.flatMap { $0.split(separator: ",").compactMap { Int($0) } }.compactMap { numbered[$0] }
    let typed = NamedFilm.words(line)
    let named = films.filter { film in typed.indices.contains { typed[$0...].starts(with: film.words) } }
    let texts = [typed, Array(typed.dropFirst())]
    let titled =
      words.dropFirst().first == "."
      ? []
      : named.filter { film in
        film.words.count > 1 && texts.contains { $0.starts(with: film.words) }
      }
    guard titled.isEmpty else { return Set(titled.map(\.id)) }
    return ids.union(numbers).union(named.map(\.id))
  }
}

/// Lines as a newcomer types them, drawn at random.
private struct RandomLines {
  private static let texts = [
    "Oma laughed; she cried too", "great fun", "It was fun", "Ines", "none", "too long > really", "Uncle Bob; and Mary",
    "parasite great film", "12 angry men with Ines", "yesterday", "noir", "8", "comment ca va", "what a film",
  ]
  private static let changes = [
    "rate", "watched", "note", "comment", "from", "tag", "add", "seen", "skip", "audience", "unwatched",
    "watchlist add", "rm", "not", "wat", "ra",
  ]
  private static let values = ["9", "8,5", "yesterday", "family", "noir", "today", "none", ""]
  private static let otherLines = [
    "ls", "results", "next", "back", "undo", "time on", "search zzyzxq", "i saw parasite yesterday", "random",
  ]
  private static let verbs = Set(CommandTree.names.filter { $0.count > 2 })

  private var generator: SplitMix
  private let films: [NamedFilm]
  /// The films whose titles begin with a verb.
  private let filmsWithVerbs: [NamedFilm]

  init(seed: UInt64, films: [NamedFilm]) {
    generator = SplitMix(seed)
    self.films = films
    filmsWithVerbs = films.filter { film in
      Self.verbs.contains { verb in film.words.first.map { verb == $0 || $0.count > 2 && verb.hasPrefix($0) } == true }
    }
  }

  /// Returns the next line.
  mutating func next(_ screen: ShownFilms) -> String {
    let change = generator.element(of: Self.changes)
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: return title()
    case 1: return generator.element(of: filmsWithVerbs).title
    case 2: return "search \(title())"
    case 3: return "show \(screen.numbered.isEmpty ? title() : "1")"
    case 4: return generator.element(of: Self.otherLines)
    case 5: return "\(change) \(title()) \(generator.element(of: Self.texts))"
    case 6: return "\(change) \(title()) \(generator.element(of: Self.values))"
    case 7: return "\(change) \(generator.element(of: ["1", "2", ".", "1,2"])) \(generator.element(of: Self.values))"
    case 8: return "\(change) \(generator.element(of: Self.texts))"
    case 9: return "from \(title())"
    case 10: return words(of: title())
    default: return "\(change) \(generator.element(of: Self.values))"
    }
  }

  /// Returns a title: of any film, or one that begins with a verb.
  private mutating func title() -> String {
    let film = generator.element(of: generator.chance(oneIn: 4) ? filmsWithVerbs : films)
    return generator.chance(oneIn: 2) ? film.title.lowercased() : film.title
  }

  /// Returns the first words of a title.
  private mutating func words(of title: String) -> String {
    let words = title.split(separator: " ")
    return words.prefix(Int.random(in: 1...words.count, using: &generator)).joined(separator: " ")
  }
}

/// A shell without a terminal, in the process of the tests, which writes JSON.
private struct TypedLines {
  private let factory: SessionFactory
  private let session: Session
  private let output: StreamFile
  private var position = 0
  private(set) var screen = ShownFilms()
  private(set) var lines: [String] = []

  init(_ filmz: FilmzProcess) throws {
    let (input, output, error) = (try StreamFile(), try StreamFile(), try StreamFile())
    let context = Program.ProcessContext(
      environment: filmz.environment(with: [:]),
      streams: StandardStreams(input: input.descriptor, output: output.descriptor, error: error.descriptor),
      folder: filmz.folder.path, handlesSignals: false)
    let invocation = try Invocation(["--offline", "--yes", "--format", "json"], isInteractive: true)
    factory = SessionFactory(
      invocation, context, console: context.streams.console(environment: context.environment),
      runningCommand: RunningCommand())
    session = factory.session(.shell, editor: nil)
    self.output = output
    streams = [input, error]
  }

  /// The streams are open as long as this value exists.
  private let streams: [StreamFile]

  /// Runs a line as the shell does.
  mutating func run(_ line: String) async throws {
    lines.append(line)
    let runner = CommandRunner(session: session, prefix: "")
    guard let commands = try? LineParser.commands(in: line, isTyped: true) else { return }
    for command in commands where command.redirection == nil {
      for command in (try? await runner.expanded(command)) ?? [] {
        let revision = await session.viewModels.browsingState.revision
        _ = try await runner.runExpanded(command)
        try readOutput(isResultSet: await session.viewModels.browsingState.revision != revision)
      }
    }
  }

  /// Adds the films of new documents to those on the screen; a page of a result set removes the others.
  private mutating func readOutput(isResultSet: Bool) throws {
    let text = try output.text
    let new = String(text.utf8.dropFirst(position)) ?? ""
    position = text.utf8.count
    if isResultSet { screen.ids = [] }
    for document in try JSON.documents(in: new) {
      let rows = if case .array(let rows) = document { rows } else { [document] }
      if isResultSet, rows.first?["index"]?.number ?? 1 == 1 { screen.numbered = [:] }
      for row in rows {
        guard let id = row["id"]?.string else { continue }
        screen.ids.insert(id)
        if let index = row["index"]?.number { screen.numbered[Int(index)] = id }
      }
    }
  }

  func close() async { await factory.close() }
}
