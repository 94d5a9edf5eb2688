import FilmzDomain
import FilmzTestSupport
import Foundation

@testable import FilmzExchange

extension ExportedFilm {
  /// Returns a film that was added at 2020-01-02 03:04:05 UTC, by default Heat, which has no viewings.
  static func sample(
    _ id: String = "tt0113277", title: String? = "Heat", year: Int? = 1995,
    type: MediaType? = .movie, alias: String? = nil, rating: Int? = nil, viewings: [Viewing] = []
  ) -> ExportedFilm {
    let id = FilmID(unchecked: id)
    var entry = CollectionEntry(
      id: id, caption: nil, addedAt: Date(timeIntervalSince1970: 1_577_934_245))
    entry.rating = rating.flatMap { Rating(tenths: $0) }
    entry.viewings = viewings
    let film = title.map { Film(id: id, title: $0, year: year, type: type, origin: .catalog) }
    let ids = [id] + (alias.map { [FilmID(unchecked: $0)] } ?? [])
    return ExportedFilm(entry: entry, film: film, ids: ids)
  }
}

extension Viewing {
  static func sample(
    _ date: String? = nil, rating: Int? = nil, note: String? = nil, tags: [String] = []
  ) -> Viewing {
    var viewing = Viewing(
      id: UUID(), film: FilmID(imdbNumber: 113_277), date: date.flatMap { PartialDate($0) })
    viewing.rating = rating.flatMap { Rating(tenths: $0) }
    viewing.note = note
    viewing.tags = tags
    return viewing
  }
}

extension ExportedList {
  static func sample(
    _ name: String, description: String? = nil, _ films: String...
  ) -> ExportedList {
    ExportedList(
      name: name, description: description, createdAt: Date(timeIntervalSince1970: 1_600_000_000),
      films: films.map { FilmID(unchecked: $0) })
  }
}

extension ExportResult {
  var fileNames: [String] { files.map(\.name) }

  /// Returns the text of a file; empty if there is none.
  func text(_ name: String) -> String {
    String(decoding: files.first { $0.name == name }?.bytes ?? [], as: UTF8.self)
  }

  /// Returns the records of a CSV file without the header.
  func records(_ name: String, lineBreak: String = "\n") throws -> [[String]] {
    let text = text(name)
    return Array(
      try SeparatedText.records(in: text, separator: ",", lineBreak: lineBreak).dropFirst())
  }

  /// Returns what the CSV files whose names have a prefix say, as the import reads them.
  func importedRows(prefix: String = "") throws -> [ImportedRow] {
    var rows: [ImportedRow] = []
    for file in files where file.name.hasPrefix(prefix) {
      guard var csv = try CSVFile(ByteStream(file.bytes), path: file.name) else { continue }
      while let (_, row) = try csv.next() { rows.append(try row.get()) }
    }
    return rows
  }
}

extension ExportLoss {
  static func sample(
    ratings: Int = 0, dates: Int = 0, episodes: Int = 0, withoutID: Int = 0
  ) -> ExportLoss {
    var loss = ExportLoss()
    loss.ratings = ratings
    loss.dates = dates
    loss.episodes = episodes
    loss.withoutID = withoutID
    return loss
  }
}
