import FilmzDomain
import FilmzStore
import Foundation

/// The state of the kids filter.
package struct KidsStatus: Sendable, Equatable {
  package let isOn: Bool
  package let hasPIN: Bool
  /// The certifications of the films that are shown.
  package let ratings: [String]
  /// The number of films of the collection that the filter shows, or would show if it were on.
  package let shown: Int
  /// The number of films of the collection that the filter hides, or would hide if it were on.
  package let hidden: Int
}

/// Returns the state of the kids filter, and sets and checks its PIN.
package struct KidsViewModel: ViewModel {
  let viewModels: ViewModels

  private var file: JSONFile<KidsPIN> { JSONFile(url: paths.pin) }

  package func status() async throws -> KidsStatus {
    let settings = await settings()
    let filter = KidsFilter(ratings: settings.kidsRatings)
    let counts = try await database.openForReading().collection.counts(shownBy: filter)
    return KidsStatus(
      isOn: settings.isKidsFilterOn, hasPIN: hasPIN,
      ratings: settings.kidsRatings.split(separator: ",").compactMap { FilmFilter.certificationKey(String($0)) },
      shown: counts.shown, hidden: counts.hidden)
  }

  /// Returns the name of the selected film; `nil` if no film is selected, or if the kids filter hides the film.
  package func selectedFilmName() async -> String? {
    guard let selection = await state.selection else { return nil }
    guard await settings().isKidsFilterOn else { return selection.name }
    let shown = try? await assembler.shown([selection]) { ($0.id, nil) }
    return shown?.first?.name
  }

  // MARK: - PIN

  /// `true` if a PIN is set; if its file cannot be read, no text is regarded as the PIN.
  package var hasPIN: Bool { KidsPIN.exists(inFileAt: file.url.path(percentEncoded: false)) }

  /// Returns whether a text is the PIN; always `true` if no PIN is set.
  package func isPIN(_ text: String) -> Bool { hasPIN ? file.load()?.matches(text) ?? false : true }

  /// Sets the PIN; `nil` removes it.
  ///
  /// - Throws: ``ViewModelError/invalidPIN``, or an error of the file.
  package func setPIN(_ pin: String?) throws {
    if let pin, !KidsPIN.isValid(pin) { throw ViewModelError.invalidPIN }
    try file.update { $0 = pin.map(KidsPIN.init) }
  }
}
