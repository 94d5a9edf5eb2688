import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzExchange

struct ImportFileTests {
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
      (#"[{"id":"tt0113277","myRating":8}]"#, .filmz), (#"[{"imdbID":"tt0113277"}]"#, .filmz),
      (#"[{"ids":["x","tmdb:movie:949"],"title":"Heat","tags":[]}]"#, .filmz),
      (#"[{"id":"tt0113277","text":"x"}]"#, nil), (#"[{"id":949,"myRating":8}]"#, nil),
    ] as [(String, ImportFormat?)])
  func formatIsRecognizedByTheContent(text: String, format: ImportFormat?) throws {
    #expect((try? ReadFile(text).file.format) == format)
    if let format {
      #expect(try ReadFile(text, as: format).file.format == format)
    }
  }

  @Test(
    arguments: [
      ("", "x.csv", .empty), (" \n\n", "x.csv", .empty),
      ("P\u{0}NG\nTitle,", "x.csv", .notRecognized),
      ("Title,\u{0}\nHeat", "x.csv", .notRecognized),
      ("a,b\n1,2\n", "x", .noUsableColumn([.init(column: "a", field: nil), .init(column: "b", field: nil)])),
      ("film\n", "x.csv", .noUsableColumn([.init(column: "film", field: .title)])), ("film\n", "x", .notRecognized),
      ("[1,2]", "x", .notRecognized),
      ("Date,Content,Comment\n2020-01-01,x,y\n", "comments.csv", .notImported),
      ("Date,Name,Year,Letterboxd URI\n", "likes/lists.csv", .notImported),
      (#"[{"collected_at":"2021-02-03T02:14:55.000Z",\#(movie)}]"#, "x", .ownedFilms),
      (#"[{"hidden_at":"2021-02-03T02:14:55.000Z",\#(movie)}]"#, "x", .notImported),
      (#"{"username":"x","private":false}"#, "user-profile.json", .notImported),
      (#"[{"name":"Noir","privacy":"private","item_count":3}]"#, "l.json", .notImported),
    ] as [(String, String, ImportFile.SkipReason)])
  func otherFilesAreSkipped(text: String, name: String, reason: ImportFile.SkipReason) throws {
    #expect(throws: reason) { try ReadFile(text, name: name) }
  }

  /// Each case has the line and the reason of the first error.
  @Test(
    arguments: [
      ("{\"a\":1", 1, .unreadableJSON(.cutOff)), ("[1,\n2", 2, .unreadableJSON(.cutOff)),
      ("[{\"title\": \"Heat\", \"year\" 1995}]", 1, .syntaxError("invalid value")),
      ("[1,\n{\"a\": 1,\n\n\"b\": \"\\q\"}]", 4, .syntaxError("invalid escape sequence")),
    ] as [(String, Int, RowProblem)])
  func errorOfJSONIsFound(text: String, line: Int, problem: RowProblem) throws {
    #expect(throws: ImportFile.SkipReason.invalidJSON(line: line, problem)) { try ReadFile(text, name: "bad.json") }
  }

  /// Each case has the text of a table, and the fields that its columns or first values suggest.
  @Test(
    arguments: [
      ("Titel;Jahr;Bewertung;Regal\nHeat;1995;9;A\n", [.title, .year, .rating, nil]),
      ("Film,Original Title,Gesehen am\n", [.title, .original, .date]), ("film;;film name\n", [.title, .ignore]),
      ("https://letterboxd.com/film/heat-1995/,Heat,1995,4.5,2024-05-01\n", [.ignore, .title, .year, .rating, .date]),
      ("Heat,https://boxd.it/2bg8,The best\n", [.title, .ignore, .ignore]),
    ] as [(String, [ImportField?])])
  func columnsSuggestFields(text: String, fields: [ImportField?]) throws {
    do {
      _ = try ReadFile(text, name: "x.csv")
      Issue.record("The file was read.")
    } catch ImportFile.SkipReason.noUsableColumn(let columns) {
      #expect(columns.map(\.field) == fields)
    }
  }

  @Test func addressesNameFilmsWithoutAHeader() throws {
    let rows = try ReadFile(
      "5,https://www.imdb.com/title/tt0113277/?ref_=x,Heat\n4,https://www.themoviedb.org/movie/348-alien,Alien\n")
    #expect(rows.rows.map { $0.film.ids.map(\.rawValue) } == [["tt0113277"], ["tmdb:movie:348"]])
    #expect(rows.file.unknownColumns == ["column 1", "column 3"])
  }

  @Test func fileOfAnotherFormatIsRefusedIfTheUserNamedIt() throws {
    try ScratchFolder.with { folder in
      let path = try folder.write("Title\nHeat\n", to: "a.csv").path
      for format in ImportFormat.allCases where ![.csv, .letterboxd].contains(format) {
        let source = try #require(try ImportSourceFinder.files(at: [path]).first)
        #expect(throws: ImportError.otherFormat(path: path, format)) {
          try ImportFile.open(source, as: format)
        }
        let inFolder = try #require(try ImportSourceFinder.files(at: [folder.path]).first)
        guard case .failure(.notRecognized) = try ImportFile.open(inFolder, as: format) else {
          Issue.record("\(format)")
          continue
        }
      }
    }
  }

  @Test func tableIsReadAsSuchIfTheUserSaysSo() throws {
    let text = "Date,Name,Year,Letterboxd URI\n2020-01-01,Heat,1995,x\n"
    let read = try ReadFile(text, name: "watched.csv", as: .csv)
    #expect(read.file.format == .csv && read.file.unknownColumns == ["Letterboxd URI"])
    #expect(read.rows.map(\.film) == [NamedFilm(title: "Heat", year: 1995)])
    #expect(read.rows.map(\.viewing?.date) == [PartialDate("2020-01-01")])
  }

  // MARK: - Elements

  @Test func problemsHaveLines() throws {
    let read = try ReadFile(
      "[\(Self.play),\n{\"watched_at\":1},\n{\"a\":[},\n\(Self.play)]\n")
    #expect(read.rows.count == 2)
    #expect(read.problems == [2: .noFilm, 3: .unreadableJSON(.unbalanced)])
  }

  @Test func documentsOfMFlixAreRead() throws {
    let elements = try ReadFile(
      """
      [{"_id":"1","title":"Heat","year":1995},
       {"_id":"2","movie_id":"1","name":"Ann","text":"Good","date":"2002"}]
      """
    ).elements
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
      for source in try ImportSourceFinder.files(at: [path]) {
        guard case .success(var file) = try ImportFile.open(source, as: .filmz) else { continue }
        #expect(file.format == .filmz)
        while let (line, element) = try file.next() {
          #expect(line == 1)
          read.append(try element.get())
        }
      }
      #expect(read == subjects.map(ImportedElement.subject))
    }
  }

  @Test func archiveInsideOfAnArchiveIsSkipped() throws {
    let inner = ZipFixture([.stored("watched.csv", Array("Title\nHeat\n".utf8))]).archive
    for content in [inner, ZipFixture().archive, try [ArchivedSubject(.entry, "e")].archived()] {
      let outer = ZipFixture([.deflated("export", content)]).archive
      #expect(throws: ImportFile.SkipReason.innerArchive) { try ReadFile(outer) }
    }
  }

  @Test(arguments: [nil, .filmz] as [ImportFormat?])
  func archiveWithoutSubjectsIsEmpty(format: ImportFormat?) throws {
    let read = try ReadFile(try [ArchivedSubject]().archived(), name: "b.filmz", as: format)
    #expect(read.file.format == .filmz && read.file.name.hasSuffix("/b.filmz"))
    #expect(read.elements.isEmpty && read.problems.isEmpty)
  }

  @Test(
    arguments: [
      ("lists-noir.json", "noir", nil, 2), ("lists/noir (2).json", "noir", nil, 2),
      ("other.json", "other", nil, 2),
    ] as [(String, String?, String?, Int)])
  func listOfTraktHasTheNameOfItsFile(
    name: String, list: String?, description: String?, position: Int
  ) throws {
    let rows = try ReadFile.rows("[\(Self.listed)]", name: name)
    #expect(rows.map(\.list?.name) == [list] && rows.map(\.position) == [position])
  }

  @Test func listOfTraktHasTheNameInTheFile() throws {
    let items = "[\(Self.listed),\(Self.listed.replacing("\"rank\":2,", with: ""))]"
    let rows = try ReadFile.rows(
      #"[{"name":"Noir","description":"Dark","items":\#(items)}]"#, name: "lists-x.json")
    #expect(
      rows.map(\.list)
        == Array(repeating: ImportedList(name: "Noir", description: "Dark"), count: 2))
    #expect(rows.map(\.position) == [2, 2] && rows.map(\.isWanted) == [false, false])
  }

  @Test func ratingOfASeasonIsNotThatOfTheSeries() throws {
    let rows = try ReadFile.rows(
      """
      {"rated_at":"2024-05-18T12:00:00.000Z","rating":9,"season":{"number":1},\
      "show":{"title":"Show","ids":{"tmdb":99999999999}}}
      """)
    #expect(rows.map(\.episode?.type) == [.episode] && rows.map(\.isSeen) == [true])
    #expect(rows.map(\.film.ids) == [[]])
  }

  @Test func listOfIMDbHasTheNameOfItsFile() throws {
    let text = "Position,Const,Title,Title Type\n1,tt0113277,Heat,Movie\n"
    #expect(try ReadFile.rows(text, name: "My Noir (1).csv").map(\.list?.name) == ["My Noir"])
    #expect(try ReadFile.rows(text, name: "watchlist.csv").map(\.list?.name) == [nil])
  }

  /// Each case has the tags of a list, the notes of its places, and the columns that are reported.
  @Test(
    arguments: [
      ("", ["", " "], []), ("\"noir, heists\"", ["", ""], ["Tags (of lists)"]),
      ("", ["Great", "\"a\nb\""], ["Description (of places)"]),
      ("noir", ["", "Great"], ["Tags (of lists)", "Description (of places)"]),
    ] as [(String, [String], [String])])
  func whatListsOfLetterboxdHoldBeyondFilmsIsReported(
    tags: String, notes: [String], columns: [String]
  ) throws {
    let file = try ReadFile(
      """
      Letterboxd list export v7
      Date,Name,Tags,URL,Description
      2019-03-21,Heists,\(tags),https://boxd.it/2K7Y4,no stress

      Position,Name,Year,URL,Description
      1,Heat,1995,https://boxd.it/2bg8,\(notes[0])
      2,Inside Man,2006,https://boxd.it/2auS,\(notes[1])

      """)
    #expect(file.rows.map(\.note) == [nil, nil] && file.problems.isEmpty)
    #expect(file.file.unknownColumns == columns)
  }

  @Test(arguments: [("", []), ("Great", ["Description (of places)"])])
  func notesOfPlacesAtIMDbAreReported(note: String, columns: [String]) throws {
    let file = try ReadFile(
      "Position,Const,Description,Title,Title Type\n1,tt0113277,\(note),Heat,Movie\n")
    #expect(file.rows.count == 1 && file.file.unknownColumns == columns)
  }

  @Test func favoritesAreAListOfAddresses() throws {
    let read = try ReadFile(
      """
      Date Joined,Username,Given Name,Favorite Films
      2018-01-01,ann,,"https://boxd.it/2bg8, https://boxd.it/1"

      """, name: "profile.csv")
    let rows = read.rows
    #expect(read.file.list?.name == "Letterboxd favorites" && read.problems.isEmpty)
    #expect(rows.map(\.address) == ["https://boxd.it/2bg8", "https://boxd.it/1"])
    #expect(rows.map(\.position) == [1, 2] && rows.map(\.list?.name).allSatisfy { $0 != nil })
    #expect(try ReadFile.rows("Username,Favorite Films\nann,\n").isEmpty)
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
    let rows = try ReadFile.rows(
      "Date,Name,Year,Letterboxd URI\(columns)\n2020-01-01,Heat,1995,https://boxd.it/2bg8\(values)\n",
      name: name)
    #expect(rows.map(\.address) == [hasAddress ? "https://boxd.it/2bg8" : nil])
  }

  @Test func windows1252IsReported() throws {
    let bytes = Array(#"[{"title":"Am"#.utf8) + [0xE9] + Array(#"lie","inCollection":true}]"#.utf8)
    let read = try ReadFile(bytes)
    #expect(read.rows.map(\.film.title) == ["Amélie"] && read.file.hasWindows1252)
  }
}
