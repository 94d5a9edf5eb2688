import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Foundation

/// The `about` command, which shows what filmz is, where its data comes from and is stored, and what is sent.
package struct AboutCommand: ShellCommand {
  package static let command = Command(
    AboutCommand.self, "about", "Show what filmz is and where its data comes from.",
    examples: """
      about
      about --format json
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let credits = [
      "Films are looked up at OMDb (https://www.omdbapi.com/, CC BY-NC 4.0) with your own key.",
      "This product uses TMDB and the TMDB APIs but is not endorsed, certified, or otherwise approved by TMDB.",
      "Where films can be watched comes from JustWatch (https://www.justwatch.com/), through TMDB "
        + "(https://www.themoviedb.org/).",
      "An imported catalog is built from IMDb's datasets, for personal and non-commercial use only. "
        + "Information courtesy of IMDb (https://www.imdb.com). Used with permission.",
      "The starter catalog contains facts only; `show` shows the date of its ratings.",
    ]
    let stored = Self.storedData(session)
    let width = session.host.console.renderTarget(.never).width ?? 80
    let lines =
      ["filmz \(Filmz.version)", Filmz.program.summary] + credits
      + ["What is stored on this computer:"] + stored.map { "\($0.name): \($0.path)" }
      + [Self.privacy, Self.faults]
    return Output(
      .text(
        lines.flatMap { $0.wrapped(toWidth: width) }.joined(separator: "\n"),
        [
          .init(name: "name", value: .text("filmz")),
          .init(name: "version", value: .text(Filmz.version)),
          .init(name: "credits", value: .list(credits)),
          .init(name: "stored", value: .array(stored.map(Self.object))),
          .init(name: "privacy", value: .text(Self.privacy)),
          .init(name: "faults", value: .text(Self.faults)),
        ]))
  }

  private static let privacy =
    "Nothing is sent but requests to the sources that you set up, and what you sync, publish or share: no"
    + " statistics, and no reports of errors."

  private static let faults =
    "Faults can be reported at the repository that this program came from, best with the output of `version` and"
    + " `doctor`."

  private typealias StoredData = (name: String, path: String)

  /// Returns what is stored, and where.
  private static func storedData(_ session: Session) -> [StoredData] {
    let paths = session.viewModels.doctor.paths
    let data: [(String, URL)] = [
      ("your collection", paths.collection), ("its backups", paths.backups),
      ("the imported catalog", paths.catalog),
      ("facts and pages that were fetched", paths.cacheFolder),
      ("history, last results, numbers of requests, and log", paths.stateFolder),
    ]
    return [("settings and keys", session.settings.path)]
      + data.map { ($0.0, $0.1.path(percentEncoded: false)) }
  }

  private static func object(of data: StoredData) -> JSONValue {
    .object([
      .init(name: "name", value: .text(data.name)), .init(name: "path", value: .text(data.path)),
    ])
  }
}
