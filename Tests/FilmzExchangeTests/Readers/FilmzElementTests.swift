import FilmzDomain
import Testing

@testable import FilmzExchange

/// Files of filmz's rows and exports.
struct FilmzElementTests {
  @Test func exportInJSONHasAllViewings() throws {
    let rows = try ReadFile.rows(
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
      (#""inCollection":false,"skipped":true"#, false, false, nil),
      (#""inCollection":false,"watched":true"#, true, false, nil),
    ] as [(String, Bool, Bool, String?)])
  func rowsOfFilmsAreRead(
    members: String, isSeen: Bool, isWanted: Bool, date: String?
  ) throws {
    let rows = try ReadFile.rows(#"[{"id":"tt0113277","title":"Heat",\#(members)}]"#)
    #expect(rows.map(\.isSeen) == [isSeen] && rows.map(\.isWanted) == [isWanted])
    #expect(rows.map(\.viewing?.date?.text) == [date])
  }

  @Test func filmsMayHaveOnlyIDs() throws {
    let read = try ReadFile(#"[{"id":"tt0113277","myRating":8},{"id":"tt0078748"},{"id":"x"}]"#)
    #expect(read.rows.map(\.film.ids) == [[FilmID(imdbNumber: 113_277)], [FilmID(imdbNumber: 78_748)]])
    #expect(read.rows.map(\.rating) == [Rating(tenths: 80), nil] && read.rows.map(\.isSeen) == [true, false])
    #expect(read.problems == [1: .noFilm])
  }

  /// Each case has the name of a member, a value that is not valid, and the beginning of the value in messages.
  @Test(
    arguments: [
      ("myRating", "11", "11"), ("myRating", #""good""#, "good"), ("dateWatched", #""May""#, "May"),
      ("dateRated", "true", "true"), ("dateAdded", #""2/30/2020""#, "2/30/2020"),
      ("year", #""x""#, "x"), ("year", "[1995]", "[1995]"), ("year", "99999", "99999"),
      ("notes", #"{"a":1}"#, #"{"a":1}"#), ("tags", "true", "true"), ("lists", "[[1]]", "[1]"),
      ("audience", #""dog""#, "dog"), ("type", #""opera""#, "opera"), ("watched", "7", "7"),
      ("ids", #"["x"]"#, "x"), ("viewings", "[5]", "5"), ("originalTitle", "false", "false"),
    ] as [(String, String, String)])
  func invalidValueCostsOnlyItself(name: String, value: String, text: String) throws {
    let read = try ReadFile(
      #"[{"title":"Heat","inCollection":true,"recommendedBy":"Ann","\#(name)":\#(value)}]"#)
    #expect(read.problems.isEmpty && read.rows.map(\.film.title) == ["Heat"])
    #expect(read.rows[0].recommendedBy == "Ann")
    #expect(read.rows[0].leftOut == [.invalidValue(column: name, value: text)])
  }

  @Test(arguments: [("8.1", 81), ("1e300", nil), ("-1e300", nil), ("11", nil)] as [(String, Int?)])
  func ratingOfIMDbThatIsNoRatingIsLeftOut(value: String, tenths: Int?) throws {
    let rows = try ReadFile.rows(#"[{"title":"Heat","inCollection":true,"imdbRating":\#(value)}]"#)
    #expect(rows.map(\.film.title) == ["Heat"])
    #expect(rows.map(\.facts.imdbRating) == [tenths.flatMap { Rating(tenths: $0) }])
  }

  @Test func invalidValueOfAViewingCostsOnlyItself() throws {
    let rows = try ReadFile.rows(
      """
      [{"title":"Heat","inCollection":true,
        "viewings":[{"date":"May","rating":-1,"note":"v"},{"date":"2024-05-01"}]}]
      """)
    #expect(
      rows.map(\.viewing) == [
        ImportedViewing(date: nil, note: "v"), ImportedViewing(date: PartialDate("2024-05-01")),
      ])
    #expect(
      rows[0].leftOut == [
        .invalidValue(column: "date", value: "May"), .invalidValue(column: "rating", value: "-1"),
      ])
  }

  @Test func valuesMayBeTextsOrNumbers() throws {
    let rows = try ReadFile.rows(
      """
      [{"title":1917,"year":"2019","inCollection":"true","watched":1,"myRating":"8.5","tags":"war",
        "dateWatched":2020,"notes":"","audience":null}]
      """)
    #expect(rows.map(\.film) == [NamedFilm(title: "1917", year: 2019)])
    #expect(rows[0].rating == Rating(tenths: 85) && rows[0].tags == ["war"] && rows[0].isSeen)
    #expect(rows[0].viewing == ImportedViewing(date: PartialDate("2020")))
    #expect(rows[0].leftOut.isEmpty)
  }

  @Test(
    arguments: [
      (
        #""title":"Heat","inCollection":"maybe""#,
        .invalidValue(column: "inCollection", value: "maybe")
      ),
      (#""title":true,"inCollection":true"#, .noFilm),
    ] as [(String, RowProblem)])
  func elementOfNoKnownFilmOrPlaceIsAProblem(members: String, problem: RowProblem) throws {
    #expect(try ReadFile("[{\(members)}]").problems == [1: problem])
  }

  @Test func skippedFilmNeedNotTellThatItIsOutsideTheCollection() throws {
    for text in [
      #"[{"title":"Heat","skipped":true}]"#, "title,skipped\nHeat,true\n",
      "title,skipped,viewing\nHeat,true,\n",
    ] {
      let rows = try ReadFile.rows(text)
      #expect(rows.map(\.isSkipped) == [true] && rows.map(\.isWanted) == [false], "\(text)")
    }
    #expect(try ReadFile.rows("title,skipped\nHeat,false\n").map(\.isSkipped) == [false])
  }

  /// Each case has the text of `inCollection` and `skipped`, and whether the row is about a skipped film; `nil` if it
  /// cannot be used.
  @Test(
    arguments: [
      ("false", "true", true), ("false", "false", nil), ("true", "true", false),
      ("true", "false", false),
    ] as [(String, String, Bool?)])
  func filmOutsideTheCollectionIsSkippedOrLeftOut(
    inCollection: String, skipped: String, isSkipped: Bool?
  ) throws {
    for text in [
      #"[{"title":"Heat","inCollection":\#(inCollection),"skipped":\#(skipped)}]"#,
      "title,inCollection,skipped\nHeat,\(inCollection),\(skipped)\n",
      "title,inCollection,skipped,viewing\nHeat,\(inCollection),\(skipped),\n",
    ] {
      let read = try ReadFile(text)
      #expect(read.rows.map(\.isSkipped) == [isSkipped].compactMap(\.self), "\(text)")
      #expect(read.rows.map(\.isWanted) == [isSkipped].compactMap { $0.map { !$0 } }, "\(text)")
      #expect(Array(read.problems.values) == (isSkipped == nil ? [.notInCollection] : []))
    }
  }

  @Test func exportInCSVHasARowForEachViewing() throws {
    let rows = try ReadFile.rows(
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

  /// Each case has a value of `dateAdded`, and the day that it gives.
  @Test(
    arguments: [
      ("2020-01-02", "2020-01-02"), ("2020-01-02T12:00:00Z", "2020-01-02"), ("soon", nil),
      ("", nil),
    ] as [(String, String?)])
  func dateOfAdditionIsThatOfTheFilmOnly(text: String, date: String?) throws {
    let rows = try [
      #"[{"title":"Heat","inCollection":true,"dateAdded":"\#(text)","dateRated":"2021-05-01"}]"#,
      "title,dateAdded,dateRated\nHeat,\(text),2021-05-01\n",
      "title,dateAdded,dateRated,viewing\nHeat,\(text),2021-05-01,1\n",
    ].flatMap { try ReadFile.rows($0) }
    #expect(rows.map(\.addedOn?.text) == [date, date, date])
    #expect(rows.allSatisfy { $0.date == PartialDate("2021-05-01") })
  }

  @Test(arguments: MediaType.allCases)
  func typeOfAFilmThatOnlyFilmzKnowsIsKept(type: MediaType) throws {
    let id = "own:00000000-0000-4000-8000-000000000001"
    let rows = try [
      #"[{"id":"\#(id)","title":"Heat","type":"\#(type.rawValue)","inCollection":true}]"#,
      "id,title,type\n\(id),Heat,\(type.rawValue)\n",
      "id,title,type,viewing\n\(id),Heat,\(type.rawValue),1\n",
    ].flatMap { try ReadFile.rows($0) }
    let film = NamedFilm(ids: [FilmID(unchecked: id)], title: "Heat", type: type)
    #expect(rows.map(\.film) == [film, film, film])
  }

  @Test func numbersOfOtherProgramsAreNotIDs() throws {
    let rows = try ReadFile.rows("id,title\n17,Heat\n")
    #expect(rows.map(\.film) == [NamedFilm(title: "Heat")])
  }
}
