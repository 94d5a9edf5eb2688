import FilmzDomain
import FilmzServices
import FilmzStore
import Foundation

/// The state of the kids filter.
package struct KidsStatus: Sendable, Equatable {
  package let isOn: Bool
  package let hasPIN: Bool
  /// The certifications of the films that are shown.
  package let ratings: [String]
  /// The numbers of films of the collection that are shown, and that are hidden; if the filter is off, those
  /// that it would show and hide.
  package let shown: Int
  package let hidden: Int
}

/// The kids filter and its PIN.
package struct KidsViewModel: Sendable {
  private let database: CollectionDatabase
  private let assembler: FilmItemAssembler
  private let state: BrowsingState
  private let settings: @Sendable () async -> Settings
  private let file: JSONFile<KidsPIN>

  init(
    services: FilmServices, database: CollectionDatabase, state: BrowsingState, file: URL,
    settings: @escaping @Sendable () async -> Settings
  ) {
    self.database = database
    assembler = FilmItemAssembler(database: database, lookup: services.lookup)
    self.state = state
    self.settings = settings
    self.file = JSONFile(url: file)
  }

  package func status() async throws -> KidsStatus {
    let settings = await settings()
    let filter = KidsFilter(ratings: settings.kidsRatings)
    let counts = try await database.openForReading().collection.counts(shownBy: filter)
    return KidsStatus(
      isOn: settings.isKidsFilterOn, hasPIN: hasPIN,
      ratings: settings.kidsRatings.split(separator: ",").compactMap {
        KidsFilter.certificationKey(String($0))
      },
      shown: counts.shown, hidden: counts.hidden)
  }

  /// Returns the name of the selected film; `nil` if there is none, or if the kids filter hides it.
  package func selectedFilmName() async -> String? {
    guard let selection = await state.selection else { return nil }
    guard await settings().isKidsFilterOn else { return selection.name }
    let shown = try? await assembler.shown([selection]) { ($0.id, nil) }
    return shown?.first?.name
  }

  // MARK: - PIN

  /// `true` if there is a PIN; a file that cannot be read has one that no text matches.
  package var hasPIN: Bool { KidsPIN.exists(inFileAt: file.url.path(percentEncoded: false)) }

  /// Returns whether a text can be a PIN: 4 to 12 digits.
  package static func canBePIN(_ text: String) -> Bool { KidsPIN.isValid(text) }

  /// Returns whether a text is the PIN; any text is if there is none.
  package func isPIN(_ text: String) -> Bool { hasPIN ? file.load()?.matches(text) ?? false : true }

  /// Sets the PIN, or removes it if it is `nil`.
  ///
  /// - Throws: ``ViewModelError/invalidPIN``, or an error of the file.
  package func setPIN(_ pin: String?) throws {
    if let pin, !Self.canBePIN(pin) { throw ViewModelError.invalidPIN }
    try file.update { $0 = pin.map(KidsPIN.init) }
  }
}
