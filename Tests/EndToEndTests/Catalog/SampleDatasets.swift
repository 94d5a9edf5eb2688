import FilmzTestSupport
import Foundation
import Synchronization
import Testing

/// Datasets of invented films.
enum SampleDatasets {
  static let titles = [
    #"tt9100001|movie|The Paper Lighthouse|Le Phare de papier|0|1961|\N|101|Drama,Mystery"#,
    #"tt9100002|tvSeries|Paper Streets|Paper Streets|0|1999|2003|45|Crime"#,
    #"tt9100003|short|Paper|Paper|0|1961|\N|9|Short"#,
    #"tt9100004|tvEpisode|Paper Pilot|Paper Pilot|0|1999|\N|45|Crime"#,
    #"tt9100005|movie|"Quoted" & 'Half|"Quoted" & 'Half|0|2001|\N|\N|\N"#,
    #"tt9100006|movie|Paper Skin|Paper Skin|1|2001|\N|80|Adult"#,
    #"tt9100007|videoGame|Paper Chase Game|Paper Chase Game|0|2005|\N|\N|Action"#,
    #"tt12345678|movie|Žluťoučký kůň|Žluťoučký kůň|0|2011|\N|95|Comedy"#,
    #"tt123456789|movie|紙の灯台|紙の灯台|0|2021|\N|95|Comedy"#,
  ]
  static let ratings = ["tt9100001|8.1|12345", "tt9100002|6.2|99", "tt9100004|7.0|8"]
  static let localTitles = [
    #"tt9100001|1|Der Leuchtturm aus Papier|DE|\N|imdbDisplay|\N|0"#,
    #"tt9100001|2|紙の燈台守|JP|ja|imdbDisplay|\N|0"#,
  ]
  static let crews = ["tt9100001|nm9000001|nm9000002,nm9000001", #"tt9100002|nm9000002|\N"#]
  static let casts = [
    #"tt9100001|1|nm9000003|actor|\N|["Keeper"]"#,
    #"tt9100001|2|nm9000004|actress|\N|["Daughter"]"#,
    #"tt9100001|3|nm9000001|director|\N|\N"#,
    #"tt9100002|1|nm9000003|actor|\N|\N"#,
  ]
  static let people = [
    "nm9000001|Orla Vance|1921|1990|director|tt9100001",
    #"nm9000002|Piet Quill|\N|\N|writer|tt9100001"#,
    #"nm9000003|Jonas Ferrow|\N|\N|actor|tt9100001"#,
    #"nm9000004|Mara Jo Lind|\N|\N|actress|\N"#,
  ]
  static let episodes = ["tt9100004|tt9100002|1|1"]

  /// All tables, with the rows above.
  static let all: [DatasetTable: [String]] = [
    .titles: titles, .ratings: ratings, .localTitles: localTitles, .crews: crews, .casts: casts,
    .people: people, .episodes: episodes,
  ]

  /// Titles and ratings, without the tables of people.
  static let withoutPeople: [DatasetTable: [String]] = [.titles: titles, .ratings: ratings]

  /// Returns titles and ratings of a number of films.
  static func many(_ count: Int = 40_000) -> [DatasetTable: [String]] {
    let ids = (0..<count).map { 8_000_000 + $0 }
    return [
      .titles: ids.map { #"tt\#($0)|movie|Cardboard \#($0)|Cardboard \#($0)|0|1961|\N|90|Drama"# },
      .ratings: ids.map { "tt\($0)|6.5|\($0 % 5000 + 5)" },
    ]
  }

  /// The number of titles in ``large``.
  static let largeCount = 300_000

  /// The contents of files with so many titles that their import takes seconds.
  static let large: [DatasetTable: String] = many(largeCount).reduce(into: [:]) {
    $0[$1.key] = $1.key.text($1.value)
  }
}

extension FilmzProcess {
  /// Runs `body` with a program whose home has a catalog imported from dataset files in the folder
  /// `imdb`.
  ///
  /// A catalog that was imported from the same tables before is copied, because an import is slow.
  static func withCatalog(
    of tables: [DatasetTable: [String]] = SampleDatasets.all,
    environment: [String: String?] = [:], _ body: (FilmzProcess) async throws -> Void
  ) async throws {
    try await with(environment: environment) { filmz in
      let file = "home/data/catalog.sqlite"
      if let catalog = catalogs.withLock({ $0[tables] }) {
        try filmz.write(tables, to: "imdb")
        try filmz.folder.write(catalog, to: file)
      } else {
        try await filmz.importCatalog(of: tables)
        let catalog = try Data(contentsOf: filmz.folder.url(of: file))
        catalogs.withLock { $0[tables] = catalog }
      }
      try await body(filmz)
    }
  }

  /// The catalogs that were imported in this test run, by their tables.
  private static let catalogs = Mutex<[[DatasetTable: [String]]: Data]>([:])

  /// Writes tables to dataset files in a folder, and imports them.
  func importCatalog(
    of tables: [DatasetTable: [String]], named name: String = "imdb"
  ) async throws {
    try write(tables, to: name)
    let result = try await run("catalog", "import", name)
    guard result.status == 0 else {
      throw TestSupportError.notSeen(expected: "an import", seen: result.stderr)
    }
  }

  /// Writes tables to dataset files in a folder.
  func write(_ tables: [DatasetTable: [String]], to name: String) throws {
    let datasets = DatasetFolder(name, in: folder)
    for (table, rows) in tables { try datasets.write(table, rows) }
  }

  /// Writes the large dataset files in a folder.
  func writeLargeDatasets(to name: String) throws {
    let datasets = DatasetFolder(name, in: folder)
    for (table, text) in SampleDatasets.large {
      try folder.write(text, to: datasets.path(table, isCompressed: false))
    }
  }

  /// Returns the ids that a search finds with `--offline`.
  func searchResultIDs(_ line: String) async throws -> [String] {
    try await answer(to: line).array.compactMap { $0["id"]?.string }
  }
}
