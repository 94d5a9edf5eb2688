import FilmzDomain
import FilmzViewModels

extension Command {
  /// The `sync` command, which groups the commands for sync; without a subcommand it syncs.
  static let sync = Command(
    "sync", "Keep the collections of several machines alike.",
    details: """
      Changes are exchanged through a folder that another program copies between the machines (Syncthing, Dropbox, \
      Nextcloud, NFS) or that is on a USB stick, or through a PostgreSQL server, which several people can share. \
      Everything there is encrypted; your other machines need the key, which `sync key` shows.

      Nothing waits for sync: each machine has everything, and each sync combines the changes. If two machines have \
      changed a value, the newer change is kept; `sync conflicts` lists the values that were replaced. Offline, a \
      folder is synced, and a server is not.
      """,
    examples: [
      "sync setup folder ~/Dropbox/filmz",
      "sync setup postgres postgresql://ada@localhost/filmz",
      "sync",
      "sync status",
    ],
    subcommands: [
      .syncNow, .syncStatus, SyncSetupCommand.command, SyncConflictsCommand.command,
      SyncKeyCommand.command, SyncNameCommand.command, SyncForgetCommand.command,
      SyncOffCommand.command,
    ])

  /// The `sync now` command, which sends and receives changes.
  static let syncNow = Command("sync now", "Send and receive changes.", examples: ["sync", "sync now"]) { session in
    var output = Output.synced(try await session.viewModels.sync.synchronize(in: session.context))
    let update = try await session.viewModels.publications.update(in: session.context)
    output.messages += update.published.map { .notice("Published \"\($0.name)\" again") }
    output.messages += update.problems.map { .warning($0) }
    return output
  }

  /// The `sync status` command, which shows the state of sync and the other machines.
  static let syncStatus = Command(
    "sync status", "Show the state of sync and the other machines.",
    details: """
      A machine is behind if it had not received all changes when it last wrote. A machine is unreadable if one of \
      its files cannot be read; nothing is lost then, and the line below names the file. If the folder or the server \
      cannot be reached, the machines that are known here are listed as unreachable.
      """, examples: ["sync status", "sync status --format json"]
  ) { session in .syncStatus(try await session.viewModels.sync.status(in: session.context)) }
}

/// The `sync conflicts` command, which lists replaced values, and sets one of them again.
struct SyncConflictsCommand: ShellCommand {
  static let command = Command(
    of: SyncConflictsCommand.self, "sync conflicts", "List values that two machines have changed, or keep one.",
    usage: "sync conflicts [keep <number>]",
    details: """
      `keep` sets the value that was replaced, as a step that `undo` takes back. Changing the value in any other \
      way resolves a conflict too.
      """, examples: ["sync conflicts", "sync conflicts keep 2"])

  static let arguments: [Argument<Self>] = [
    .positional(\.action, as: "keep", kind: .choice(["keep"]), "The word keep."),
    .positional(\.number, as: "number", "The number of the conflict."),
  ]

  var action: Word?
  var number: Int?

  func run(in session: Session) async throws -> Output {
    let sync = session.viewModels.sync
    guard let action else { return .conflicts(try await sync.list()) }
    guard action.text == "keep", let number else { throw Self.wrongUsage("write `sync conflicts keep NUMBER`") }
    let kept = try await sync.keep(number, in: session.context)
    return Output(
      .changes(.conflicts([kept])),
      notice: "\(kept.title): \(kept.conflict.label) \(kept.conflict.value.text(of: kept, on: session.typedScale))")
  }
}

/// The `sync name` command, which names this machine.
struct SyncNameCommand: ShellCommand {
  static let command = Command(
    of: SyncNameCommand.self, "sync name", "Name this machine; the other machines show this name.",
    examples: ["sync name laptop", #"sync name "Living room""#])

  static let arguments: [Argument<Self>] = [.positional(\.name, as: "name", "1 to 64 characters.")]

  var name = Word("")

  func run(in session: Session) async throws -> Output {
    let (name, isSent) = try await session.viewModels.sync.setName(name.text, in: session.context)
    return Output(
      .machineOnly([.init("name", .text(name))]),
      notice: "This machine is \(name)\(isSent ? "" : "; the others learn of it with the next sync")")
  }
}

/// The `sync forget` command, which hides another machine.
struct SyncForgetCommand: ShellCommand {
  static let command = Command(
    of: SyncForgetCommand.self, "sync forget", "Hide a machine that is not used any more.",
    details: """
      `sync status` does not list the machine any more. Its files stay in the folder, and what it has sent stays in \
      the collections. Files of the machine that cannot be read, such as files with another key, are ignored.
      """, examples: ["sync forget oldlaptop", #"sync forget "Living room""#])

  static let arguments: [Argument<Self>] = [.positional(\.peer, as: "machine", "The name that `sync status` shows.")]

  var peer = Word("")

  func run(in session: Session) async throws -> Output {
    try await session.viewModels.sync.forget(peer.text, in: session.context)
    return Output(.machineOnly([.init("forgotten", .text(peer.text))]), notice: "\(peer.text) is not shown any more")
  }
}

/// The `sync off` command, which ends sync on this machine.
struct SyncOffCommand: ShellCommand {
  static let command = Command(
    of: SyncOffCommand.self, "sync off", "Sync once more, then forget the place and the key.",
    details: """
      The collection stays. With --remove, the files of this machine are also removed from the folder, or everything \
      that you have on the server, after a question; the other machines keep what they have received.
      """, examples: ["sync off", "sync off --remove"])

  static let arguments: [Argument<Self>] = [
    .flag("--remove", \.removes, "Also remove the files in the folder, or the rows on the server.")
  ]

  var removes = false

  func run(in session: Session) async throws -> Output {
    // Throws an error before asking a question if sync is not set up.
    let key = try session.viewModels.sync.keyText()
    if removes {
      let question =
        session.viewModels.sync.isOnServer
        ? "Remove everything that you have on the server, also from your other machines and in comments and lists?"
        : "Remove the files of this machine from the folder?"
      guard try await session.confirm(question, action: "sync off --remove") else { return .syncUnchanged }
    }
    let sync = session.viewModels.sync
    if let problem = try await sync.syncReturningProblem(in: session.context) {
      let question = "The last sync failed: \(problem). Forget the place and the key nevertheless?"
      guard try await session.confirm(question, action: "sync off") else { return .syncUnchanged }
    }
    try await sync.turnOff(removesFiles: removes, in: session.context)
    var output = Output(.machineOnly([.init("state", .text("off"))]), notice: "Sync is off; the collection stays")
    if !removes {
      output.messages.append(.summary("To set it up there again, you need this key, which is not kept here:\n\(key)"))
    }
    return output
  }
}

extension Output {
  fileprivate static let syncUnchanged = Output(
    .machineOnly([.init("state", .text("on"))]), notice: "Nothing was changed.")
}
