import FilmzDomain
import FilmzExchange
import FilmzTestSupport
import Testing

/// Exports of empty collections.
struct EmptyFileTests {
  @Test(
    arguments: [
      ("all.json", .filmz), ("films (1).json", .filmz), ("collection.json", .filmz),
      ("watched.json", .filmz), ("watchedfilms-1.json", .filmz),
      ("watched-history-1.json", .trakt), ("watched/x.json", .trakt),
      ("lists/lists-noir.json", .trakt), ("ratings_movies.json", .trakt),
      ("history_shows.json", .trakt), ("Collection-movies.json", .trakt),
      ("library_collection_movies.json", .trakt), ("hidden-dropped.json", .trakt),
    ] as [(String, ImportFormat)])
  func arrayWithoutElementsHasNoRows(name: String, format: ImportFormat) throws {
    for text in ["[]", "\u{FEFF}[ \n ]\n"] {
      let read = try ReadFile(text, name: name)
      #expect(read.file.format == format)
      #expect(read.elements.isEmpty && read.problems.isEmpty)
    }
  }

  @Test(arguments: [ImportFormat.trakt, .mflix, .filmz])
  func arrayWithoutElementsHasTheFormatThatTheUserNames(format: ImportFormat) throws {
    for name in ["x.json", "watched-movies.json"] {
      #expect(try ReadFile("[]", name: name, as: format).file.format == format)
    }
  }

  @Test(arguments: ImportFormat.allCases.filter { ![.trakt, .mflix, .filmz].contains($0) })
  func arrayIsNoTable(format: ImportFormat) throws {
    #expect(throws: ImportFile.SkipReason.notRecognized) {
      try ReadFile("[]", name: "x.json", as: format)
    }
  }

  /// Each case has an export of an empty collection, and the format in which its files are read.
  @Test(
    arguments: [
      (ExportResult.json(empty), .filmz), (ExportResult.csv(empty), .filmz),
      (TraktWriter.export(empty), .trakt), (LetterboxdWriter.export(empty), .letterboxd),
      (IMDbWriter.export(empty), .imdb),
    ] as [(ExportResult, ImportFormat)])
  func exportOfAnEmptyCollectionIsRead(export: ExportResult, format: ImportFormat) throws {
    #expect(!export.files.isEmpty)
    for file in export.files {
      let read = try ReadFile(file.bytes, name: file.name)
      #expect(read.file.format == format, "\(file.name)")
      #expect(read.elements.isEmpty && read.problems.isEmpty)
    }
  }

  private static let empty = ExportedCollection(films: [], lists: [])

  @Test(arguments: [
    "Title\n", "Title,Year", "id,title,viewing,dateWatched\n", "Const,Title,Title Type\n",
    "Date,Name,Year,Letterboxd URI\n", "TMDb ID,IMDb ID,Your Rating\n",
    "imdbID,reason,candidate1,viewing,viewingDate\r\n",
    "Date,Name,Tags,URL,Description\n2020-01-01,Noir,,u,\n\nPosition,Name,Year,URL,Description\n",
  ])
  func tableWithoutRowsIsRead(text: String) throws {
    let read = try ReadFile(text, name: "x.csv")
    #expect(read.elements.isEmpty && read.problems.isEmpty)
  }
}
