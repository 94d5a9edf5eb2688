import FilmzDomain
import FilmzStore
import Foundation

extension Stores {
  /// Returns a collection and a film cache in memory.
  static func inMemory() async throws -> Stores {
    let paths = Paths(home: "/nonexistent/filmz", config: nil, environment: [:])
    return try await CollectionDatabase(paths: paths).openForReading()
  }
}

extension Date {
  static let sample = Date(timeIntervalSince1970: 1_700_000_000)
}

extension FilmID {
  static let matrix = FilmID(unchecked: "tt0133093")
}

extension CollectionEntry {
  static func sample(
    _ id: String = "tt0133093", _ title: String? = "The Matrix", year: Int? = nil,
    addedAt: Date = .sample, _ edit: (inout CollectionEntry) -> Void = { _ in }
  ) -> CollectionEntry {
    let caption = title.map { Caption(title: $0, year: year) }
    var entry = CollectionEntry(id: FilmID(unchecked: id), caption: caption, addedAt: addedAt)
    edit(&entry)
    return entry
  }

  /// Returns an entry with a value for each field.
  static func full() -> CollectionEntry {
    sample(year: 1999) { entry in
      entry.rating = Rating(tenths: 85)
      entry.audience = .partner
      entry.recommendedBy = "Ann"
      entry.notes = "Great “fun”\nfor two"
      entry.tags = ["sci-fi", "with, comma", "with \"quote\""]
      entry.viewings = [
        .sample(date: "2024-05-01") { viewing in
          viewing.rating = Rating(tenths: 90)
          viewing.note = "in a cinema"
          viewing.tags = ["cinema"]
        }
      ]
    }
  }
}

extension Viewing {
  static func sample(
    _ id: UUID = UUID(), film: FilmID = .matrix, date: String? = nil,
    _ edit: (inout Viewing) -> Void = { _ in }
  ) -> Viewing {
    var viewing = Viewing(id: id, film: film, date: date.flatMap(PartialDate.init))
    edit(&viewing)
    return viewing
  }
}

extension CollectionStore {
  /// Inserts entries in one step.
  func insert(_ entries: [CollectionEntry], at now: Date = .sample) async throws {
    try await apply("add", at: now) { transaction in
      for entry in entries { try transaction.insert(entry) }
    }
  }

  /// Returns the entry of a film, or `nil` if the film is not in the collection.
  func entry(_ id: FilmID = .matrix) async throws -> CollectionEntry? {
    try await entries([id])[id]
  }
}
