import FilmzDomain
import Testing

@testable import FilmzExchange

/// Files in the shapes of the services' exports.
struct CSVFileTests {
  private static func read(
    _ text: String, path: String = "export.csv"
  ) throws -> (file: CSVFile, rows: [ImportedRow], problems: [Int: RowProblem]) {
    var file = try #require(try CSVFile(ByteStream(Array(text.utf8)), path: path))
    var rows: [ImportedRow] = []
    var problems: [Int: RowProblem] = [:]
    while let (line, row) = try file.next() {
      switch row {
      case .success(let row): rows.append(row)
      case .failure(let problem): problems[line] = problem
      }
    }
    return (file, rows, problems)
  }

  private static let letterboxdHeader = "Date,Name,Year,Letterboxd URI"
  private static let imdbHeader =
    "Const,Your Rating,Date Rated,Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,Genres,"
    + "Num Votes,Release Date,Directors"

  @Test(
    arguments: [
      (letterboxdHeader, "x/watched.csv", .letterboxdWatched),
      (letterboxdHeader, "watched (1).csv", .letterboxdWatched),
      (letterboxdHeader, "x/watchlist.csv", .letterboxdWatchlist),
      (letterboxdHeader, "x/likes/films.csv", .letterboxdLikes),
      (letterboxdHeader, "films (1).csv", .letterboxdWatched),
      (letterboxdHeader, "watchlist/likes/x/watched.csv", .letterboxdWatched),
      (letterboxdHeader + ",Rating", "films.csv", .letterboxdRatings),
      (letterboxdHeader + ",Rating,Rewatch,Tags,Watched Date", "d.csv", .letterboxdDiary),
      (letterboxdHeader + ",Rating,Rewatch,Review,Tags,Watched Date", "r", .letterboxdReviews),
      ("Position,Name,Year,URL,Description", "lists/noir.csv", .letterboxdList),
      (imdbHeader, "anything.csv", .imdbRatings),
      ("Position,Const,Created,Modified,Description,Title,Title Type", "l.csv", .imdbList),
      ("Position,Const,Created,Title,Title Type", "WATCHLIST.csv", .imdbWatchlist),
      ("Position,Const,Created,Title,Title Type", "watchlist/x.csv", .imdbList),
      ("Position,Const,Title,Title Type,Your Rating", "lists/best ratings.csv", .imdbList),
      ("Const,Title,Title Type", "x.csv", .imdbList),
      (imdbHeader, "watchlist/ratings of watchlist.csv", .imdbRatings),
      ("position,const,created,Title,Title type,You rated", "ratings/noir.csv", .imdbList),
      (
        "\"position\",\"const\",\"created\",\"Title\",\"Title type\",\"You rated\"", "ratings.csv",
        .imdbRatings
      ),
      (
        "TMDb ID,IMDb ID,Type,Name,Release Date,Season Number,Episode Number,Rating,Your Rating",
        "t", .tmdb
      ),
      ("Title;Year", "my.csv", .table), ("imdbID", "ids.txt", .table),
    ] as [(String, String, CSVFormat)])
  func formatIsRecognized(header: String, path: String, format: CSVFormat) throws {
    #expect(try Self.read(header + "\n", path: path).file.format == format)
  }

  @Test(arguments: ["", "a,b\n1,2\n", "{\"a\": 1}\n", "Date,Content,Comment\n", "\u{0}\u{1}"])
  func otherFilesAreNotRead(text: String) throws {
    #expect(try CSVFile(ByteStream(Array(text.utf8)), path: "x.csv") == nil)
  }

  @Test func diaryHasViewings() throws {
    let header = Self.letterboxdHeader + ",Rating,Rewatch,Tags,Watched Date\n"
    let (_, rows, problems) = try Self.read(
      header + """
        2018-03-23,Edge of Tomorrow,2014,https://boxd.it/qarDj,4.5,,"science-fiction, action",2015-01-11
        2018-03-24,"Ana, My Love",2017,https://boxd.it/x,0,Yes,,2015-01-12
        2018-03-25,Gamer,2009,https://boxd.it/y,9,,,2015-01-13
        2018-03-25,,,https://boxd.it/y,,,,2015-01-13

        """)
    #expect(rows.count == 3)
    #expect(rows[0].film == NamedFilm(title: "Edge of Tomorrow", year: 2014))
    #expect(rows[0].viewing?.date == PartialDate("2015-01-11"))
    #expect(rows[0].viewing?.rating == Rating(tenths: 90))
    #expect(rows[0].viewing?.tags == ["science-fiction", "action"])
    #expect(rows[0].date == PartialDate("2018-03-23") && rows[0].isSeen && rows[0].rating == nil)
    #expect(rows[1].film.title == "Ana, My Love" && rows[1].viewing?.rating == nil)
    #expect(rows[2].leftOut == [.invalidValue(column: "Rating", value: "9")])
    #expect(rows[2].viewing == ImportedViewing(date: PartialDate("2015-01-13")))
    #expect(problems == [5: .noFilm])
  }

  @Test func reviewWithoutADayIsTheNoteOfTheFilm() throws {
    let header = Self.letterboxdHeader + ",Rating,Rewatch,Review,Tags,Watched Date\n"
    let (_, rows, _) = try Self.read(
      header + """
        2018-03-23,Heat,1995,https://boxd.it/a,4.5,,Great,"a, b",
        2018-03-24,Heat,1995,https://boxd.it/b,4,,Good,,2018-03-20
        2018-03-25,Heat,1995,https://boxd.it/c,3,,Again,c,
        2018-03-25,Alien,1979,https://boxd.it/d,,,Scary,,

        """)
    #expect(
      rows.map(\.viewing) == [
        nil,
        ImportedViewing(date: PartialDate("2018-03-20"), rating: Rating(tenths: 80), note: "Good"),
        ImportedViewing(date: nil, rating: Rating(tenths: 60), note: "Again", tags: ["c"]), nil,
      ])
    #expect(rows.map(\.note) == ["Great", nil, nil, "Scary"])
    #expect(rows.map(\.tags) == [["a", "b"], [], [], []])
    #expect(rows.map(\.rating) == [Rating(tenths: 90), nil, nil, nil])
    #expect(rows[0].date == PartialDate("2018-03-23") && rows.allSatisfy(\.isSeen))
  }

  @Test func listOfLetterboxdHasItsNameAndOrder() throws {
    let (file, rows, _) = try Self.read(
      """

      Letterboxd list export v7
      Date,Name,Tags,URL,Description
      2019-03-21,Favorite Heists,"top-10, heists",https://boxd.it/2K7Y4,no stress

      Position,Name,Year,URL,Description
      1,Heat,1995,https://boxd.it/2bg8,
      2,Inside Man,2006,https://boxd.it/2auS,"a
      note"

      """, path: "lists/heists.csv")
    #expect(file.format == .letterboxdList)
    #expect(
      file.list
        == ImportedList(name: "Favorite Heists", description: "no stress", address: "https://boxd.it/2K7Y4"))
    #expect(rows.map(\.film.title) == ["Heat", "Inside Man"] && rows.map(\.position) == [1, 2])
    #expect(rows.allSatisfy { !$0.isSeen && !$0.isWanted })
  }

  /// Each case has the columns of a rating in one of IMDb's headers, and a row.
  @Test(
    arguments: [
      (
        "Const,Your Rating,Date Rated,Title,Original Title,Title Type,Year",
        "tt8134186,8,2025-08-11,Devs,Devs,TV Mini Series,2020", "2025-08-11", .miniSeries
      ),
      (
        "Const,Your Rating,Date Rated,Title,URL,Title Type,Year",
        "tt8134186,8,,Devs,,tvMiniSeries,2020–2020", nil, .miniSeries
      ),
      (
        "Const,Your Rating,Date Added,Title,Title Type,Directors,Year",
        "tt8134186,8,2017-11-02,Devs,tvSeries,,2020", "2017-11-02", .series
      ),
      (
        "\"position\",\"const\",\"created\",\"Title\",\"Title type\",\"You rated\",\"Year\"",
        "\"1\",\"tt8134186\",\"Sun Jan 29 00:00:00 2017\",\"Devs\",\"TV Series\",\"8\",\"2020\"",
        "2017-01-29", .series
      ),
    ] as [(String, String, String?, MediaType)])
  func ratingOfIMDbIsRead(header: String, row: String, date: String?, type: MediaType) throws {
    let (_, rows, problems) = try Self.read("\(header)\n\(row)\n", path: "ratings.csv")
    #expect(problems.isEmpty)
    let read = try #require(rows.first)
    #expect(read.film.ids == [FilmID(imdbNumber: 8_134_186)] && read.film.title == "Devs")
    #expect(read.film.year == 2020 && read.film.type == type)
    #expect(read.rating == Rating(tenths: 80) && read.isSeen)
    #expect(read.date == date.flatMap { PartialDate($0) })
  }

  /// Each case has a type of IMDb, as exports since 2024 and those before have it.
  @Test(
    arguments: [
      ("Movie", "movie", .movie), ("Short", "short", .short), ("TV Series", "tvSeries", .series),
      ("TV Mini Series", "tvMiniSeries", .miniSeries), ("TV Episode", "tvEpisode", .episode),
      ("TV Movie", "tvMovie", .tvMovie), ("TV Short", "tvShort", .short),
      ("TV Special", "tvSpecial", .tvSpecial), ("TV Pilot", "tvPilot", .tvSpecial),
      ("Video", "video", .video), ("Music Video", "musicVideo", .video),
      ("Video Game", "videoGame", .game), ("Podcast Series", "podcastSeries", .series),
      ("Podcast Episode", "podcastEpisode", .episode), ("Hologram", "hologram", nil),
    ] as [(String, String, MediaType?)])
  func typeOfIMDbIsMapped(name: String, older: String, type: MediaType?) throws {
    let (_, rows, problems) = try Self.read(
      "Const,Your Rating,Title,Title Type\ntt0113277,9,Heat,\(name)\ntt0113277,9,Heat,\(older)\n")
    #expect(rows.map(\.film.type) == [type, type] && problems.isEmpty)
    #expect(rows.allSatisfy { $0.rating == Rating(tenths: 90) })
  }

  /// Each case has the name of a column with ids, a value, and the id.
  @Test(arguments: [
    ("Const", "133093", "tt0133093"), ("tconst", "133093", "tt0133093"),
    ("imdbID", "0133093", "tt0133093"), ("IMDb ID", "1", "tt0000001"),
    ("imdb_id", "10872600", "tt10872600"), ("imdbID", "tmdb:movie:603", "tmdb:movie:603"),
    ("imdbID", "133093.0", "tt0133093"),
  ])
  func numberInAColumnOfIMDbIsAnID(column: String, value: String, id: String) throws {
    for header in ["\(column),Title", "\(column),Title,viewing", "\(column),Title,Title Type"] {
      let (_, rows, problems) = try Self.read("\(header)\n\(value),Matrix\n")
      #expect(rows.map { $0.film.ids.map(\.rawValue) } == [[id]] && problems.isEmpty)
    }
  }

  @Test(arguments: ["0", "-5", "133093.5", "1e5", "12345678901", "nm0000001", "x"])
  func otherValueInAColumnOfIMDbCostsItselfOrARowWithoutATitle(value: String) throws {
    let problem = RowProblem.invalidValue(column: "imdbID", value: value)
    let (_, rows, problems) = try Self.read("imdbID,Title\n\(value),Matrix\n\(value),\n")
    #expect(rows.map(\.film) == [NamedFilm(title: "Matrix")] && rows.map(\.leftOut) == [[problem]])
    #expect(problems == [3: problem])
  }

  /// Each case has the name and the value of a column, and whether the value is left out with a report.
  @Test(arguments: [
    ("Year", "N/A", false), ("Year", "0", false), ("Year", "99", true), ("Year", "2999", true),
    ("tmdbID", "N/A", false), ("tmdbID", "x", true), ("imdbID", "null", false), ("Rating", "-", false),
    ("Rating", "great", true), ("Rating10", "11", true), ("Position", "first", true), ("Watched Date", "null", false),
    ("Date Rated", "soon", true), ("Watched", "perhaps", true), ("inCollection", "perhaps", true),
  ])
  func badValueCostsOnlyItself(column: String, value: String, isReported: Bool) throws {
    let (_, rows, problems) = try Self.read("Title,Tags,\(column)\nHeat,a,\(value)\n")
    #expect(rows.map(\.film) == [NamedFilm(title: "Heat")] && rows[0].tags == ["a"] && problems.isEmpty)
    #expect(rows[0].leftOut == (isReported ? [.invalidValue(column: column, value: value)] : []))
  }

  @Test func numbersOfSpreadsheetsAreRead() throws {
    let (_, rows, _) = try Self.read(
      "sep=;\nTitle;Year;tmdbID;Position;Rating\n;;;;\nHeat;(1995);949.0;1.;7,5\n; ;;;\nAlien;1979,0;348;2;8\n")
    #expect(rows.map(\.film.title) == ["Heat", "Alien"] && rows.map(\.film.year) == [1995, 1979])
    #expect(rows.map(\.film.ids) == [[FilmID(tmdb: .movie, 949)], [FilmID(tmdb: .movie, 348)]])
    #expect(rows.map(\.position) == [1, 2] && rows.map(\.rating?.tenths) == [75, 80])
    #expect(rows.allSatisfy { $0.leftOut.isEmpty })
  }

  @Test(arguments: [
    "tt0113277\ntt0078748\n", "https://www.imdb.com/title/tt0113277/\nhttps://www.imdb.com/title/tt0078748/",
    "Heat;tt0113277\nAlien;tt0078748\n",
  ])
  func tableWithoutAHeaderHasItsIDs(text: String) throws {
    let (_, rows, problems) = try Self.read(text)
    #expect(rows.map { $0.film.ids.map(\.rawValue) } == [["tt0113277"], ["tt0078748"]] && problems.isEmpty)
  }

  /// Each case has a word, whether the film has been seen, and the dates of the viewings.
  @Test(
    arguments: [
      ("Yes", true, []), ("y", true, []), ("x", true, []), ("✓", true, []), ("TRUE", true, []), ("1", true, []),
      ("No", false, []), ("0", false, []), ("false", false, []), ("", false, []), ("n/a", false, []),
      ("2024-05-01", true, ["2024-05-01"]), ("16.08.22", true, ["2022-08-16"]), ("2019", true, ["2019"]),
      ("3", true, [nil, nil, nil]),
    ] as [(String, Bool, [String?])])
  func wordForYesMeansThatTheFilmWasSeen(word: String, isSeen: Bool, dates: [String?]) throws {
    for column in ["Watched", "Seen"] {
      let (_, rows, _) = try Self.read("Title,\(column)\nHeat,\(word)\n")
      #expect(rows.allSatisfy { $0.isSeen == isSeen && $0.leftOut.isEmpty && $0.film.title == "Heat" })
      #expect(rows.compactMap(\.viewing).map(\.date?.text) == dates)
    }
  }

  /// Only a plain number is on the scale of the column; each case has a value in stars and the same in points.
  @Test(arguments: [
    ("4", "8", 80), ("3.5", "7", 70), ("0.25", "0.5", 5), ("★★", "★★", 40), ("★★★½", "★★★½", 70), ("4/5", "4/5", 80),
    ("9/10", "9/10", 90), ("80%", "80%", 80),
  ])
  func ratingInStarsIsDoubledOnlyIfItIsANumber(stars: String, points: String, tenths: Int) throws {
    let inStars = try Self.read("Date,Name,Year,Letterboxd URI,Rating\n2020-01-01,Heat,1995,x,\(stars)\n")
    let inPoints = try Self.read("Const,Your Rating,Date Rated,Title\ntt0113277,\(points),2020-01-01,Heat\n")
    #expect((inStars.rows + inPoints.rows).map(\.rating?.tenths) == [tenths, tenths])
  }

  @Test func watchlistOfIMDbKeepsItsRatings() throws {
    let (_, rows, _) = try Self.read(
      """
      Position,Const,Created,Title,Title Type,Year,Your Rating
      1,tt0113277,2020-01-01,Heat,Movie,1995,9
      2,tt0078748,2020-01-02,Alien,Movie,1979,
      """, path: "watchlist.csv")
    #expect(rows.map(\.isWanted) == [true, true] && rows.map(\.isSeen) == [true, false])
    #expect(rows.map(\.rating) == [Rating(tenths: 90), nil])
  }

  /// Each case has the header of a file of ratings, a row with a rating, and one without.
  @Test(arguments: [
    (
      "Const,Your Rating,Date Rated,Title,Title Type,Year", "tt0113277,9,2020-01-01,Heat,Movie,1995",
      "tt9500001,,,Announced,Movie,2031"
    ),
    (
      "Const,Your Rating,Date Rated,Title,Title Type,Year", "tt0113277,9,2020-01-01,Heat,Movie,1995",
      "tt0078748,,2020-01-02,Alien,Movie,1979"
    ),
    ("TMDb ID,IMDb ID,Type,Name,Your Rating", "949,tt0113277,movie,Heat,9", "348,tt0078748,movie,Alien,"),
    ("Date,Name,Year,Letterboxd URI,Rating", "2020-01-01,Heat,1995,x,4.5", "2020-01-02,Alien,1979,y,"),
  ])
  func filmWithoutARatingInRatingsIsNotSeen(header: String, rated: String, other: String) throws {
    let (_, rows, problems) = try Self.read("\(header)\n\(rated)\n\(other)\n", path: "ratings.csv")
    #expect(rows.map(\.isSeen) == [true, false] && rows.map(\.rating) == [Rating(tenths: 90), nil])
    #expect(rows.allSatisfy { $0.viewing == nil } && problems.isEmpty)
  }

  @Test func idsOfTMDBDependOnTheType() throws {
    let (_, rows, _) = try Self.read(
      """
      TMDb ID,IMDb ID,Type,Name,Release Date,Season Number,Episode Number,Rating,Your Rating,Date Rated
      603,tt0133093,movie,The Matrix,1999-03-30,,,8.2,9,2021-02-03T04:05:06Z
      1396,,tv,Breaking Bad,2008-01-20,,,8.9,10,2021-02-03
      """)
    #expect(
      rows.map { $0.film.ids.map(\.rawValue) } == [
        ["tt0133093", "tmdb:movie:603"], ["tmdb:tv:1396"],
      ])
    #expect(rows.map(\.film.year) == [1999, 2008])
  }

  /// IMDb has no year of an announced film.
  @Test(arguments: ["????", "202?", "TBA", "N/A", "-"])
  func unknownYearIsNoYear(text: String) throws {
    for header in [Self.imdbHeader, "Const,Title,Year"] {
      let names = header.split(separator: ",", omittingEmptySubsequences: false)
      let values = ["Const": "tt9500001", "Title": "Announced", "Year": text]
      let row = names.map { values[String($0)] ?? "" }.joined(separator: ",")
      let (_, rows, problems) = try Self.read("\(header)\n\(row)\n", path: "watchlist.csv")
      #expect(rows.map(\.film.title) == ["Announced"] && rows[0].film.year == nil)
      #expect(problems.isEmpty)
    }
  }

  @Test func tableOfFilmzIsReadAndOtherColumnsAreReported() throws {
    let (file, rows, problems) = try Self.read(
      """
      id,title,year,inCollection,watched,myRating,dateWatched,Shelf
      tt0113277,Heat,1995,true,true,9.5,2024-05-01,A
      tmdb:movie:348,Alien,1979,true,false,,,B
      tt0133093,The Matrix,1999,true,true,0,,
      tt0000001,x,19,,,,,
      """)
    #expect(file.format == .table && file.unknownColumns == ["Shelf"])
    #expect(rows.map(\.isSeen) == [true, false, true, false] && rows[1].isWanted)
    #expect(rows.map(\.rating) == [Rating(tenths: 95), nil, Rating(tenths: 0), nil])
    #expect(rows[0].viewing?.date == PartialDate("2024-05-01") && rows[2].viewing == nil)
    #expect(problems.isEmpty && rows[3].leftOut == [.invalidValue(column: "year", value: "19")])
  }

  @Test(arguments: [
    "Heat", "Heat,1995", "Heat,1995,a,", "Heat,1995,a,,, ,\t", "Heat,1995,\"a\",\"\"",
  ])
  func rowMayBeShortOrEndInBlankFields(row: String) throws {
    let (_, rows, problems) = try Self.read("Title,Year,Tags\n\(row)\nAlien,1979,a\n")
    #expect(rows.map(\.film.title) == ["Heat", "Alien"] && problems.isEmpty)
  }

  /// Each case has a header, a row, the number of its fields, and that of the columns.
  @Test(arguments: [
    ("Title,Year,Rating", "Good, the Bad,1966,9", 4, 3),
    ("Title,Year,Rating", "Good, the Bad, and,1966,9,, ,", 5, 3),
    ("Title,Year,Rating,", "Heat,1995,9,,x", 5, 4), ("Title;Year", "Heat;1995;;x", 4, 2),
    ("Title\tYear", "Heat\t1995\tx", 3, 2), ("imdbID", "tt0113277,Heat", 2, 1),
    (letterboxdHeader, "2020-01-01,Good, the Bad,1966,https://boxd.it/x", 5, 4),
    ("imdbID,reason,candidate1,viewing,viewingDate", "tt0113277,,,,,x", 6, 5),
  ])
  func rowWithMoreFieldsThanTheHeaderIsAProblem(
    header: String, row: String, count: Int, columns: Int
  ) throws {
    let (_, rows, problems) = try Self.read("\(header)\n\(row)\n")
    #expect(rows.isEmpty && problems == [2: .surplusFields(count: count, columns: columns)])
  }

  @Test func windows1252IsReadAndReported() throws {
    let bytes = Array("Title,Year\nAm".utf8) + [0xE9] + Array("lie,2001\n".utf8)
    var file = try #require(try CSVFile(ByteStream(bytes), path: "x.csv"))
    let row = try #require(try file.next()?.row.get())
    #expect(row.film.title == "Amélie" && file.hasWindows1252)
  }
}
