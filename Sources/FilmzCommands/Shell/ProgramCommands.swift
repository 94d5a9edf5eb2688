import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Foundation

/// The `about` command, which shows the version, the sources of data, the stored files, and the data that is sent.
struct AboutCommand: ShellCommand {
  static let command = Command(
    of: AboutCommand.self, "about", "Show what filmz is and where its data comes from.",
    examples: ["about", "about --format json"])

  func run(in session: Session) async throws -> Output {
    let credits = [
      "Films are looked up at OMDb (https://www.omdbapi.com/, CC BY-NC 4.0) with your own key.",
      "This product uses TMDB and the TMDB APIs but is not endorsed, certified, or otherwise approved by TMDB.",
      "The streaming services of films are data of JustWatch (https://www.justwatch.com/), supplied by TMDB "
        + "(https://www.themoviedb.org/).",
      "An imported catalog is built from IMDb's datasets, for personal and non-commercial use only. "
        + "Information courtesy of IMDb (https://www.imdb.com). Used with permission.",
      "The starter catalog contains facts only; `show` shows the date of its ratings.",
    ]
    let stored = Self.storedData(session)
    let width = session.host.console.renderTarget(.never).width ?? 80
    let lines =
      ["filmz \(Filmz.version)", Filmz.program.summary] + credits + ["What is stored on this computer:"]
      + stored.map { "\($0.name): \($0.path)" } + [Self.privacy, Self.faults]
    return Output(
      .text(
        lines.flatMap { $0.wrapped(toWidth: width) }.joined(separator: "\n"),
        [
          .init("name", .text("filmz")),
          .init("version", .text(Filmz.version)),
          .init("credits", .list(credits)),
          .init("stored", .array(stored.map(Self.object))),
          .init("privacy", .text(Self.privacy)),
          .init("faults", .text(Self.faults)),
        ]))
  }

  private static let privacy =
    "Nothing is sent but titles and ids of films, with your key, to the sources that you set up; requests for"
    + " files to IMDb's dataset server (`catalog update`) and to the addresses of lists that you follow; and what"
    + " you sync, publish or share: no statistics, and no reports of errors."

  private static let faults =
    "Faults can be reported at the repository that this program came from, best with the output of `version` and"
    + " `doctor`."

  private typealias StoredData = (name: String, path: String)

  /// Returns the kinds of stored data with their paths.
  private static func storedData(_ session: Session) -> [StoredData] {
    let paths = session.viewModels.paths
    let data: [(String, URL)] = [
      ("your collection", paths.collection), ("its backups", paths.backups),
      ("the imported catalog", paths.catalog),
      ("facts and pages that were fetched", paths.cacheFolder),
      ("history, last results, numbers of requests, and log", paths.stateFolder),
    ]
    return [("settings and keys", session.settings.path)] + data.map { ($0.0, $0.1.path(percentEncoded: false)) }
  }

  private static func object(of data: StoredData) -> JSONValue {
    .object([.init("name", .text(data.name)), .init("path", .text(data.path))])
  }
}

extension Command {
  /// The `version` command, which shows the version in one line.
  static let version = Command(
    "version", "Show the version.", examples: ["version", "version --format json"]
  ) { _ in Output(.text("filmz \(Filmz.version)", [.init("version", .text(Filmz.version))])) }

  /// The `doctor` command, which checks the installation.
  static let doctor = Command(
    "doctor", "Check what works, and suggest what to do about problems.",
    details: """
      Sends one request to each service whose key is set, unless --offline is given. Fails if a check
      fails.
      """, examples: ["doctor", "doctor --offline"]
  ) { session in
    let checks = try await session.viewModels.doctor.checks(in: session.context) + session.host.environmentChecks()
    let hasFailure = checks.contains { $0.state == .fail }
    return Output(.checks(checks), ending: hasFailure ? .foundProblems : .done)
  }
}

extension Rows {
  fileprivate static func checks(_ checks: [HealthCheck]) -> Rows {
    Rows(
      checks,
      [
        Field("check", Column("Check")) { .text($0.name) },
        Field(
          "state", Column("State"), value: { .text($0.state.rawValue) },
          cell: { Cell($0.state.rawValue, $0.state.emphasis) }),
        Field("detail", Column("Detail")) { .text($0.detailText) },
        Field("remedy", Column("Remedy")) { .optional($0.remedy?.text) },
      ])
  }
}

extension Output.Content {
  /// Returns the report of `doctor`: its rows, and a card with a summary and all checks.
  static func checks(_ checks: [HealthCheck]) -> Self {
    let problemCount = checks.count { $0.state != .ok }
    let summary =
      switch problemCount {
      case 0: "Everything works."
      case 1: "One thing to look at."
      default: "\(problemCount) things to look at."
      }
    return .report(.checks(checks), Card(title: summary, fields: checks.map(\.cardField)))
  }
}

extension HealthCheck {
  fileprivate var cardField: Card.Field {
    let word = state == .ok ? "ok" : state.rawValue.uppercased()
    let remedy = remedy.map { "\n→ \($0.text)" } ?? ""
    return .init(name, "\(word) · \(detailText)\(remedy)", state == .ok ? .plain : state.emphasis)
  }
}

extension HealthCheck.State {
  fileprivate var emphasis: Emphasis {
    switch self {
    case .ok: .green
    case .warn: .yellow
    case .fail: .red
    }
  }
}
