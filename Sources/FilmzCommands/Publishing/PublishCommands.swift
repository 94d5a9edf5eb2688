import FilmzDomain
import FilmzViewModels

/// The `list publish` command, which writes a page and a data file of a list, or publishes it on a server.
struct FilmListPublishCommand: ShellCommand {
  static let command = Command(
    of: FilmListPublishCommand.self, "list publish", "Publish a list as a page, or on the server of sync.",
    usage: "list publish <name> [--to <folder>] [--ratings] [--posters]",
    details: """
      Writes a folder with the id of the list: index.html for browsers, and list.json for `follow`. To put \
      the list on the web, copy the folder to a web server. Without --to, a list is published on the server of `sync`, \
      if there is one, for `follow ID`. Your ratings are only published with --ratings. Later publications of the list \
      have the same options until `list unpublish` withdraws it. `sync` publishes what has changed.
      """, examples: ["list publish Noir --to ~/public", #"list publish "Best of 2026" --ratings --posters"#])

  static let arguments: [Argument<Self>] = [
    .listName(\.name),
    .option("--to", \.folder, as: "folder", kind: .file, "The folder, which must exist."),
    .flag("--ratings", \.ratings, "Publish your ratings too."),
    .flag("--posters", \.posters, "Show posters; browsers load them from their servers."),
  ]

  var name = Word("")
  var folder: Word?
  var ratings = false
  var posters = false

  func run(in session: Session) async throws -> Output {
    // Options that are not given keep their values of the last publication.
    let result = try await session.viewModels.publications.publish(
      name.text, .init(folder: folder?.text, hasRatings: ratings ? true : nil, hasPosters: posters ? true : nil),
      in: session.context)
    let text =
      result.isChanged
      ? "Published \"\(result.name)\" with \(result.films.counted("film")): \(result.place)"
      : "\"\(result.name)\" has not changed since it was published: \(result.place)"
    let hint = "The members of the server can `follow \(result.id)`"
    var output = Output(.text(text, result.members), notice: result.page == nil ? hint : nil)
    if let place = result.formerPlace {
      output.messages.append(.warning("it was withdrawn from \(place), where it was before"))
    }
    return output
  }
}

/// The `list unpublish` command, which withdraws a published list.
struct FilmListUnpublishCommand: ShellCommand {
  static let command = Command(
    of: FilmListUnpublishCommand.self, "list unpublish", "Withdraw a published list.",
    details: """
      Its page and data file stay, without films, and say that the list was withdrawn. If the list is published again, it \
      has a new id.
      """, examples: ["list unpublish Noir", #"list unpublish "Best of 2026" --format json"#])

  static let arguments: [Argument<Self>] = [.listName(\.name)]

  var name = Word("")

  func run(in session: Session) async throws -> Output {
    let publications = session.viewModels.publications
    let result: PublicationViewModel.Result
    do {
      result = try await publications.withdraw(name.text, in: session.context)
    } catch let error as PublicationError where error.isFolderUnusable {
      let question = "\(error.message). Forget that the list is published, and leave its files?"
      guard try await session.confirm(question, action: "list unpublish") else { throw error }
      try await publications.forget(name.text, in: session.context)
      return Output(.changes(.lists([])), notice: "The list is not published any more")
    }
    return Output(.text("\"\(result.name)\" is withdrawn: \(result.place)", result.members))
  }
}

extension PublicationViewModel.Result {
  /// The members of the JSON object.
  ///
  /// Source: contract, People.
  fileprivate var members: [JSONValue.Member] {
    [
      .init("id", .text(id)), .init("path", .optional(path)),
      .init("page", .optional(page)), .init("data", .optional(data)),
    ]
  }
}

/// The `share` command, which prints films as text for a message.
struct ShareCommand: ShellCommand {
  static let command = Command(
    of: ShareCommand.self, "share", "Print films as text for a message.",
    details: """
      One line for each film, with its year and your stars; more than 50 films are only counted. \
      `list share` prints a list.
      """, examples: ["share", "share 1-5", #"share "The Big Sleep" heat"#])

  static let arguments: [Argument<Self>] = [.films(\.words)]

  var words: [Word] = []

  func run(in session: Session) async throws -> Output {
    let films = try await session.films(words, in: .local)
    return .sharedText(films.sharedText(listName: nil))
  }
}

/// The `list share` command, which prints a list as text for a message.
struct FilmListShareCommand: ShellCommand {
  static let command = Command(
    of: FilmListShareCommand.self, "list share", "Print a list as text for a message.",
    details: """
      One line for each film, with its year and your stars; more than 50 films are only counted.
      """, examples: ["list share Noir", #"list share "To lend" --format json"#])

  static let arguments: [Argument<Self>] = [.listName(\.name)]

  var name = Word("")

  func run(in session: Session) async throws -> Output {
    let (list, films) = try await session.viewModels.lists.films(ofListNamed: name.text)
    return .sharedText(films.sharedText(listName: list.name))
  }
}

extension Output {
  fileprivate static func sharedText(_ text: String) -> Output { Output(.text(text, [.init("text", .text(text))])) }
}
