import FilmzDomain
import FilmzStore
import FilmzViewModels

extension Command {
  /// The `kids` command, which groups the commands for the kids filter.
  static let kids = Command(
    "kids", "Show only films that are certified for children.",
    details: """
      While the filter is on, films whose certification is not known or is not in the setting kids.ratings are \
      left out everywhere; footers say how many. Your data is not changed: `backup`, `undo` and `redo` treat \
      all films, and count hidden ones without naming them.

      It is a filter, not a lock: anyone who can read the files can read everything in them, the shell's history \
      has the lines that were typed, and `sql` is not filtered.
      """, examples: ["kids on", "kids on --pin", "kids off", "kids status"],
    subcommands: [.kidsStatus, KidsOnCommand.command, .kidsOff])

  /// The `kids status` command, which shows whether the kids filter is on.
  static let kidsStatus = Command(
    "kids status", "Say whether the kids filter is on, and what it shows.", examples: ["kids status", "kids"]
  ) { session in
    let status = try await session.viewModels.kids.status()
    return Output(.text(status.text, status.members))
  }
}

/// The `kids on` command, which turns the kids filter on.
struct KidsOnCommand: ShellCommand {
  static let command = Command(
    of: KidsOnCommand.self, "kids on", "Show only films that are certified for children.",
    details: """
      With --pin, asks for 4 to 12 digits, which `kids off` asks for too; changing the settings kids.on and \
      kids.ratings is then refused. If you have forgotten the PIN, delete the file kids.json in the state \
      folder: the filter is no lock. `config set kids.ratings G,PG` chooses the certifications.
      """, examples: ["kids on", "kids on --pin"])

  static let arguments: [Argument<Self>] = [
    .flag("--pin", \.pin, "Set a PIN, which is needed to turn the filter off.")
  ]

  var pin = false

  func run(in session: Session) async throws -> Output {
    let kids = session.viewModels.kids
    if pin {
      if kids.hasPIN { try await session.checkPIN(for: "kids on --pin") }
      try kids.setPIN(try await session.askNewPIN(for: "kids on --pin"))
    }
    try await session.settings.set(.key(.kidsOn), "on")
    let status = try await kids.status()
    return Output(.machineOnly(status.members), notice: status.text)
  }
}

extension Command {
  /// The `kids off` command, which turns the kids filter off.
  static let kidsOff = Command(
    "kids off", "Show all films again.",
    details: "Asks for the PIN if `kids on --pin` has set one, and removes the PIN.",
    examples: ["kids off", "kids off --verbose"]
  ) { session in
    let kids = session.viewModels.kids
    let hasPIN = kids.hasPIN
    if hasPIN { try await session.checkPIN(for: "kids off") }
    try await session.settings.set(.key(.kidsOn), "off")
    if hasPIN { try kids.setPIN(nil) }
    return Output(.machineOnly(try await kids.status().members), notice: "All films are shown")
  }
}

extension Session {
  /// Asks for the PIN of the kids filter.
  ///
  /// - Throws: ``CommandError/wrongPIN``, or the errors of ``askPIN(_:for:)``.
  fileprivate func checkPIN(for verb: String) async throws {
    guard viewModels.kids.isPIN(try await askPIN("PIN: ", for: verb)) else { throw CommandError.wrongPIN }
  }

  /// Asks twice for a new PIN; without a terminal, a single command reads it from one line of standard input.
  ///
  /// - Returns: The PIN, which may not be valid.
  /// - Throws: ``CommandError/differentPINs``, or the errors of ``askPIN(_:for:)``.
  fileprivate func askNewPIN(for verb: String) async throws -> String {
    let pin = try await askPIN("New PIN (4 to 12 digits): ", for: verb)
    guard host.ask != nil, KidsPIN.isValid(pin) else { return pin }
    guard try await askPIN("The new PIN again: ", for: verb) == pin else { throw CommandError.differentPINs }
    return pin
  }

  /// Asks for a PIN, which is not echoed.
  ///
  /// - Throws: A ``CommandError`` if the user cannot be asked, or enters nothing.
  fileprivate func askPIN(_ question: String, for verb: String) async throws -> String {
    if host.askSecret != nil { await preferences.expectPIN() }
    return try await askSecret(
      question, name: "a PIN", verb: verb, unavailable: "a script cannot ask for the PIN; use `\(verb)` in a terminal")
  }

  /// Checks that a setting is not protected by the PIN of the kids filter.
  ///
  /// - Throws: ``CommandError/protectedByPIN(_:)``.
  func requireNotProtectedByPIN(_ key: SettingName) throws {
    guard [.key(.kidsOn), .key(.kidsRatings)].contains(key), viewModels.kids.hasPIN else { return }
    throw CommandError.protectedByPIN(key.rawValue)
  }
}

extension KidsStatus {
  /// The state of the filter, the certifications that it shows, and the number of films that it hides.
  fileprivate var text: String {
    let certifications = ratings.joined(separator: ", ")
    guard isOn else { return "The kids filter is off; it would show films rated \(certifications)" }
    let films = "\(shown.counted("film")) of your collection \(shown == 1 ? "is" : "are") shown"
    return "The kids filter is on: films rated \(certifications); \(films), \(hidden) hidden"
      + (hasPIN ? "; `kids off` asks for the PIN" : "")
  }

  fileprivate var members: [JSONValue.Member] {
    [
      .init("kids", .text(isOn ? "on" : "off")),
      .init("ratings", .list(ratings)),
      .init("pin", .bool(hasPIN)), .init("shown", .integer(shown)),
      .init("hidden", .integer(hidden)),
    ]
  }
}

/// Returns a clause such as `3 hidden by the kids filter`; `films` is a number or a noun phrase.
func hiddenText(_ films: some CustomStringConvertible) -> String { "\(films) hidden by the kids filter" }

/// Returns a clause about hidden films with certifications that the kids filter does not show, and one about those
/// whose certifications are not known; clauses about no films are left out.
func hiddenTexts(_ films: Int, withoutCertification unknown: Int) -> [String] {
  [(films - unknown, hiddenText(films - unknown)), (unknown, "\(unknown) hidden: no certification known")]
    .filter { $0.0 > 0 }.map(\.1)
}

extension Session {
  /// Returns a notice if the kids filter hides films of the collection; otherwise, an empty array.
  func noticesOfHiddenFilms() async throws -> [Output.Message] {
    let hidden = try await viewModels.collection.hiddenCount(in: context)
    return hidden == 0 ? [] : [.notice(hiddenText(hidden.grouped("film")) + ".")]
  }

  /// Returns a filter that also requires a certification that the kids filter shows; unchanged if it names
  /// certifications itself, or if the kids filter is off.
  ///
  /// Without this requirement, nearly all films of a page could be hidden, because the certifications of most films are
  /// not known.
  func withShownCertifications(_ filter: FilmFilter) async -> FilmFilter {
    guard filter.certifications.isEmpty, let kidsFilter = await settings.all().kidsFilter else { return filter }
    var filter = filter
    filter.certifications = kidsFilter.sortedRatings
    return filter
  }
}
