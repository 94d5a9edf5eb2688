import Foundation

/// Loads the films of all reference lists in the folder `shared/data`, next to the repository.
enum FilmRecordLoader {
  private static let folder = URL(filePath: #filePath)
    .appending(path: "../../../../shared/data").standardizedFileURL

  /// `true` if the folder exists, which it does on few computers.
  static var isAvailable: Bool { FileManager.default.fileExists(atPath: folder.path) }

  /// Returns a record for each film with an IMDb id in each list.
  static func all() throws -> [FilmRecord] {
    try files().flatMap(films(inFile:))
  }

  /// Returns the films in a file; recorded responses that are not JSON have none.
  private static func films(inFile file: URL) throws -> [FilmRecord] {
    switch file.pathExtension {
    case "ndjson": return try lines(of: file).flatMap { try films(inJSON: Data($0.utf8)) }
    case "json" where file.path.hasSuffix("tmdb/pool/external_ids.json"):
      return try series(inExternalIDs: file)
    case "json": return (try? films(inJSON: Data(contentsOf: file))) ?? []
    case "tsv" where file.lastPathComponent.hasPrefix("title.basics"):
      return try films(inDataset: file)
    case "csv" where file.path.contains("/imdb/"): return try films(inExport: file)
    default: return []
    }
  }

  private static func files() throws -> [URL] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
      .map { folder.appending(path: $0) }
  }

  /// Returns the lines of a file, which may contain other line separators, such as U+2028.
  private static func lines(of file: URL) throws -> [String] {
    String(decoding: try Data(contentsOf: file), as: UTF8.self)
      .split { $0 == "\n" || $0 == "\r\n" }.map(String.init)
  }

  /// Parses a dataset with the columns id, type, primary title, original title, adult, start year, and
  /// more.
  private static func films(inDataset file: URL) throws -> [FilmRecord] {
    try lines(of: file).dropFirst().compactMap { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count >= 6 else { return nil }
      return FilmRecord(
        id: fields[0], title: fields[2], years: fields[5], kind: fields[1], isExact: true)
    }
  }

  /// Parses ratings or a list that were exported from IMDb; columns are found by their names.
  private static func films(inExport file: URL) throws -> [FilmRecord] {
    let rows = try lines(of: file).map(fields(ofCSV:))
    guard let header = rows.first?.map({ $0.lowercased() }) else { return [] }
    return rows.dropFirst().compactMap { row in
      func field(_ name: String) -> String? {
        header.firstIndex(of: name).flatMap { row.indices.contains($0) ? row[$0] : nil }
      }
      guard let id = field("const"), let title = field("title") else { return nil }
      return FilmRecord(
        id: id, title: title, years: field("year") ?? "", kind: field("title type"), isExact: false)
    }
  }

  private static func fields(ofCSV line: String) -> [String] {
    var fields = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: fields.append("")
      default: fields[fields.count - 1].append(character)
      }
    }
    return fields
  }

  private static func films(inJSON data: Data) throws -> [FilmRecord] {
    films(in: try JSONSerialization.jsonObject(with: data))
  }

  /// Returns the film that the value represents, if any, and the films inside it.
  private static func films(in value: Any) -> [FilmRecord] {
    if let values = value as? [Any] { return values.flatMap { films(in: $0) } }
    guard let object = value as? [String: Any] else { return [] }
    let film = omdbFilm(object) ?? otherFilm(object)
    return (film.map { [$0] } ?? []) + object.values.flatMap { films(in: $0) }
  }

  /// Parses the IMDb ids of series by their TMDB ids; the titles are in the file `tv.ndjson`.
  private static func series(inExternalIDs file: URL) throws -> [FilmRecord] {
    let ids = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    let idsOfSeries = ids?["tv"] as? [String: [String: Any]] ?? [:]
    let titles = file.deletingLastPathComponent().appending(path: "tv.ndjson")
    return try lines(of: titles).compactMap { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      guard let object, let number = object["id"] as? Int, let title = object["name"] as? String,
        let id = idsOfSeries["\(number)"]?["imdb_id"] as? String
      else { return nil }
      return FilmRecord(
        id: id, title: title, years: object["first_air_date"] as? String ?? "", kind: "series",
        isExact: false)
    }
  }

  private static func omdbFilm(_ object: [String: Any]) -> FilmRecord? {
    guard let id = object["imdbID"] as? String, let title = object["Title"] as? String else {
      return nil
    }
    return FilmRecord(
      id: id, title: title, years: object["Year"] as? String ?? "",
      kind: object["Type"] as? String, isExact: true)
  }

  /// Parses a film with `imdb_id`, `ids.imdb`, or the number `imdb.id`.
  private static func otherFilm(_ object: [String: Any]) -> FilmRecord? {
    let ids = object["ids"] as? [String: Any]
    let number = (object["imdb"] as? [String: Any])?["id"] as? Int
    let id =
      object["imdb_id"] as? String ?? ids?["imdb"] as? String
      ?? number.map { "tt" + String(repeating: "0", count: max(0, 7 - "\($0)".count)) + "\($0)" }
    guard let id, let title = (object["title"] ?? object["name"]) as? String else { return nil }
    let date = object["release_date"] ?? object["first_air_date"] ?? object["year"]
    return FilmRecord(
      id: id, title: title, years: date.map { "\($0)" } ?? "",
      kind: number == nil ? nil : object["type"] as? String, isExact: false)
  }
}
