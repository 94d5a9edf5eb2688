import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Foundation

extension Command {
  /// The `config` command, which groups the commands for settings.
  static let config = Command(
    "config", "Show and change settings.", examples: ["config", "config set page.size 20", "config set omdb.apiKey -"],
    subcommands: [
      .configList, ConfigGetCommand.command, ConfigSetCommand.command, ConfigUnsetCommand.command, .configPath,
    ])

  /// The `config ls` command, which lists all settings and their origins.
  static let configList = Command(
    "config ls", "List all settings; API keys are masked.",
    details: "Each setting is listed with its origin: the environment, the file or the default.",
    examples: ["config ls", "config ls --format json"]
  ) { session in
    let exhausted = await session.viewModels.filmDetail.exhaustedServices()
    let settings = await session.settings.all()
    return Output(
      .list(.settings(settings.all)),
      exhausted.map {
        .warning(
          "\($0)'s daily limit is reached: no more requests are sent before midnight UTC",
          state: .dailyLimit(service: $0))
      })
  }
}

/// The `config get` command, which shows one setting.
struct ConfigGetCommand: ShellCommand {
  static let command = Command(
    of: ConfigGetCommand.self, "config get", "Show one setting; API keys are masked.",
    examples: ["config get page.size", "config get omdb.apiKey"])

  static let arguments: [Argument<Self>] = [
    .positional(\.key, as: "setting", kind: .setting, "The setting's name, such as page.size.")
  ]

  var key: Word = Word("")

  func run(in session: Session) async throws -> Output {
    let entry = await session.settings.all()[try SettingName(named: key.text)]
    return Output(
      .text(entry.displayValue ?? "", entry.members),
      notice: entry.value == nil ? "\(entry.key.rawValue) is not set" : nil)
  }
}

/// The `config set` command, which changes one line of the settings file.
struct ConfigSetCommand: ShellCommand {
  static let command = Command(
    of: ConfigSetCommand.self, "config set", "Change a setting; enter - to be asked for a hidden value.",
    details: """
      Changes one line of the settings file and leaves the others unchanged. A setting alias.NAME
      defines a command NAME that runs the value; words after NAME are appended to the value.

      Tables of films have columns for your ratings and those of IMDb; with list.ratings mine, imdb or tmdb, \
      only for these, and with none for no ratings. With a token for TMDB, the column Score has IMDb's ratings and, \
      marked with T, TMDB's of films without one.
      """,
    examples: [
      "config set page.size auto",
      "config set list.ratings mine",
      "config set omdb.apiKey -",
      #"config set alias.w "ls --unwatched --sort -rating""#,
    ],
    // An extra word may be part of an API key, so the error does not repeat it.
    usageError: "config set takes a setting and one value")

  static let arguments: [Argument<Self>] = [
    .positional(\.key, as: "setting", kind: .setting, "The setting's name, such as page.size."),
    .positional(\.value, as: "value", kind: .settingValue, "The new value, or - to be asked for it."),
  ]

  var key: Word = Word("")
  var value: Word = Word("")

  func run(in session: Session) async throws -> Output {
    let key = try SettingName(named: key.text)
    try session.requireNotProtectedByPIN(key)
    var value = try await newValue(of: key, in: session)
    if key == .key(.profileName) { value = value.trimmed }
    if case .alias = key { _ = try LineParser.commands(in: value) }
    try await session.settings.set(key, value)
    let entry = await session.settings.all()[key]
    var output = Output(.machineOnly(entry.members), notice: "Set \(key.rawValue)")
    if entry.origin == .environment, let variable = key.variable {
      output.messages.append(.warning("\(variable) in the environment overrides \(key.rawValue)"))
    }
    return output
  }

  private func newValue(of key: SettingName, in session: Session) async throws -> String {
    guard value.text == "-", !value.isQuoted else { return value.text }
    return try await session.askSecret(
      "\(key.rawValue): ", name: "a value", verb: "config set",
      unavailable: "a script cannot ask for a value; write the value instead of -")
  }
}

/// The `config unset` command, which removes a setting from the settings file.
struct ConfigUnsetCommand: ShellCommand {
  static let command = Command(
    of: ConfigUnsetCommand.self, "config unset", "Remove a setting from the settings file.",
    details: "The setting then has its default value, unless the environment sets it.",
    examples: ["config unset page.size", "config unset omdb.apiKey"])

  static let arguments: [Argument<Self>] = [
    .positional(\.key, as: "setting", kind: .setting, "The setting's name, such as page.size.")
  ]

  var key: Word = Word("")

  func run(in session: Session) async throws -> Output {
    let key = try SettingName(named: key.text)
    try session.requireNotProtectedByPIN(key)
    try await session.settings.set(key, nil)
    let entry = await session.settings.all()[key]
    return Output(.machineOnly(entry.members), notice: "Unset \(key.rawValue)")
  }
}

extension Command {
  /// The `config path` command, which shows the path of the settings file.
  static let configPath = Command(
    "config path", "Show the path of the settings file.", examples: ["config path", "config path --format json"]
  ) { session in
    let path = session.settings.path
    return Output(.text(path, [.init("path", .text(path))]))
  }
}

extension Rows {
  /// Returns rows of settings; secrets are masked.
  static func settings(_ entries: [Settings.Setting]) -> Rows { Rows(entries, settingFields) }

  fileprivate static let settingFields: [Field<Settings.Setting>] = [
    Field("key", Column("Setting")) { .text($0.key.rawValue) },
    Field(
      "value", Column("Value", isFlexible: true, minimumWidth: 8), value: { .optional($0.displayValue) },
      cell: { Cell($0.displayValue ?? "not set", $0.value == nil ? .dim : .plain) }),
    Field("origin", Column("Origin", dropPriority: 1), .dim) { .text($0.origin.rawValue) },
  ]
}

extension Settings.Setting {
  /// The members of the setting's JSON object.
  var members: [JSONValue.Member] { Rows.settingFields.members(of: self) }
}
