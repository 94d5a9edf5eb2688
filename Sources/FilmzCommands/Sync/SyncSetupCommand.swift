import FilmzDomain
import FilmzViewModels

/// The `sync setup` command, which sets up sync through a folder or a server.
struct SyncSetupCommand: ShellCommand {
  static let command = Command(
    of: SyncSetupCommand.self, "sync setup", "Set up sync through a folder or a PostgreSQL server.",
    usage: """
      sync setup folder <path> [--key <file> | --show]
      sync setup postgres <url> [--key <file> | --show] [--create] [--member <name>]
      """,
    details: """
      The first machine makes the key; the others ask for it, or read it from the file of --key (- for standard \
      input). With --show, the key is visible while you type it. The folder must exist. Nothing is written to a place \
      whose files have another key.

      A server needs PostgreSQL 14 or later. --create makes the schema filmz in the database; --member makes a role \
      for another person, prints the URL with which they set up sync, and does not set up this machine. With - instead \
      of the URL, filmz asks for it without showing it. Servers on other machines are contacted with sslmode=verify-full, unless the URL says otherwise.
      """,
    examples: [
      "sync setup folder ~/Dropbox/filmz",
      "sync setup folder /media/stick/filmz --key key.txt",
      "sync setup postgres postgresql://root@localhost/filmz --create --member ada --member ben",
      "sync setup postgres -",
    ])

  static let arguments: [Argument<Self>] = [
    .positional(\.kind, as: "kind", kind: .choice(["folder", "postgres"]), "The word folder or postgres."),
    .positional(\.path, as: "path", kind: .file, "A folder, or the URL of a database."),
    .option("--key", \.key, as: "file", kind: .file, "The file with the key; - is standard input."),
    .flag("--show", \.shows, "Show the key while it is typed."),
    .flag("--create", \.creates, "Make the schema of filmz on the server."),
    .option("--member", \.members, as: "name", "Make a role for another person, and print its URL."),
  ]

  var kind: Word?
  var path: Word?
  var key: Word?
  var shows = false
  var creates = false
  var members: [Word] = []

  func run(in session: Session) async throws -> Output {
    guard let kind, ["folder", "postgres"].contains(kind.text), let path, !path.text.isEmpty else {
      throw Self.wrongUsage("write `sync setup folder PATH` or `sync setup postgres URL`")
    }
    guard kind.text == "folder" else { return try await setUpServer(path, in: session) }
    guard !creates, members.isEmpty else {
      throw Self.wrongUsage("--create and --member only go with `sync setup postgres`")
    }
    return try await setUp(.folder(path.text), in: session)
  }

  private func setUpServer(_ word: Word, in session: Session) async throws -> Output {
    let sync = session.viewModels.sync
    let url = word.text == "-" ? try await session.secret("URL of the database: ") : word.text
    guard creates || !members.isEmpty else { return try await setUp(.server(url), in: session) }
    let urls = try await sync.prepareServer(url, creates: creates, members: members.map(\.text), in: session.context)
    // With --member, this machine is not set up.
    guard members.isEmpty else { return .members(zip(members.map(\.text), urls)) }
    return try await setUp(.server(url), in: session)
  }

  /// Asks whether new comments are shared, unless the setting has a value already.
  private func askAboutComments(in session: Session) async throws {
    let key = SettingName.key(.commentsShared)
    guard session.host.ask != nil, !session.options.yes,
      await session.settings.all()[.commentsShared].origin == .default
    else { return }
    let question = "Let the members of this server read the comments that you write from now on?"
    let isShared = try await session.confirm(question, action: "sync setup")
    try await session.settings.set(key, isShared ? "on" : "off")
  }

  private func setUp(_ place: SyncPlace, in session: Session) async throws -> Output {
    let sync = session.viewModels.sync
    var keyText: String?
    if let key {
      keyText = try await session.key(from: key, shows: shows)
    } else if try await sync.needsKey(place, in: session.context) {
      keyText = try await session.askKey(shows: shows)
    }
    if case .server = place { try await askAboutComments(in: session) }
    let (sharedKey, name, report) = try await sync.setUp(place, keyText: keyText, in: session.context)
    var output = Output.synced(report)
    output.messages.append(.notice("This machine is called \(name); `sync name NAME` renames it"))
    if keyText == nil {
      output.messages.append(.summary("The other machines need this key, which `sync key` shows again:\n\(sharedKey)"))
    }
    return output
  }
}

extension Output {
  /// Returns the output with the names of new members and their URLs, which contain the passwords.
  fileprivate static func members(_ members: some Sequence<(String, String)>) -> Output {
    let rows = Array(members)
    return Output(
      .text(
        rows.map { "\($0.0): \($0.1)" }.joined(separator: "\n"),
        [
          .init(
            "members",
            .array(rows.map { name, url in .object([.init("name", .text(name)), .init("url", .text(url))]) }))
        ]), notice: "Each member runs `sync setup postgres URL`; the URL contains the password, and is not shown again")
  }
}

/// The `sync key` command, which shows or replaces the key.
struct SyncKeyCommand: ShellCommand {
  static let command = Command(
    of: SyncKeyCommand.self, "sync key", "Show the key for the other machines, or set another one.",
    usage: "sync key [set [--key <file> | --show]]",
    details: """
      Anyone who has the key and the folder can read your collection. `set` asks for the key of another machine, and \
      encrypts the files of this machine again with that key; with --show, the key is visible while you type it.
      """, examples: ["sync key", "sync key set", "sync key set --key key.txt"])

  static let arguments: [Argument<Self>] = [
    .positional(\.action, as: "set", kind: .choice(["set"]), "The word set."),
    .option("--key", \.key, as: "file", kind: .file, "The file with the key; - is standard input."),
    .flag("--show", \.shows, "Show the key while it is typed."),
  ]

  var action: Word?
  var key: Word?
  var shows = false

  func run(in session: Session) async throws -> Output {
    let sync = session.viewModels.sync
    guard let action else {
      let text = try sync.keyText()
      return Output(.text(text, [.init("key", .text(text))]))
    }
    guard action.text == "set" else { throw Self.wrongUsage("write `sync key` or `sync key set`") }
    // Throws an error before asking for a key if sync is not set up.
    _ = try sync.keyText()
    let text =
      if let key { try await session.key(from: key, shows: shows) } else { try await session.askKey(shows: shows) }
    guard let text else {
      throw CommandError.needsTerminal("a script cannot ask for the key; give a file with the key with --key")
    }
    return .synced(try await sync.setKey(text, in: session.context))
  }
}

extension Session {
  /// Returns a secret that the user types without echo, or a line of standard input in a script.
  fileprivate func secret(_ prompt: String) async throws -> String {
    guard host.ask != nil, let askSecret = host.askSecret else { return readLine() ?? "" }
    progress?.stop()
    guard let answer = await askSecret(prompt) else { throw CommandError.interrupted }
    return answer
  }

  /// Returns the content of the file with a key, or a line of standard input for `-`.
  fileprivate func key(from word: Word, shows: Bool) async throws -> String {
    guard word.text == "-" else { return try viewModels.sync.keyText(fromFile: word.text) }
    // On a terminal, `readLine` would show the key.
    guard host.ask == nil else { return try await askKey(shows: shows) ?? "" }
    return readLine() ?? ""
  }

  /// Asks for a key, which is echoed only if `shows` is `true`, until the input is valid or empty; returns `nil` if the
  /// user cannot be asked.
  fileprivate func askKey(shows: Bool) async throws -> String? {
    // Without a terminal, the next line of standard input would be taken for the key.
    guard let ask = host.ask, let askSecret = host.askSecret else { return nil }
    progress?.stop()
    while true {
      guard let answer = await (shows ? ask : askSecret)("Key of the other machine: ") else {
        throw CommandError.interrupted
      }
      guard !answer.isEmpty else { return answer }
      do {
        try SyncViewModel.check(keyText: answer)
        return answer
      } catch {
        printer.printWarning(error.message)
      }
    }
  }
}
