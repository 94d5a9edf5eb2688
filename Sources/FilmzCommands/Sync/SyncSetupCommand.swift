import FilmzDomain
import FilmzViewModels

/// The `sync setup` command, which sets up sync with a folder.
package struct SyncSetupCommand: ShellCommand {
  package static let command = Command(
    SyncSetupCommand.self, "sync setup", "Set up sync with a folder.",
    usage: "sync setup folder <path> [--key <file>]",
    details: """
      The first machine makes the key; the others ask for it, or read it from the file of --key (- for standard \
      input). The folder must exist. Nothing is written to a folder whose files have another key.
      """,
    examples: """
      sync setup folder ~/Dropbox/filmz
      sync setup folder /media/stick/filmz --key key.txt
      """)

  package static let arguments: [Argument<Self>] = [
    .positional(\.kind, as: "folder", kind: .choice(["folder"]), "The word folder."),
    .positional(\.path, as: "path", kind: .file, "A folder."),
    .option("--key", \.key, as: "file", kind: .file, "The file with the key; - is standard input."),
  ]

  var kind: Word?
  var path: Word?
  var key: Word?

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard kind?.text == "folder", let path, !path.text.isEmpty else {
      throw CommandError.wrongUsage("write `sync setup folder PATH`", verb: "sync setup")
    }
    let sync = session.viewModels.sync
    var keyText: String?
    if let key {
      keyText = try await session.key(from: key)
    } else if try sync.needsKey(folder: path.text) {
      keyText = await session.askKey()
    }
    let (newKey, report) = try await sync.setUp(
      folder: path.text, keyText: keyText, in: session.context)
    var output = Output.synced(report)
    if keyText == nil {
      output.messages.append(
        .summary("The other machines need this key, which `sync key` shows again:\n\(newKey)"))
    }
    return output
  }
}

/// The `sync key` command, which shows or replaces the key.
package struct SyncKeyCommand: ShellCommand {
  package static let command = Command(
    SyncKeyCommand.self, "sync key", "Show the key for the other machines, or take another one.",
    usage: "sync key [set [--key <file>]]",
    details: """
      Who has the key and the folder can read your collection. `set` asks for the key of another machine, and \
      writes the files of this one anew with it.
      """,
    examples: """
      sync key
      sync key set
      sync key set --key key.txt
      """)

  package static let arguments: [Argument<Self>] = [
    .positional(\.action, as: "set", kind: .choice(["set"]), "The word set."),
    .option("--key", \.key, as: "file", kind: .file, "The file with the key; - is standard input."),
  ]

  var action: Word?
  var key: Word?

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let sync = session.viewModels.sync
    guard let action else {
      let text = try sync.keyText()
      return Output(.text(text, [.init(name: "key", value: .text(text))]))
    }
    guard action.text == "set" else {
      throw CommandError.wrongUsage("write `sync key` or `sync key set`", verb: "sync key")
    }
    let text = if let key { try await session.key(from: key) } else { await session.askKey() }
    guard let text else {
      if session.host.ask != nil { throw CommandError.interrupted }
      throw CommandError.needsTerminal("a script cannot ask for the key; give its file with --key")
    }
    return .synced(try await sync.setKey(text, in: session.context))
  }
}

extension Session {
  /// Returns the content of the file with a key, or a line of standard input for `-`.
  fileprivate func key(from word: Word) async throws -> String {
    guard word.text == "-" else { return try viewModels.sync.keyText(fromFile: word.text) }
    // On a terminal, `readLine` would show the key.
    guard host.ask == nil else { return await askKey() ?? "" }
    return readLine() ?? ""
  }

  /// Asks for a key, which is not echoed; returns `nil` if the user cannot be asked, or enters nothing.
  fileprivate func askKey() async -> String? {
    // Without a terminal, the next line of standard input would be taken for the key.
    guard host.ask != nil, let askSecret = host.askSecret else { return nil }
    progress?.stop()
    let answer = await askSecret("Key of the other machine: ")
    return answer?.isEmpty == true ? nil : answer
  }
}
