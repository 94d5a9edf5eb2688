import FilmzTerminal

/// The `about` command, which shows what filmz is and where its data comes from.
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
    let width = session.host.console.renderTarget(.never).width ?? 80
    let lines = ["filmz \(Filmz.version)", Filmz.program.summary] + credits
    return Output(
      .text(
        lines.flatMap { $0.wrapped(toWidth: width) }.joined(separator: "\n"),
        [
          .init(name: "name", value: .text("filmz")),
          .init(name: "version", value: .text(Filmz.version)),
          .init(name: "credits", value: .list(credits)),
        ]))
  }
}
