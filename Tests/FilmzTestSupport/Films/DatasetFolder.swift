package import Foundation

/// A folder of files in the formats of IMDb's datasets.
package struct DatasetFolder: Sendable {
  /// The name of the folder in the scratch folder.
  package let name: String
  private let scratch: ScratchFolder

  /// Creates a value for the folder `name`; the folder itself is created with its first file.
  package init(_ name: String = "imdb", in scratch: ScratchFolder) {
    self.name = name
    self.scratch = scratch
  }

  /// Returns the path of a table's file, relative to the scratch folder.
  package func path(_ table: DatasetTable, isCompressed: Bool = true) -> String {
    "\(name)/\(table.fileName(isCompressed: isCompressed))"
  }

  /// Writes an uncompressed file.
  package func write(_ table: DatasetTable, _ rows: [String], ending: String = "\n") throws {
    try scratch.write(
      table.text(rows, ending: ending), to: path(table, isCompressed: false))
  }

  /// Writes a compressed file that consists of `members` gzip members.
  package func writeCompressed(
    _ table: DatasetTable, _ rows: [String], ending: String = "\n", members: Int = 1
  ) async throws {
    let text = Data(table.text(rows, ending: ending).utf8)
    try await scratch.write(compressed(text, members: members), to: path(table))
  }

  /// Writes compressed files of several tables.
  package func writeCompressed(_ tables: [DatasetTable: [String]]) async throws {
    for (table, rows) in tables { try await writeCompressed(table, rows) }
  }

  /// Returns data that `gzip` has compressed in `members` parts of about equal size.
  package func compressed(_ data: Data, members: Int = 1) async throws -> Data {
    let gzip = try FilmzProcess(in: scratch, executable: "/bin/gzip")
    var compressed = Data()
    let size = max(1, (data.count + members - 1) / members)
    for start in stride(from: 0, to: max(1, data.count), by: size) {
      let part = "\(name)/part"
      try scratch.write(Data(data.dropFirst(start).prefix(size)), to: part)
      let result = try await gzip.runProcess(["-nf", part])
      guard result.status == 0 else {
        throw TestSupportError.system(call: "gzip", code: result.status)
      }
      compressed += try Data(contentsOf: scratch.url(of: part + ".gz"))
      try FileManager.default.removeItem(at: scratch.url(of: part + ".gz"))
    }
    return compressed
  }
}

/// A table of IMDb's datasets; the raw value is the file name without extensions.
package enum DatasetTable: String, Sendable, CaseIterable {
  case titles = "title.basics"
  case ratings = "title.ratings"
  case localTitles = "title.akas"
  case crews = "title.crew"
  case casts = "title.principals"
  case people = "name.basics"
  case episodes = "title.episode"

  /// The header line of the file, with `|` instead of tabs.
  package var columns: String {
    switch self {
    case .titles:
      "tconst|titleType|primaryTitle|originalTitle|isAdult|startYear|endYear|runtimeMinutes|genres"
    case .ratings: "tconst|averageRating|numVotes"
    case .localTitles:
      "titleId|ordering|title|region|language|types|attributes|isOriginalTitle"
    case .crews: "tconst|directors|writers"
    case .casts: "tconst|ordering|nconst|category|job|characters"
    case .people: "nconst|primaryName|birthYear|deathYear|primaryProfession|knownForTitles"
    case .episodes: "tconst|parentTconst|seasonNumber|episodeNumber"
    }
  }

  /// Returns the name of the compressed or uncompressed file.
  package func fileName(isCompressed: Bool = true) -> String {
    rawValue + (isCompressed ? ".tsv.gz" : ".tsv")
  }

  /// Returns the content of a file with these rows, whose fields are separated by `|`.
  package func text(_ rows: [String], ending: String = "\n") -> String {
    (([columns] + rows).joined(separator: ending) + ending)
      .replacingOccurrences(of: "|", with: "\t")
  }
}
