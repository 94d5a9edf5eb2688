import FilmzDomain

/// `config set`: changes one line of the settings file.
package struct ConfigSetCommand: ShellCommand {
  package static let command = Command(
    ConfigSetCommand.self, "config set",
    "Change a setting; - asks for the value without showing it.",
    details: """
      One line of the settings file is changed, the rest stays as it is. A setting alias.NAME makes NAME
      a command of yours: its value runs, and words behind NAME go to its end.
      """,
    examples: """
      config set page.size auto
      config set omdb.apiKey -
      config set alias.w "ls --unwatched --sort -rating"
      """,
    // A word too many may be a part of a key, so it is not repeated.
    usageError: "config set takes a setting and one value")

  package static let arguments: [Argument<Self>] = [
    .word(\.key, as: "key", kind: .setting, "The setting, such as page.size."),
    .word(\.value, as: "value", "Its value, or -."),
  ]

  var key: Word = Word("")
  var value: Word = Word("")

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let key = try SettingName(named: key.text)
    let value = try await newValue(of: key, in: session)
    if case .alias = key { _ = try LineParser.commands(in: value) }
    try await session.settings.set(key, value)
    let entry = await session.settings.all()[key]
    var output = Output(.machineOnly(entry.members), [.notice("Set \(key.rawValue)")])
    if entry.origin == .environment, let variable = key.variable {
      output.messages.append(
        .warning("\(variable) in the environment goes over \(key.rawValue)"))
    }
    return output
  }

  private func newValue(of key: SettingName, in session: Session) async throws -> String {
    guard value.text == "-", !value.isQuoted else { return value.text }
    guard let askSecret = session.host.askSecret else {
      throw CommandError.noTerminal("a value cannot be asked for in a script; write it out")
    }
    session.progress?.stop()
    let answer = await askSecret("\(key.rawValue): ")?.filter { !$0.isWhitespace }
    guard let answer, !answer.isEmpty else {
      throw CommandError.missing("a value, and none came in", verb: "config set")
    }
    return answer
  }
}
