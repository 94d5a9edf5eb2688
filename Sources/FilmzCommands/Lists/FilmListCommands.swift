import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Foundation

extension Command {
  /// The `list` command, which groups the commands for lists of films.
  static let filmList = Command(
    "list", "Make lists of films in an order of your own.",
    details: """
      A list has films of the collection in an order that you choose. Put a name of several words in \
      quotes. `ls` lists all films of the collection.
      """, examples: ["list", "list create Noir", "list add Noir 1-3", #"list show "To lend""#],
    subcommands: [
      .filmLists, FilmListShowCommand.command, FilmListCreateCommand.command,
      FilmListAddCommand.command, FilmListRemoveCommand.command, FilmListMoveCommand.command,
      FilmListEditCommand.command, FilmListRenameCommand.command, FilmListDescribeCommand.command,
      FilmListDeleteCommand.command, FilmListShareCommand.command, FilmListPublishCommand.command,
      FilmListUnpublishCommand.command,
    ])

  /// The `list ls` command, which lists the lists.
  static let filmLists = Command(
    "list ls", "List your lists.",
    details: """
      The numbers of films and of seen films, and when the list or its films were changed last.
      """, examples: ["list ls", "list"]
  ) { session in
    let lists = try await session.viewModels.lists.all()
    let notice = "You have no lists. `list create NAME` makes one; `ls` lists the films of your collection."
    return Output(.list(.lists(lists)), notice: lists.isEmpty ? notice : nil)
  }
}

extension Argument {
  /// The name of a list.
  static func listName(_ path: Path<Word>) -> Argument {
    .positional(path, as: "name", kind: .list, "The name of a list; put several words in quotes.")
  }
}

extension FilmList {
  /// The name in quotes, for messages.
  var quotedName: String { "\"\(name)\"" }

  /// The name as a word of a command line.
  var nameInCommand: String { Word(name).quotedIfNeeded }
}

/// The `list create` command, which creates an empty list.
struct FilmListCreateCommand: ShellCommand {
  static let command = Command(
    of: FilmListCreateCommand.self, "list create", "Create a list.",
    details: "Upper and lower case do not distinguish the names of lists.",
    examples: ["list create Noir", #"list create "To lend" --description "What I can give away for a while""#])

  static let arguments: [Argument<Self>] = [
    .positional(\.name, as: "name", "The name of the new list; put several words in quotes."),
    .option("--description", \.description, as: "text", "What the list is about."),
  ]

  var name = Word("")
  var description: Word?

  func run(in session: Session) async throws -> Output {
    let list = try await session.viewModels.lists.create(
      name.text, description: description?.textUnlessNone, in: session.context)
    return Output(.changes(.lists([list])), notice: "Created the list \(list.quotedName)")
  }
}

/// The `list rename` command, which renames a list.
struct FilmListRenameCommand: ShellCommand {
  static let command = Command(
    of: FilmListRenameCommand.self, "list rename", "Rename a list.",
    examples: [#"list rename Noir "Film noir""#, #"list rename "To lend" lend"#])

  static let arguments: [Argument<Self>] = [
    .listName(\.name),
    .positional(\.newName, as: "new-name", "The new name; put several words in quotes."),
  ]

  var name = Word("")
  var newName = Word("")

  func run(in session: Session) async throws -> Output {
    let lists = session.viewModels.lists
    let old = try await lists.list(named: name.text)
    let list = try await lists.rename(old.name, to: newName.text, in: session.context)
    let notice =
      list.name == old.name
      ? "The list is already called \(old.quotedName)" : "Renamed the list \(old.quotedName) to \(list.quotedName)"
    return Output(.changes(.lists([list])), notice: notice)
  }
}

/// The `list describe` command, which sets or removes the description of a list.
struct FilmListDescribeCommand: ShellCommand {
  static let command = Command(
    of: FilmListDescribeCommand.self, "list describe", "Describe a list.", usage: "list describe <name> <text>|none",
    details: "The text is everything after the name; `none` removes the description.",
    examples: [#"list describe Noir "Shadows, rain and bad decisions""#, #"list describe "To lend" none"#])

  static let arguments: [Argument<Self>] = [
    .listName(\.name),
    .positionals(\.words, as: "text", kind: .choice(["none"]), "What the list is about, or none."),
  ]

  var name = Word("")
  var words: [Word] = []

  func run(in session: Session) async throws -> Output {
    guard !words.isEmpty else { throw Self.missingArgument("a description, or none") }
    let text = words.count == 1 ? words[0].textUnlessNone : words.map(\.text).joined(separator: " ").nonBlank
    let (list, old) = try await session.viewModels.lists.describe(name.text, text, in: session.context)
    let change = old == nil ? "saved" : "replaced"
    let action = text == nil ? "removed" : change
    let oldText = old.map { " (\"\($0.onOneLine(maximumLength: 40))\")" } ?? ""
    return Output(.changes(.lists([list])), notice: "Description of the list \(list.quotedName) \(action)\(oldText)")
  }
}

/// The `list delete` command, which removes a list.
struct FilmListDeleteCommand: ShellCommand {
  static let command = Command(
    of: FilmListDeleteCommand.self, "list delete", "Delete a list; its films stay in the collection.",
    details: "Asks for confirmation unless --yes is given.",
    examples: ["list delete Noir", #"list delete "To lend" --yes"#])

  static let arguments: [Argument<Self>] = [.listName(\.name)]

  var name = Word("")

  func run(in session: Session) async throws -> Output {
    let lists = session.viewModels.lists
    let list = try await lists.list(named: name.text)
    let films = try await lists.countAllFilms(ofListNamed: name.text).counted("film")
    let question = "Delete the list \(list.quotedName) with \(films)? The films stay in your collection."
    guard try await session.confirm(question, action: "list delete") else {
      return Output(.changes(.lists([])), notice: "Nothing was deleted.")
    }
    try await session.viewModels.publications.withdrawBeforeDeletion(of: list.id, in: session.context)
    try await lists.delete(list, in: session.context)
    return Output(
      .changes(.lists([list])), notice: "Deleted the list \(list.quotedName) with \(films); `undo` restores it.")
  }
}

/// The `list show` command, which lists the films of a list.
struct FilmListShowCommand: ShellCommand {
  static let command = Command(
    of: FilmListShowCommand.self, "list show", "List the films of a list in its order.",
    details: "The numbers of the films are their places in the list.",
    examples: ["list show Noir", #"list show "To lend" --limit 20"#])

  static let arguments: [Argument<Self>] = [.listName(\.name)] + Argument.group(\.pages) + [.live(\.live)]

  var name = Word("")
  var pages = PageOptions()
  var live = false

  func run(in session: Session) async throws -> Output {
    if live { return try await showLiveResults(in: session) }
    let (list, resultPage) = try await session.viewModels.lists.show(
      name.text, page: pages.number, pageSize: await session.pageSize(pages), in: session.context)
    let isEmpty = list.filmCount == 0 && resultPage.isEmpty
    let hint = "The list \(list.quotedName) has no films yet. `list add \(list.nameInCommand) TITLE` adds one."
    var output = Output.page(resultPage, notice: isEmpty ? hint : nil, replacesResults: true)
    if !isEmpty {
      output.messages.append(.header("\(list.name) · \(list.filmCount.counted("film")), \(list.seenCount) seen"))
    }
    if let description = list.description { output.messages.append(.header(description)) }
    return output
  }

  private func showLiveResults(in session: Session) async throws -> Output {
    try session.requireLiveResults()
    let (list, items) = try await session.viewModels.lists.films(ofListNamed: name.text)
    var request = LiveRequest()
    request.filter.lists = [list.name]
    (request.pageSize, request.scale) = (await session.pageSize(pages.limit), session.typedScale)
    return try await session.showLiveResults(
      await LivePanel(.list(items), request, in: session), query: [], verb: "ls",
      options: [Word("--list"), Word(list.name)])
  }
}

extension Rows {
  /// Returns rows of lists.
  static func lists(_ lists: [FilmList]) -> Rows { Rows(lists, listFields, noun: "list") }

  private static let listFields: [Field<FilmList>] = [
    Field("id") { .text($0.id.uuidString) },
    Field("name", Column("Name", isFlexible: true, minimumWidth: 12, distinguishesCutCells: true)) { .text($0.name) },
    Field(
      "description", Column("Description", dropPriority: 2, isFlexible: true, minimumWidth: 12, hidesWhenEmpty: true),
      .dim
    ) { .optional($0.description) }, Field("films", Column("Films", alignment: .trailing)) { .integer($0.filmCount) },
    Field("seen", Column("Seen", alignment: .trailing, dropPriority: 1), .green) { .integer($0.seenCount) },
    Field("createdAt") { .optional($0.createdAt) },
    Field(
      "changedAt", Column("Changed", dropPriority: 3), value: { .optional($0.changedAt) },
      cell: { Cell(PartialDate(day: $0.changedAt).text, .dim) }),
    Field(
      "published", Column("Published", dropPriority: 4, hidesWhenEmpty: true), value: { .bool($0.isPublished) },
      cell: { Cell($0.isPublished ? "yes" : "", .dim) }),
  ]
}
