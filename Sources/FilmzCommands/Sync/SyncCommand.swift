import FilmzDomain
import FilmzViewModels

/// The `sync` command, which groups the commands for sync; without a subcommand it syncs.
package enum SyncCommand {
  package static let command = Command(
    nil, "sync", "Keep the collections of several machines alike, through a folder.",
    details: """
      The folder is one that something else carries between the machines: Syncthing, Dropbox, Nextcloud, NFS, a \
      USB stick. Everything in it is encrypted; the other machines need the key, which `sync key` shows.

      Nothing waits for sync: each machine has everything, and changes are combined when they meet. Of a value \
      that two machines have changed, the newest holds; `sync conflicts` lists what it replaced.
      """,
    examples: """
      sync setup folder ~/Dropbox/filmz
      sync
      sync status
      sync conflicts
      """,
    subcommands: [
      SyncNowCommand.command, SyncStatusCommand.command, SyncSetupCommand.command,
      SyncConflictsCommand.command, SyncKeyCommand.command, SyncNameCommand.command,
      SyncForgetCommand.command, SyncOffCommand.command,
    ])
}

/// The `sync now` command, which sends and receives changes.
package struct SyncNowCommand: ShellCommand {
  package static let command = Command(
    SyncNowCommand.self, "sync now", "Send and receive changes.",
    examples: """
      sync
      sync now
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    .synced(try await session.viewModels.sync.synchronize(in: session.context))
  }
}

/// The `sync status` command, which says where sync stands.
package struct SyncStatusCommand: ShellCommand {
  package static let command = Command(
    SyncStatusCommand.self, "sync status", "Show the state of sync and the other machines.",
    details: """
      A machine is behind if it had not received all changes when it last wrote to the folder. A machine is \
      unreadable if one of its files is; nothing is lost by that, and the line below says which.
      """,
    examples: """
      sync status
      sync status --format json
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    .syncStatus(try await session.viewModels.sync.status(in: session.context))
  }
}

/// The `sync conflicts` command, which lists replaced values, and sets one of them again.
package struct SyncConflictsCommand: ShellCommand {
  package static let command = Command(
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

  package static let arguments: [Argument<Self>] = [
    .positional(\.action, as: "keep", kind: .choice(["keep"]), "The word keep."),
    .positional(\.number, as: "number", "The number of the conflict."),
  ]

  var action: Word?
  var number: PositiveInt?

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let sync = session.viewModels.sync
    guard let action else { return .conflicts(try await sync.list()) }
    guard action.text == "keep", let number else {
      throw CommandError.wrongUsage("write `sync conflicts keep NUMBER`", verb: "sync conflicts")
    }
    let kept = try await sync.keep(number.value, in: session.context)
    return Output(
      .changes(.conflicts([kept])),
      [.notice("\(kept.title): \(kept.conflict.label) \(kept.conflict.replaced.text(of: kept))")])
  }
}

/// The `sync name` command, which names this machine.
package struct SyncNameCommand: ShellCommand {
  package static let command = Command(
    SyncNameCommand.self, "sync name", "Name this machine, as the others show it.",
    examples: """
      sync name laptop
      sync name "Living room"
      """)

  package static let arguments: [Argument<Self>] = [
    .positional(\.name, as: "name", "1 to 64 characters.")
  ]

  var name = Word("")

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let isSent = try await session.viewModels.sync.setName(name.text, in: session.context)
    return Output(
      .machineOnly([.init(name: "name", value: .text(name.text))]),
      [
        .notice(
          "This machine is \(name.text)\(isSent ? "" : "; the others learn of it with the next sync")"
        )
      ])
  }
}

/// The `sync forget` command, which hides another machine.
package struct SyncForgetCommand: ShellCommand {
  package static let command = Command(
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

  package static let arguments: [Argument<Self>] = [
    .positional(\.peer, as: "machine", "The name that `sync status` shows.")
  ]

  var peer = Word("")

  package init() {}

  package func run(in session: Session) async throws -> Output {
    try await session.viewModels.sync.forget(peer.text, in: session.context)
    return Output(
      .machineOnly([.init(name: "forgotten", value: .text(peer.text))]),
      [.notice("\(peer.text) is not shown any more")])
  }
}

/// The `sync off` command, which ends sync on this machine.
package struct SyncOffCommand: ShellCommand {
  package static let command = Command(
    SyncOffCommand.self, "sync off", "Sync once more, then forget the folder and the key.",
    details: """
      The collection stays. With --remove, the files of this machine are also removed from the folder, after a \
      question; the other machines keep what they have received.
      """,
    examples: """
      sync off
      sync off --remove
      """)

  package static let arguments: [Argument<Self>] = [
    .flag("--remove", \.removes, "Also remove the files of this machine from the folder.")
  ]

  var removes = false

  package init() {}

  package func run(in session: Session) async throws -> Output {
    if removes {
      let question = "Remove the files of this machine from the folder?"
      guard try await session.confirm(question, action: "sync off --remove") else {
        return .syncUnchanged
      }
    }
    let sync = session.viewModels.sync
    if let problem = try await sync.lastSyncProblem(in: session.context) {
      let question = "The last sync failed: \(problem). Forget the folder and its key nevertheless?"
      guard try await session.confirm(question, action: "sync off") else { return .syncUnchanged }
    }
    try await sync.turnOff(removesFiles: removes, in: session.context)
    return Output(
      .machineOnly([.init(name: "state", value: .text("off"))]),
      [.notice("Sync is off; the collection stays")])
  }
}

extension Output {
  fileprivate static let syncUnchanged = Output(
    .machineOnly([.init(name: "state", value: .text("on"))]), [.notice("Nothing was changed.")])
}
