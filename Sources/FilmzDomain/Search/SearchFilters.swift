/// What a search is narrowed by besides its text, its years and its type.
///
/// Only catalogs on this machine know all of it; OMDb cannot be asked so.
package struct SearchFilters: Sendable, Hashable, Codable {
  /// Names of ``Genre``; a film has to have all of them.
  package var genres: [String] = []
  /// IMDb's rating in tenths of a point, 0–100.
  package var ratings: ClosedRange<Int>?
  /// How many people voted at IMDb.
  package var votes: ClosedRange<Int>?
  /// Words of a director's name, one entry for each `director:`.
  package var directors: [String] = []
  /// Words of an actor's name, one entry for each `actor:`.
  package var actors: [String] = []
  /// Words of the name of somebody who took part in whatever way.
  package var people: [String] = []

  package init() {}

  /// Whether nothing is narrowed.
  package var isEmpty: Bool { self == SearchFilters() }

  /// Whether somebody's name is asked for.
  package var namesPeople: Bool { !(directors + actors + people).isEmpty }
}
