import FilmzDomain
import FilmzViewModels

/// The `sync` command, which groups the commands for sync; without a subcommand it syncs.
enum SyncCommand {
  static let command = Command(
    nil, "sync", "Keep the collections of several machines alike.",
    details: """
      They meet in a folder that something else carries between the machines (Syncthing, Dropbox, Nextcloud, NFS, a \
      USB stick), or on a PostgreSQL server, which several people can share. Everything there is encrypted; your other \
      machines need the key, which `sync key` shows.

      Nothing waits for sync: each machine has everything, and changes are combined when they meet. Of a value \
      that two machines have changed, the newest holds; `sync conflicts` lists what it replaced. Offline, a \
      folder is synced, and a server is not.
      """,
    examples: """
      sync setup folder ~/Dropbox/filmz
      sync setup postgres postgresql://ada@localhost/filmz
      sync
      sync status
      """,
    subcommands: [
      SyncNowCommand.command, SyncStatusCommand.command, SyncSetupCommand.command,
      SyncConflictsCommand.command, SyncKeyCommand.command, SyncNameCommand.command,
      SyncForgetCommand.command, SyncOffCommand.command,
    ])
}

/// The `sync now` command, which sends and receives changes.
struct SyncNowCommand: ShellCommand {
  static let command = Command(
    SyncNowCommand.self, "sync now", "Send and receive changes.",
    examples: """
      sync
      sync now
      """)

  func run(in session: Session) async throws -> Output {
    var output = Output.synced(try await session.viewModels.sync.synchronize(in: session.context))
    let update = try await session.viewModels.publications.update(in: session.context)
    output.messages += update.published.map { .notice("Published \"\($0.name)\" again") }
    output.messages += update.problems.map { .warning($0) }
    return output
  }
}

/// The `sync status` command, which shows the state of sync and the other machines.
struct SyncStatusCommand: ShellCommand {
  static let command = Command(
    SyncStatusCommand.self, "sync status", "Show the state of sync and the other machines.",
    details: """
      A machine is behind if it had not received all changes when it last wrote. A machine is \
      unreadable if one of its files is; nothing is lost by that, and the line below says which. If the folder or \
      the server cannot be reached, the machines that are known here are listed as unreachable.
      """,
    examples: """
      sync status
      sync status --format json
      """)

  func run(in session: Session) async throws -> Output {
    .syncStatus(try await session.viewModels.sync.status(in: session.context))
  }
}

/// The `sync conflicts` command, which lists replaced values, and sets one of them again.
struct SyncConflictsCommand: ShellCommand {
  static let command = Command(
    SyncConflictsCommand.self, "sync conflicts",
    "List values that two machines have changed, or keep one.",
    usage: "sync conflicts [keep <number>]",
    details: """
      `keep` sets the value that was replaced, as a step that `undo` takes back. Changing the value in any other \
      way settles a conflict too.
      """,
    examples: """
      sync conflicts
      sync conflicts keep 2
      """)

  static let arguments: [Argument<Self>] = [
    .positional(\.action, as: "keep", kind: .choice(["keep"]), "The word keep."),
    .positional(\.number, as: "number", "The number of the conflict."),
  ]

  var action: Word?
  var number: PositiveInt?

  func run(in session: Session) async throws -> Output {
    let sync = session.viewModels.sync
    guard let action else { return .conflicts(try await sync.list()) }
    guard action.text == "keep", let number else {
      throw CommandError.wrongUsage("write `sync conflicts keep NUMBER`", verb: "sync conflicts")
    }
    let kept = try await sync.keep(number.value, in: session.context)
    return Output(
      .changes(.conflicts([kept])),
      [.notice("\(kept.title): \(kept.conflict.label) \(kept.conflict.value.text(of: kept))")])
  }
}

/// The `sync name` command, which names this machine.
struct SyncNameCommand: ShellCommand {
  static let command = Command(
    SyncNameCommand.self, "sync name", "Name this machine, as the others show it.",
    examples: """
      sync name laptop
      sync name "Living room"
      """)

  static let arguments: [Argument<Self>] = [
    .positional(\.name, as: "name", "1 to 64 characters.")
  ]

  var name = Word("")

  func run(in session: Session) async throws -> Output {
    let (name, isSent) = try await session.viewModels.sync.setName(name.text, in: session.context)
    return Output(
      .machineOnly([.init(name: "name", value: .text(name))]),
      [
        .notice(
          "This machine is \(name)\(isSent ? "" : "; the others learn of it with the next sync")"
        )
      ])
  }
}

/// The `sync forget` command, which hides another machine.
struct SyncForgetCommand: ShellCommand {
  static let command = Command(
    SyncForgetCommand.self, "sync forget",
    "Hide a machine that is not used any more from the status.",
    details: """
      Its files stay in the folder, and what it has sent stays in the collections. Files of it that cannot be read, \
      such as those with another key, are ignored.
      """,
    examples: """
      sync forget oldlaptop
      sync forget "Living room"
      """)

  static let arguments: [Argument<Self>] = [
    .positional(\.peer, as: "machine", "The name that `sync status` shows.")
  ]

  var peer = Word("")

  func run(in session: Session) async throws -> Output {
    try await session.viewModels.sync.forget(peer.text, in: session.context)
    return Output(
      .machineOnly([.init(name: "forgotten", value: .text(peer.text))]),
      [.notice("\(peer.text) is not shown any more")])
  }
}

/// The `sync off` command, which ends sync on this machine.
struct SyncOffCommand: ShellCommand {
  static let command = Command(
    SyncOffCommand.self, "sync off", "Sync once more, then forget the place and the key.",
    details: """
      The collection stays. With --remove, the files of this machine are also removed from the folder, or everything \
      that you have on the server, after a question; the other machines keep what they have received.
      """,
    examples: """
      sync off
      sync off --remove
      """)

  static let arguments: [Argument<Self>] = [
    .flag("--remove", \.removes, "Also remove the files in the folder, or the rows on the server.")
  ]

  var removes = false

  func run(in session: Session) async throws -> Output {
    // Fails before a question if sync is not set up.
    let key = try session.viewModels.sync.keyText()
    if removes {
      let question =
        session.viewModels.sync.isOnServer
        ? "Remove everything that you have on the server, also from your other machines and in comments and lists?"
        : "Remove the files of this machine from the folder?"
      guard try await session.confirm(question, action: "sync off --remove") else {
        return .syncUnchanged
      }
    }
    let sync = session.viewModels.sync
    if let problem = try await sync.syncReturningProblem(in: session.context) {
      let question = "The last sync failed: \(problem). Forget the place and the key nevertheless?"
      guard try await session.confirm(question, action: "sync off") else { return .syncUnchanged }
    }
    try await sync.turnOff(removesFiles: removes, in: session.context)
    var output = Output(
      .machineOnly([.init(name: "state", value: .text("off"))]),
      [.notice("Sync is off; the collection stays")])
    if !removes {
      output.messages.append(
        .summary("To set it up there again, you need this key, which is not kept here:\n\(key)"))
    }
    return output
  }
}

extension Output {
  fileprivate static let syncUnchanged = Output(
    .machineOnly([.init(name: "state", value: .text("on"))]), [.notice("Nothing was changed.")])
}
