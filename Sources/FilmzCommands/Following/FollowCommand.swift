import FilmzDomain
import FilmzTerminal
import FilmzViewModels

/// The `follow` command, which follows lists that others have published.
struct FollowCommand: ShellCommand {
  static let command = Command(
    of: FollowCommand.self, "follow", "Follow a list that someone else has published.",
    usage: """
      follow <address>
      follow ls
      follow show <name> [--limit <n>] [--page <n>]
      follow update
      """,
    details: """
      The address is that of a page or a list.json on the web, a file, or the id of a list on the server of \
      `sync`. `follow show` shows the films with your own marks; the list itself is read-only. `follow update` \
      reads all lists again. A list that its owner has withdrawn stays, with the films that it had.
      """,
    examples: [
      "follow https://example.org/noir/",
      "follow ~/lists/noir/list.json",
      "follow show Noir",
      "follow update",
    ])

  static let arguments: [Argument<Self>] = [
    .positional(
      \.address, as: "address", kind: .file, or: .subcommands(["ls", "show", "update"]),
      "An address, a file, or an id; or ls, show or update."),
    .positional(\.name, as: "name", kind: .followedList, "The name of a list, after show."),
    .option("--limit", \.limit, as: "n", "Rows per page, for follow show."),
    .option("--page", \.page, as: "n", "The page to show, for follow show."),
  ]

  var address: Word?
  var name: Word?
  var limit: Int?
  var page: Int?

  func run(in session: Session) async throws -> Output {
    guard let address else { return .following(try await session.viewModels.following.items()) }
    switch (address.isQuoted ? "" : address.text, name) {
    case ("ls", nil): return .following(try await session.viewModels.following.items())
    case ("show", let name?): return try await show(name.text, in: session)
    case ("update", nil): return try await update(in: session)
    case ("show", nil), (_, .some):
      throw Self.wrongUsage("write `follow ADDRESS`, `follow ls`, `follow show NAME` or `follow update`")
    case (_, nil): return try await follow(address.text, in: session)
    }
  }

  private func follow(_ address: String, in session: Session) async throws -> Output {
    let following = session.viewModels.following
    let list = try await following.follow(address, in: session.context)
    let item = try await following.item(list)
    return Output(
      .changes(.following([item])),
      notice: "Following \(list.quotedName)\(list.ownerText) with \((item.filmCount ?? 0).counted("film")); "
        + "`follow show \(list.nameInCommand)` shows them")
  }

  private func show(_ name: String, in session: Session) async throws -> Output {
    let pages = PageOptions(limit: limit, page: page)
    let (list, resultPage) = try await session.viewModels.following.show(
      name, page: pages.number, pageSize: await session.pageSize(pages), in: session.context)
    var output = Output.page(
      resultPage, notice: resultPage.isEmpty ? "The list \(list.quotedName) has no films." : nil, replacesResults: true)
    output.messages.append(.header(list.name + list.ownerText))
    if let description = list.content?.description { output.messages.append(.header(description)) }
    if list.isWithdrawn {
      output.messages.append(.warning("\(list.quotedName) is no longer maintained: its owner has withdrawn it"))
    }
    return output
  }

  private func update(in session: Session) async throws -> Output {
    let following = session.viewModels.following
    let updates = try await following.update(in: session.context)
    let items = try await following.items()
    guard !updates.isEmpty else { return .following(items) }
    var output = Output(.changes(.following(items)), updates.compactMap(\.notice).map { .notice($0) })
    let failures = updates.compactMap { update in update.error.map { (update.list, $0) } }
    if updates.count == 1, let (_, error) = failures.first {
      output.ending = .partlyFailed(error)
      return output
    }
    output.messages += failures.map { .warning("\($0.quotedName): \($1.text)") }
    if failures.count == updates.count {
      output.ending = .partlyFailed(FollowingError.partlyFailed(count: failures.count))
    }
    if output.messages.isEmpty { output.messages = [.notice("No list has changed")] }
    return output
  }
}

/// The `unfollow` command, which stops following a list.
struct UnfollowCommand: ShellCommand {
  static let command = Command(
    of: UnfollowCommand.self, "unfollow", "Stop following a list; `undo` follows it again.",
    details: """
      Asks for confirmation unless --yes is given. Films of the list that you have added stay in your collection.
      """, examples: ["unfollow Noir", #"unfollow "Best of 2026" --yes"#])

  static let arguments: [Argument<Self>] = [
    .positional(
      \.name, as: "name", kind: .followedList, "The name of the list, or its id; put several words in quotes.")
  ]

  var name = Word("")

  func run(in session: Session) async throws -> Output {
    let following = session.viewModels.following
    let list = try await following.list(named: name.text)
    guard
      try await session.confirm("Stop following the list \(list.quotedName)\(list.ownerText)?", action: "unfollow")
    else { return Output(.changes(.following([])), notice: "Nothing was changed.") }
    let item = try await following.item(list)
    try await following.unfollow(list, in: session.context)
    return Output(.changes(.following([item])), notice: "\(list.quotedName) is no longer followed")
  }
}

extension FollowedList {
  fileprivate var quotedName: String { "\"\(name)\"" }

  fileprivate var nameInCommand: String { Word(name).quotedIfNeeded }

  /// The owner as the end of a name; empty if the list does not name one.
  fileprivate var ownerText: String {
    guard let owner = content?.owner, !owner.isEmpty else { return "" }
    return " by \(owner)"
  }
}

extension FollowingViewModel.Update {
  /// The notice about changes of the list; `nil` if it has not changed.
  fileprivate var notice: String? {
    if isNewlyWithdrawn { return "\(list.quotedName) was withdrawn by its owner; its films stay here" }
    let parts = [
      added.isEmpty ? nil : "\(added.count.counted("new film")): \(added.titles)",
      removed.isEmpty ? nil : "\(removed.count.counted("film")) gone: \(removed.titles)",
    ].compactMap(\.self)
    return parts.isEmpty ? nil : "\(list.quotedName): \(parts.joined(separator: "; "))"
  }
}

extension [PublishedList.Film] {
  private static var maximumTitles: Int { 3 }

  fileprivate var titles: String {
    prefix(Self.maximumTitles).map(\.title).joined(separator: ", ") + (count > Self.maximumTitles ? ", …" : "")
  }
}

extension Output {
  /// Returns the output with the lists that the user follows.
  static func following(_ lists: [FollowedListItem]) -> Output {
    let notice = "You follow no lists. `follow ADDRESS` follows one."
    return Output(.list(.following(lists)), notice: lists.isEmpty ? notice : nil)
  }
}

extension Rows {
  static func following(_ lists: [FollowedListItem]) -> Rows { Rows(lists, followingFields, noun: "list") }

  private static let followingFields: [Field<FollowedListItem>] = [
    Field("id") { .text($0.list.id) },
    Field("name", Column("Name", isFlexible: true, minimumWidth: 12, distinguishesCutCells: true)) {
      .text($0.list.name)
    },
    Field("owner", Column("Owner", dropPriority: 2, isFlexible: true, minimumWidth: 8, hidesWhenEmpty: true)) {
      .optional($0.list.content.flatMap { $0.owner.isEmpty ? nil : $0.owner })
    }, Field("description") { .optional($0.list.content?.description) },
    Field(
      "films", Column("Films", alignment: .trailing), value: { .optional($0.filmCount) },
      cell: { Cell($0.filmCount.map(String.init) ?? "?") }),
    Field("seen", Column("Seen", alignment: .trailing, dropPriority: 1), .green) { .integer($0.seenCount) },
    Field("publishedAt") { .optional($0.list.content?.publishedAt) },
    Field(
      "readAt", Column("Read", dropPriority: 3), value: { .optional($0.list.readAt) },
      cell: { Cell($0.list.readAt.map { PartialDate(day: $0).text } ?? "never", .dim) }),
    Field(
      "withdrawn", Column("State", hidesWhenEmpty: true), value: { .bool($0.list.isWithdrawn) },
      cell: { Cell($0.list.isWithdrawn ? "withdrawn" : "", .yellow) }),
    Field("address") { .text($0.list.address.text) },
  ]
}
