import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzExchange

struct ImportFileTests {
  /// Writes a file, opens it, and reads its elements.
  private static func read(
    _ text: String, name: String = "export", as format: ImportFormat? = nil
  ) throws -> (file: ImportFile, elements: [ImportedElement], problems: [Int: RowProblem]) {
    try ScratchFolder.with { folder in
      let source = try source(text, name, in: folder)
      guard case .file(var file) = try ImportFile.open(source, as: format) else {
        throw RowProblem.noFilm
      }
      var elements: [ImportedElement] = []
      var problems: [Int: RowProblem] = [:]
      while let (line, element) = try file.next() {
        switch element {
        case .success(let element): elements.append(element)
        case .failure(let problem): problems[line] = problem
        }
      }
      return (file, elements, problems)
    }
  }

  private static func rows(
    _ text: String, name: String = "export", as format: ImportFormat? = nil
  ) throws -> [ImportedRow] {
    try read(text, name: name, as: format).elements.compactMap(\.row)
  }

  private static func source(
    _ text: String, _ name: String, in folder: ScratchFolder
  ) throws -> ImportSource {
    try folder.write(text, to: name)
    return try #require(try ImportSources.files(at: [folder.path]).first)
  }

  private static let movie = #""movie":{"title":"Heat","year":1995,"ids":{"imdb":"tt0113277"}}"#
  private static let play = #"{"watched_at":"2024-05-18T12:00:00.000Z",\#(movie)}"#
  private static let listed = #"{"rank":2,"listed_at":"2024-05-18T12:00:00.000Z",\#(movie)}"#

  // MARK: - Formats

  @Test(
    arguments: [
      ("Title\n", .csv), ("Const,Title,Title Type\n", .imdb),
      ("Date,Name,Year,Letterboxd URI\n", .letterboxd),
      ("TMDb ID,IMDb ID,Your Rating\n", .tmdb), ("\u{FEFF}\n [\(play)]", .trakt),
      ("\(play)\n\(play)\n", .trakt), ("x\n{\"a\":1}\n[1,\n", nil),
      ("[1, {\"a\":1}, \(play)]", .trakt),
      (#"{"name":"Noir","items":[]}"#, .trakt),
      (#"[{"title":"Heat","inCollection":true}]"#, .filmz),
      (#"{"_id":{"$oid":"1"},"title":"Heat"}"#, .mflix), (#"{"title":"Heat","imdb":{}}"#, .mflix),
      (#"[{"movie_id":"1","text":"x"}]"#, .mflix), (#"{"title":"Heat"}"#, nil),
    ] as [(String, ImportFormat?)])
  func formatIsRecognizedByTheContent(text: String, format: ImportFormat?) throws {
    #expect((try? Self.read(text).file.format) == format)
    if let format {
      #expect(try Self.read(text, as: format).file.format == format)
    }
  }

  @Test(
    arguments: [
      ("", "x.csv", .empty), (" \n\n", "x.csv", .empty), ("[]", "x.json", .empty),
      ("\u{89}PNG\u{0}\nTitle,", "x.csv", .notRecognized), ("a,b\n1,2\n", "x", .notRecognized),
      ("[1,2]", "x", .notRecognized), ("{\"a\":1", "x", .notRecognized),
      ("Date,Content,Comment\n2020-01-01,x,y\n", "comments.csv", .notImported),
      ("Date,Name,Year,Letterboxd URI\n", "likes/lists.csv", .notImported),
      (#"[{"collected_at":"2021-02-03T02:14:55.000Z",\#(movie)}]"#, "x", .notImported),
      (#"[{"hidden_at":"2021-02-03T02:14:55.000Z",\#(movie)}]"#, "x", .notImported),
      (#"{"username":"x","private":false}"#, "user-profile.json", .notImported),
      (#"[{"name":"Noir","privacy":"private","item_count":3}]"#, "l.json", .notImported),
    ] as [(String, String, ImportFile.SkipReason)])
  func otherFilesAreSkipped(text: String, name: String, reason: ImportFile.SkipReason) throws {
    try ScratchFolder.with { folder in
      guard case .skipped(let skipped) = try ImportFile.open(Self.source(text, name, in: folder))
      else {
        Issue.record("The file was opened.")
        return
      }
      #expect(skipped == reason)
    }
  }

  @Test func fileOfAnotherFormatIsRefusedIfTheUserNamedIt() throws {
    try ScratchFolder.with { folder in
      let path = try folder.write("Title\nHeat\n", to: "a.csv").path
      for format in ImportFormat.allCases where format != .csv {
        let source = try #require(try ImportSources.files(at: [path]).first)
        #expect(throws: ImportError.otherFormat(path: path, format)) {
          try ImportFile.open(source, as: format)
        }
        let inFolder = try #require(try ImportSources.files(at: [folder.path]).first)
        guard case .skipped(.notRecognized) = try ImportFile.open(inFolder, as: format) else {
          Issue.record("\(format)")
          continue
        }
      }
    }
  }

  @Test func tableIsReadAsSuchIfTheUserSaysSo() throws {
    let text = "Date,Name,Year,Letterboxd URI\n2020-01-01,Heat,1995,x\n"
    let (file, elements, _) = try Self.read(text, name: "watched.csv", as: .csv)
    #expect(file.format == .csv && file.unknownColumns == ["Date", "Letterboxd URI"])
    #expect(elements.compactMap(\.row).map(\.film) == [NamedFilm(title: "Heat", year: 1995)])
    #expect(elements.compactMap(\.row).map(\.isSeen) == [false])
  }

  // MARK: - Elements

  @Test func problemsHaveLines() throws {
    let (_, elements, problems) = try Self.read(
      "[\(Self.play),\n{\"watched_at\":1},\n{\"a\":[},\n\(Self.play)\n")
    #expect(elements.count == 2)
    #expect(
      problems == [
        2: .noFilm, 3: .unreadableJSON(.unbalanced), 5: .unreadableJSON(.cutOff),
      ])
  }

  @Test func documentsOfMFlixAreRead() throws {
    let (_, elements, _) = try Self.read(
      """
      [{"_id":"1","title":"Heat","year":1995},
       {"_id":"2","movie_id":"1","name":"Ann","text":"Good","date":"2002"}]
      """)
    guard case .movie(let movie) = elements[0], case .comment(let comment) = elements[1] else {
      Issue.record("\(elements)")
      return
    }
    #expect(movie.film.title == "Heat" && comment.text == "Good")
  }

  @Test func subjectsOfAnArchiveAreRead() throws {
    try ScratchFolder.with { folder in
      let subjects = [ArchivedSubject(.entry, "e"), ArchivedSubject(.viewing, "v")]
      let path = try folder.write(Data(try subjects.archived()), to: "b.filmz").path
      var read: [ImportedElement] = []
      for source in try ImportSources.files(at: [path]) {
        guard case .file(var file) = try ImportFile.open(source, as: .filmz) else { continue }
        #expect(file.format == .filmz)
        while let (line, element) = try file.next() {
          #expect(line == 1)
          read.append(try element.get())
        }
      }
      #expect(read == subjects.map(ImportedElement.subject))
    }
  }

  @Test(
    arguments: [
      ("lists-noir.json", "noir", nil, 2), ("lists/noir (2).json", "noir", nil, 2),
      ("other.json", nil, nil, 2),
    ] as [(String, String?, String?, Int)])
  func listOfTraktHasTheNameOfItsFile(
    name: String, list: String?, description: String?, position: Int
  ) throws {
    let rows = try Self.rows("[\(Self.listed)]", name: name)
    #expect(rows.map(\.list?.name) == [list] && rows.map(\.position) == [position])
  }

  @Test func listOfTraktHasTheNameInTheFile() throws {
    let items = "[\(Self.listed),\(Self.listed.replacing("\"rank\":2,", with: ""))]"
    let rows = try Self.rows(
      #"[{"name":"Noir","description":"Dark","items":\#(items)}]"#, name: "lists-x.json")
    #expect(
      rows.map(\.list)
        == Array(repeating: ImportedList(name: "Noir", description: "Dark"), count: 2))
    #expect(rows.map(\.position) == [2, 2] && rows.map(\.isWanted) == [false, false])
  }

  @Test func ratingOfASeasonIsNotThatOfTheSeries() throws {
    let rows = try Self.rows(
      """
      {"rated_at":"2024-05-18T12:00:00.000Z","rating":9,"season":{"number":1},\
      "show":{"title":"Show","ids":{"tmdb":99999999999}}}
      """)
    #expect(rows.map(\.episode?.type) == [.episode] && rows.map(\.isSeen) == [true])
    #expect(rows.map(\.film.ids) == [[]])
  }

  @Test func listOfIMDbHasTheNameOfItsFile() throws {
    let text = "Position,Const,Title,Title Type\n1,tt0113277,Heat,Movie\n"
    #expect(try Self.rows(text, name: "My Noir (1).csv").map(\.list?.name) == ["My Noir"])
    #expect(try Self.rows(text, name: "watchlist.csv").map(\.list?.name) == [nil])
  }

  @Test func favoritesAreAListOfAddresses() throws {
    let (file, elements, problems) = try Self.read(
      """
      Date Joined,Username,Given Name,Favorite Films
      2018-01-01,ann,,"https://boxd.it/2bg8, https://boxd.it/1"

      """, name: "profile.csv")
    let rows = elements.compactMap(\.row)
    #expect(file.list?.name == "Letterboxd favorites" && problems.isEmpty)
    #expect(rows.map(\.address) == ["https://boxd.it/2bg8", "https://boxd.it/1"])
    #expect(rows.map(\.position) == [1, 2] && rows.map(\.list?.name).allSatisfy { $0 != nil })
    #expect(try Self.rows("Username,Favorite Films\nann,\n").isEmpty)
  }

  /// Each case has a file, and whether its addresses are those of films.
  @Test(arguments: [
    ("watched.csv", ",Rating", "", true), ("watchlist.csv", "", "", true),
    ("likes/films.csv", "", "", true), ("diary.csv", ",Rating,Watched Date", ",,2020-01-01", false),
    ("reviews.csv", ",Review,Watched Date", ",x,2020-01-01", false),
  ])
  func filmsOfLetterboxdHaveAddresses(
    name: String, columns: String, values: String, hasAddress: Bool
  ) throws {
    let rows = try Self.rows(
      "Date,Name,Year,Letterboxd URI\(columns)\n2020-01-01,Heat,1995,https://boxd.it/2bg8\(values)\n",
      name: name)
    #expect(rows.map(\.address) == [hasAddress ? "https://boxd.it/2bg8" : nil])
  }

  @Test func windows1252IsReported() throws {
    try ScratchFolder.with { folder in
      let bytes =
        Array(#"[{"title":"Am"#.utf8) + [0xE9] + Array(#"lie","inCollection":true}]"#.utf8)
      let path = try folder.write(Data(bytes), to: "x.json").path
      let source = try #require(try ImportSources.files(at: [path]).first)
      guard case .file(var file) = try ImportFile.open(source) else {
        Issue.record("The file was skipped.")
        return
      }
      #expect(try file.next()?.element.get().row?.film.title == "Amélie" && file.hasWindows1252)
    }
  }

  // MARK: - Filmz

  @Test func exportInJSONHasAllViewings() throws {
    let rows = try Self.rows(
      """
      [{"id":"tmdb:movie:949","imdbID":"tt0113277","title":"Heat","originalTitle":"Hit","year":1995,
        "type":"movie","inCollection":true,"watched":true,"myRating":9.5,"dateWatched":"2024-05-01",
        "dateRated":"2024-05-02","audience":"family","recommendedBy":"Ann","notes":"n",
        "tags":["a, b"],"viewings":[{"date":null,"rating":8.0,"note":"v","tags":["x"]},
        {"date":"2024-05-01"}],"ids":["tt0113277","tmdb:movie:949"]}]
      """)
    #expect(
      rows[0].film
        == NamedFilm(
          ids: [FilmID(imdbNumber: 113_277), FilmID(tmdb: .movie, 949)], title: "Heat",
          originalTitle: "Hit", year: 1995, type: .movie))
    #expect(rows[0].rating == Rating(tenths: 95) && rows[0].date == PartialDate("2024-05-02"))
    #expect(rows[0].audience == .family && rows[0].recommendedBy == "Ann")
    #expect(rows[0].note == "n" && rows[0].tags == ["a, b"])
    #expect(
      rows.map(\.viewing) == [
        ImportedViewing(date: nil, rating: Rating(tenths: 80), note: "v", tags: ["x"]),
        ImportedViewing(date: PartialDate("2024-05-01")),
      ])
    #expect(rows[1].film == rows[0].film && rows[1].rating == nil && rows[1].note == nil)
  }

  @Test(
    arguments: [
      (#""inCollection":true,"watched":false"#, false, true, nil),
      (#""inCollection":true,"watched":true,"dateWatched":null"#, true, false, nil),
      (#""inCollection":true,"watched":true,"dateWatched":"2024""#, true, false, "2024"),
      (#""inCollection":false"#, false, false, nil),
    ] as [(String, Bool, Bool, String?)])
  func rowsOfFilmsAreRead(
    members: String, isSeen: Bool, isWanted: Bool, date: String?
  ) throws {
    let rows = try Self.rows(#"[{"id":"tt0113277","title":"Heat",\#(members)}]"#)
    #expect(rows.map(\.isSeen) == [isSeen] && rows.map(\.isWanted) == [isWanted])
    #expect(rows.map(\.viewing?.date?.text) == [date])
  }

  @Test(
    arguments: [
      (#""myRating":11"#, .invalidValue(column: "myRating", value: "11.0")),
      (#""dateWatched":"May""#, .invalidValue(column: "dateWatched", value: "May")),
      (#""viewings":[{"rating":-1}]"#, .invalidValue(column: "rating", value: "-1.0")),
      (#""year":"x""#, .invalidJSON),
    ] as [(String, RowProblem)])
  func wrongValuesAreProblems(members: String, problem: RowProblem) throws {
    let read = try Self.read(#"[{"title":"Heat","inCollection":true,\#(members)}]"#)
    #expect(read.problems == [1: problem])
  }

  @Test func exportInCSVHasARowForEachViewing() throws {
    let rows = try Self.rows(
      """
      id,imdbID,tmdbID,title,inCollection,watched,myRating,dateRated,audience,recommendedBy,tags,\
      notes,lists,viewing,dateWatched,viewingRating,viewingTags,viewingNote
      tt0113277,tt0113277,949,Heat,true,true,9.5,2024-05-02,me,Ann,a,n,L,1,,0,x,v
      tt0113277,tt0113277,949,Heat,true,true,9.5,2024-05-02,me,Ann,a,n,L,2,2024-05-01,,,
      tmdb:movie:348,tt0078748,,Alien,true,false,,,,,,,,,,,,
      """)
    #expect(rows.map(\.rating) == [Rating(tenths: 95), Rating(tenths: 95), nil])
    #expect(
      rows.map(\.viewing) == [
        ImportedViewing(date: nil, rating: Rating(tenths: 0), note: "v", tags: ["x"]),
        ImportedViewing(date: PartialDate("2024-05-01")), nil,
      ])
    #expect(rows.map(\.note) == ["n", "n", nil] && rows.map(\.tags) == [["a"], ["a"], []])
    #expect(rows.map(\.isWanted) == [false, false, true])
    #expect(rows[0].audience == .me && rows[0].recommendedBy == "Ann")
    #expect(rows[0].date == PartialDate("2024-05-02"))
    #expect(
      rows.map { $0.film.ids.map(\.rawValue) } == [
        ["tt0113277", "tmdb:movie:949"], ["tt0113277", "tmdb:movie:949"],
        ["tt0078748", "tmdb:movie:348"],
      ])
  }

  @Test func numbersOfOtherProgramsAreNotIDs() throws {
    let rows = try Self.rows("id,title\n17,Heat\n")
    #expect(rows.map(\.film) == [NamedFilm(title: "Heat")])
  }
}

extension ImportedElement {
  fileprivate var row: ImportedRow? { if case .row(let row) = self { row } else { nil } }
}
