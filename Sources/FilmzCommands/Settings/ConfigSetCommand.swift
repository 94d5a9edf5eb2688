import FilmzDomain

/// The `config set` command, which changes one line of the settings file.
package struct ConfigSetCommand: ShellCommand {
  package static let command = Command(
    ConfigSetCommand.self, "config set",
    "Change a setting; enter - to be asked for a hidden value.",
    details: """
      Changes one line of the settings file and leaves the others unchanged. A setting alias.NAME
      defines a command NAME that runs the value; words after NAME are appended to it.

      Tables of films have columns for your ratings and those of IMDb; with list.ratings mine, imdb or tmdb, \
      only for these, and with none for no ratings.
      """,
    examples: """
      config set page.size auto
      config set list.ratings mine
      config set omdb.apiKey -
      config set alias.w "ls --unwatched --sort -rating"
      """,
    // An extra word may be part of an API key, so the error does not repeat it.
    usageError: "config set takes a setting and one value")

  package static let arguments: [Argument<Self>] = [
    .positional(\.key, as: "setting", kind: .setting, "The setting's name, such as page.size."),
    .positional(
      \.value, as: "value", kind: .settingValue, "The new value, or - to be asked for it."),
  ]

  var key: Word = Word("")
  var value: Word = Word("")

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let key = try SettingName(named: key.text)
    try session.requireNoPIN(for: key)
    var value = try await newValue(of: key, in: session)
    if key == .key(.profileName) { value = value.trimmed }
    if case .alias = key { _ = try LineParser.commands(in: value) }
    try await session.settings.set(key, value)
    let entry = await session.settings.all()[key]
    var output = Output(.machineOnly(entry.members), [.notice("Set \(key.rawValue)")])
    if entry.origin == .environment, let variable = key.variable {
      output.messages.append(
        .warning("\(variable) in the environment overrides \(key.rawValue)"))
    }
    return output
  }

  private func newValue(of key: SettingName, in session: Session) async throws -> String {
    guard value.text == "-", !value.isQuoted else { return value.text }
    guard let askSecret = session.host.askSecret else {
      throw CommandError.needsTerminal(
        "a script cannot ask for a value; write the value instead of -")
    }
    session.progress?.stop()
    let answer = await askSecret("\(key.rawValue): ")?.filter { !$0.isWhitespace }
    guard let answer, !answer.isEmpty else {
      throw CommandError.missingArgument("a value, but none was entered", verb: "config set")
    }
    return answer
  }
}
