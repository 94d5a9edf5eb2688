import FilmzDomain
import FilmzTerminal
import FilmzViewModels

/// The `kids` command, which groups the commands for the kids filter.
enum KidsCommand {
  static let command = Command(
    nil, "kids", "Show only films that are certified for children.",
    details: """
      While the filter is on, films whose certification is not known or is not in the setting kids.ratings are \
      left out everywhere; footers say how many. Your data is not changed: `backup`, `undo` and `redo` treat \
      all films, and count hidden ones without naming them.

      It is a filter, not a lock: who can read the files can read everything in them, the shell's history \
      has the lines that were typed, and `sql` is not filtered.
      """,
    examples: """
      kids on
      kids on --pin
      kids off
      kids status
      """,
    subcommands: [KidsStatusCommand.command, KidsOnCommand.command, KidsOffCommand.command])
}

/// The `kids status` command, which shows whether the kids filter is on.
struct KidsStatusCommand: ShellCommand {
  static let command = Command(
    KidsStatusCommand.self, "kids status", "Say whether the kids filter is on, and what it shows.",
    examples: """
      kids status
      kids
      """)

  func run(in session: Session) async throws -> Output {
    let status = try await session.viewModels.kids.status()
    return Output(.text(status.text, status.members))
  }
}

/// The `kids on` command, which turns the kids filter on.
struct KidsOnCommand: ShellCommand {
  static let command = Command(
    KidsOnCommand.self, "kids on", "Show only films that are certified for children.",
    details: """
      With --pin, asks for 4 to 12 digits, which `kids off` asks for too; changing the settings kids.on and \
      kids.ratings is then refused. If you have forgotten the PIN, delete the file kids.json in the state \
      folder: the filter is no lock. `config set kids.ratings G,PG` chooses the certifications.
      """,
    examples: """
      kids on
      kids on --pin
      """)

  static let arguments: [Argument<Self>] = [
    .flag("--pin", \.pin, "Ask for a PIN, without which the filter is not turned off.")
  ]

  var pin = false

  func run(in session: Session) async throws -> Output {
    let kids = session.viewModels.kids
    if pin {
      if kids.hasPIN { try await session.checkPIN(for: "kids on --pin") }
      try kids.setPIN(try await session.askNewPIN(for: "kids on --pin"))
      await session.preferences.setFailedPIN(false)
    }
    try await session.settings.set(.key(.kidsOn), "on")
    let status = try await kids.status()
    return Output(.machineOnly(status.members), [.notice(status.text)])
  }
}

/// The `kids off` command, which turns the kids filter off.
struct KidsOffCommand: ShellCommand {
  static let command = Command(
    KidsOffCommand.self, "kids off", "Show all films again.",
    details: """
      Asks for the PIN if `kids on --pin` has set one, and removes the PIN.
      """,
    examples: """
      kids off
      kids off --verbose
      """)

  func run(in session: Session) async throws -> Output {
    let kids = session.viewModels.kids
    let hasPIN = kids.hasPIN
    if hasPIN {
      try await session.checkPIN(for: "kids off")
      await session.preferences.setFailedPIN(false)
    }
    try await session.settings.set(.key(.kidsOn), "off")
    if hasPIN { try kids.setPIN(nil) }
    return Output(.machineOnly(try await kids.status().members), [.notice("All films are shown")])
  }
}

extension Session {
  /// Asks for the PIN of the kids filter.
  ///
  /// - Throws: ``CommandError/wrongPIN``, or the errors of ``askPIN(_:for:)``.
  fileprivate func checkPIN(for verb: String) async throws {
    guard viewModels.kids.isPIN(try await askPIN("PIN: ", for: verb)) else {
      throw CommandError.wrongPIN
    }
  }

  /// Asks twice for a new PIN; a single call without a terminal reads one line.
  ///
  /// - Returns: The PIN, which may not be valid.
  /// - Throws: ``CommandError/differentPINs``, or the errors of ``askPIN(_:for:)``.
  fileprivate func askNewPIN(for verb: String) async throws -> String {
    let pin = try await askPIN("New PIN (4 to 12 digits): ", for: verb)
    guard host.ask != nil, KidsViewModel.canBePIN(pin) else { return pin }
    guard try await askPIN("The new PIN again: ", for: verb) == pin else {
      throw CommandError.differentPINs
    }
    return pin
  }

  /// Asks for a PIN, which is not echoed.
  ///
  /// - Throws: A ``CommandError`` if the user cannot be asked, or enters nothing.
  fileprivate func askPIN(_ question: String, for verb: String) async throws -> String {
    guard let askSecret = host.askSecret else {
      throw CommandError.needsTerminal(
        "a script cannot ask for the PIN; use `\(verb)` in a terminal")
    }
    progress?.stop()
    await preferences.setFailedPIN(true)
    guard let answer = await askSecret(question)?.filter({ !$0.isWhitespace }), !answer.isEmpty
    else {
      throw CommandError.missingArgument("a PIN, but none was entered", verb: verb)
    }
    return answer
  }

  /// Checks that a setting of the kids filter may be changed without the PIN.
  ///
  /// - Throws: ``CommandError/protectedByPIN(_:)``.
  func requireNoPIN(for key: SettingName) throws {
    guard [.key(.kidsOn), .key(.kidsRatings)].contains(key), viewModels.kids.hasPIN else { return }
    throw CommandError.protectedByPIN(key.rawValue)
  }
}

extension KidsStatus {
  /// Whether the filter is on, which certifications it shows, and how many films it hides.
  fileprivate var text: String {
    let certifications = ratings.joined(separator: ", ")
    guard isOn else { return "The kids filter is off; it would show films rated \(certifications)" }
    let films = "\(shown.counted("film")) of your collection \(shown == 1 ? "is" : "are") shown"
    return "The kids filter is on: films rated \(certifications); \(films), \(hidden) hidden"
      + (hasPIN ? "; `kids off` asks for the PIN" : "")
  }

  fileprivate var members: [JSONValue.Member] {
    [
      .init(name: "kids", value: .text(isOn ? "on" : "off")),
      .init(name: "ratings", value: .list(ratings)),
      .init(name: "pin", value: .bool(hasPIN)), .init(name: "shown", value: .integer(shown)),
      .init(name: "hidden", value: .integer(hidden)),
    ]
  }
}
