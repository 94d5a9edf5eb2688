import FilmzTerminal

/// `about`: what filmz is, and whose data it shows.
package struct AboutCommand: ShellCommand {
  package static let command = Command(
    AboutCommand.self, "about", "Say what filmz is, and whose data it shows.",
    examples: """
      about
      about --format json
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let credits = [
      "Films are looked up at OMDb (https://www.omdbapi.com/, CC BY-NC 4.0) with a key of yours.",
      "An imported catalog is made of IMDb's datasets, for personal use only. Information courtesy "
        + "of IMDb (https://www.imdb.com). Used with permission.",
      "The starter catalog holds facts only; `show` says as of when its ratings are.",
    ]
    let width = session.host.console.canvas(.never).width ?? 80
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
