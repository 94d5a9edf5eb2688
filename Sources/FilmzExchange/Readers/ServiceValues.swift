import FilmzDomain
import Foundation

/// The values of a record that only exports of Netflix, Simkl, TV Time and MovieLens have.
struct ServiceValues {
  /// The mark of a film in a record; `collected` only adds the film to the collection.
  enum Mark { case seen, wanted, skipped, collected }

  private var status: String?
  private var hasProgress = false
  private var isFollowed = false
  /// `true` if the record is about a trailer or another video that is not a film.
  private(set) var isSupplement = false
  /// The number of the film at MovieLens.
  private(set) var number = ""

  /// Sets the value of a column, which is not empty.
  mutating func set(_ column: ImportedColumn, to value: String) {
    switch column {
    case .status: status = value.lowercased()
    case .progress: hasProgress = hasProgress || value != "0"
    case .isFollowed: isFollowed = ["1", "true"].contains(value.lowercased())
    case .supplement: isSupplement = true
    case .movieLensNumber: number = value
    default: break
    }
  }

  /// Returns the mark for the film; `nil` for a record without one, such as a total.
  ///
  /// `hasHistory` is `true` if the record has the day of a viewing or a rating.
  func mark(of format: CSVFormat, hasHistory: Bool) -> Mark? {
    switch format {
    case .simkl: Self.simklMark(status ?? "", hasHistory: hasHistory || hasProgress)
    case .tvTime: tvTimeMark
    default: .seen
    }
  }

  /// Returns the mark for a status of Simkl; a film without a status has been seen.
  static func simklMark(_ status: String, hasHistory: Bool) -> Mark {
    if status.contains("plan") || ["ptw", "true"].contains(status) { return .wanted }
    if status.contains("not") { return .skipped }
    if status.contains("drop") { return hasHistory ? .seen : .skipped }
    if status.contains("hold") || status.contains("watching") { return hasHistory ? .seen : .collected }
    return .seen
  }

  private var tvTimeMark: Mark? {
    guard let status else { return hasProgress ? .seen : isFollowed ? .wanted : nil }
    if status.contains("count") { return nil }
    if ["watch", "rewatch", "last-episode-watched"].contains(where: status.hasPrefix) {
      return ["watch-", "rewatch-"].contains(where: status.hasPrefix) && !status.contains("episode") ? nil : .seen
    }
    if status.hasPrefix("user-series") { return isFollowed ? .wanted : nil }
    return ["towatch", "follow"].contains(status) ? .wanted : nil
  }
}

/// The datasets of MovieLens, of which only the ratings of a single user are imported.
package enum MovieLens {
  static let ratingColumns: Set = ["userid", "movieid", "rating", "timestamp"]
  private static let filmColumns: [Set] = [["movieid", "imdbid", "tmdbid"], ["movieid", "title", "genres"]]
  private static let tagColumns: Set = ["userid", "movieid", "tag", "timestamp"]

  /// Returns whether a file with such columns is a part of a dataset that is not imported by itself.
  static func isPart(_ columns: Set<String>) -> Bool { filmColumns.contains(columns) || columns == tagColumns }

  /// Returns the films in the files of a MovieLens dataset, by their numbers; other files are ignored.
  ///
  /// - Throws: The errors of reading a file.
  package static func films(in sources: [ImportSource]) throws -> [String: NamedFilm] {
    var films: [String: NamedFilm] = [:]
    for source in sources {
      var reader = CSVReader(try source.open().normalized(), separator: UInt8(ascii: ","))
      guard let names = try reader.next().flatMap({ try? $0.record.get() })?.texts.map({ $0.lowercased() }),
        filmColumns.contains(Set(names)), names.count == 3
      else { continue }
      while let (_, result) = try reader.next() {
        guard let record = try? result.get() else { continue }
        add(Dictionary(zip(names, record.texts)) { $1 }, to: &films)
      }
    }
    return films
  }

  private static func add(_ values: [String: String], to films: inout [String: NamedFilm]) {
    var film = films[values["movieid"] ?? ""] ?? NamedFilm()
    if let title = values["title"] {
      let parts = title.wholeMatch(of: /(.+?)\s*\(([0-9]{4})\)/)
      (film.title, film.year) = (parts.map { String($0.output.1) } ?? title, parts.flatMap { Int($0.output.2) })
    } else {
      let ids = [
        values["imdbid"].flatMap { FilmID(orIMDbNumber: $0) },
        values["tmdbid"].flatMap(FilmID.tmdbNumber).map { FilmID(tmdb: .movie, $0) },
      ]
      film.ids = FilmID.oneOfEachSource(ids.compactMap(\.self))
    }
    films[values["movieid"] ?? ""] = film
  }
}

extension String {
  /// The series of an episode as Netflix names it, such as `Show` for `Show: Season 1: Episode`; `nil` for a film.
  ///
  /// Titles of films have colons, parts, volumes and chapters too. So a season always shows a series, a part only in
  /// front of an episode, and a chapter never, as in `John Wick: Chapter 3: Parabellum`. A title with a number behind
  /// it is the name of a season, as in `Stranger Things: Stranger Things 2: Episode`.
  var seriesAtNetflix: String? {
    let parts = components(separatedBy: ": ")
    let season =
      /(?:season|series|staffel|saison|temporada|stagione|seizoen|sezon|säsong) (?:\d+|one|two|three|four|five)\b.*|(?:limited|mini)[ -]?series/
      .ignoresCase()
    let part = /(?:part|parte|partie|teil|volume|book|collection) \d+/.ignoresCase()
    let index = parts.indices.dropFirst().first { index in
      parts[index].wholeMatch(of: season) != nil
        || index < parts.count - 1
          && (parts[index].wholeMatch(of: part) != nil || parts[index].isNumberedTitle(parts[index - 1]))
    }
    return index.map { parts[..<$0].joined(separator: ": ") }
  }

  /// Returns whether the text is a title with a number behind it.
  private func isNumberedTitle(_ title: String) -> Bool {
    hasPrefix(title + " ") && dropFirst(title.count + 1).wholeMatch(of: /\d+/) != nil
  }
}

extension String {
  /// A moment such as `2022-08-16 20:15:10`, which is in UTC, with the time zone; another text as it is.
  var withUTC: String { wholeMatch(of: /\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/) == nil ? self : self + "Z" }
}

extension PartialDate {
  /// Creates the day in the current time zone of a moment in seconds.
  init?(secondsSince1970 text: String) {
    guard let seconds = Double(text), (0...1e11).contains(seconds) else { return nil }
    self.init(PartialDate(day: Date(timeIntervalSince1970: seconds)).text)
  }
}
