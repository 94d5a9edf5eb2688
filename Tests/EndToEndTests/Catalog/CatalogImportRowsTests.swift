import FilmzTestSupport
import Foundation
import Testing

/// The selection of lines of the datasets that become titles.
struct CatalogImportRowsTests {
  @Test(
    arguments: [
      ([], ["movie": 4, "series": 1, "short": 1]),
      (["--episodes"], ["movie": 4, "series": 1, "short": 1, "episode": 1]),
      (["--adult"], ["movie": 5, "series": 1, "short": 1]),
      (["--only", "movies,series"], ["movie": 4, "series": 1]),
      (["--only", "movies", "--episodes"], ["movie": 4, "episode": 1]),
      (["--only", "episodes"], ["episode": 1]), (["--only", "games"], ["game": 1]),
      (["--adult", "--only=films"], ["movie": 5]),
    ] as [([String], [String: Int])])
  func episodesAdultTitlesAndGamesAreImportedOnRequest(
    options: [String], types: [String: Int]
  ) async throws {
    try await FilmzProcess.with { filmz in
      let datasets = DatasetFolder(in: filmz.folder)
      for (table, rows) in SampleDatasets.all { try datasets.write(table, rows) }
      let result = try await filmz.run(
        ["--format", "json", "catalog", "import", "imdb"] + options)
      #expect(result.status == 0, "\(result.stderr)")
      let info = try result.json
      #expect(info["types"] == .object(types.mapValues { .number(Double($0)) }))
      #expect(info["titles"] == .number(Double(types.values.reduce(0, +))))
      #expect(try await filmz.answer(to: "catalog info") == info)
    }
  }

  private static let malformed: [Data] =
    [
      "tt9100010", "tt9100011\tmovie\tToo short\tToo short\t0\t1999",
      "xx9100012\tmovie\tNo id\tNo id\t0\t1999\t\\N\t90\tDrama",
      "tt\tmovie\tNo number\tNo number\t0\t1999\t\\N\t90\tDrama",
      "tt9100014\tmovie\tNo year\tNo year\t0\tlate\t\\N\t90\tDrama",
      "tt9100015\tmovie\tLong\tLong\t0\t1999\t\\N\t90\tDrama\tmore\tand\tmore",
      "tt9100016\tpoem\tNo type\tNo type\t0\t1999\t\\N\t90\tDrama",
      "tt9100017\tmovie\t\t\t0\t1999\t\\N\t90\tDrama", "",
    ].map { Data($0.utf8) } + [
      Data("tt9100018\tmovie\t".utf8) + [0xFF, 0xC3] + Data("\t\t0\t1999\t\\N\t90\tDrama".utf8)
    ]

  @Test func malformedLinesAreCountedAndSkipped() async throws {
    try await FilmzProcess.with { filmz in
      var bytes = Data(DatasetTable.titles.text(SampleDatasets.titles).utf8)
      for line in Self.malformed { bytes += line + [0x0A] }
      bytes += Data("tt9100019\tmovie\tLast of All\tLast of All\t0\t1999\t\\N\t90\tDrama".utf8)
      try filmz.folder.write(bytes, to: "imdb/title.basics.tsv")
      let result = try await filmz.run("catalog", "import", "imdb")
      #expect(result.status == 0)
      let malformedCount = Self.malformed.count
      let line = #/Imported 7 titles from \d+ lines in \d+\.\d s; (\d+) lines could not be read\n/#
      let match = result.stderr.wholeMatch(of: line)
      #expect(match.flatMap { Int($0.1) } == malformedCount, "\(result.stderr)")
      let card = try await filmz.run("catalog", "info")
      #expect(card.stdout.contains("\(malformedCount) of them could not be read"))
      #expect(try await filmz.searchResultIDs("search last of all year:1999") == ["tt9100019"])
    }
  }

  private static let unusualTitles = [
    #"\Nothing Left"#, " Blank in Front", "Line\u{2028}Divided", "Next\u{85}Line", #"["Brackets"]"#,
    "Escaped \u{1B}[31mRed", "\u{202E}Backwards", "e\u{301}tude", "👩‍🚀 Alone", "100% %s %@ {}",
    "Robert'); DROP TABLE title;--", "'", "\u{FEFF}Marked", #"\\N"#, "* \" ( NEAR",
  ]

  @Test func unusualTitlesAreImportedUnchanged() async throws {
    try await FilmzProcess.with { filmz in
      let rows = Self.unusualTitles.enumerated().map {
        #"tt\#(9_200_000 + $0)|movie|\#($1)|\#($1)|0|1999|\N|90|Drama"#
      }
      try await filmz.importCatalog(of: [.titles: rows])
      for (index, title) in Self.unusualTitles.enumerated() {
        let film = try await filmz.answer(to: "show tt\(9_200_000 + index)")
        #expect(film["title"]?.string?.utf8.elementsEqual(title.utf8) == true, "\(film)")
      }
      let card = try await filmz.run("--offline", "show", "tt9200005")
      #expect(!card.stdout.contains("\u{1B}") && card.stdout.contains("Red"))
    }
  }

  @Test func idsThatAreTooLargeAreMalformed() async throws {
    try await FilmzProcess.with { filmz in
      let rows =
        SampleDatasets.titles + [
          #"tt99999999999|movie|Too Far|Too Far|0|1999|\N|90|Drama"#,
          #"tt4294967295|movie|The Farthest|The Farthest|0|1999|\N|90|Drama"#,
        ]
      try DatasetFolder(in: filmz.folder).write(.titles, rows)
      let result = try await filmz.run("catalog", "import", "imdb")
      #expect(result.stderr.contains("Imported 7 titles") && result.stderr.contains("; 1 line "))
      #expect(try await filmz.searchResultIDs("search the farthest year:1999") == ["tt4294967295"])
    }
  }

  @Test func infoIsOneRowOfCSVOrJSONL() async throws {
    try await FilmzProcess.withCatalog(of: SampleDatasets.withoutPeople) { filmz in
      let result = try await filmz.run("--format", "csv", "catalog", "info")
      let lines = result.stdout.split(separator: "\r\n").flatMap { $0.split(separator: "\n") }
      #expect(lines.count == 2)
      #expect(lines.first == "titles,types,people,files,bytes,importedAt")
      #expect(lines.last?.hasPrefix("6,") == true, "\(result.stdout)")
      let jsonl = try await filmz.run("--format", "jsonl", "catalog", "info")
      #expect(try jsonl.json["files"]?.array.count == 2)
      #expect(jsonl.stdout.split(separator: "\n").count == 1)
    }
  }
}
