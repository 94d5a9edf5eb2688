import FilmzDomain
import Testing

struct FilterTextTests {
  private func read(_ text: String) throws -> FilterText {
    try FilterText(text.split(separator: " ").map { Word(String($0)) }, in: .search)
  }

  /// Returns the text without filters, and the text of the filters.
  private func parts(_ text: String) throws -> (text: String, filters: String) {
    let read = try read(text)
    return (read.text, read.filter.text)
  }

  @Test(
    arguments: [
      ("heat year:1995", "heat", "year:1995"), ("year:1995 heat", "heat", "year:1995"),
      ("the year:1995 heat", "the heat", "year:1995"), ("year:1999", "", "year:1999"),
      ("year:1990..1999", "", "year:1990..1999"), ("year:1990-1999", "", "year:1990..1999"),
      ("year:1990–1999", "", "year:1990..1999"), ("year:1990-", "", "year:>=1990"),
      ("year:1990..", "", "year:>=1990"), ("year:-1990", "", "year:<=1990"),
      ("year:>1990", "", "year:>=1991"), ("year:>=1990", "", "year:>=1990"),
      ("year:<1990", "", "year:<=1989"), ("year:1990s", "", "year:1990..1999"),
      ("year:>1990 year:<2000", "", "year:1991..1999"),
      ("year:1850-1900", "", "year:1850..1900"), ("year:2190..2300", "", "year:2190..2300"),
      ("genre:drama", "", "genre:Drama"), ("genre:Sci-Fi", "", "genre:Sci-Fi"),
      ("genre:scifi", "", "genre:Sci-Fi"), ("genre:\"sci fi\"", "", "genre:Sci-Fi"),
      ("genre:'film noir'", "", "genre:Film-Noir"),
      ("genre:kids", "", "genre:Family"), ("genre:\"Science Fiction\"", "", "genre:Sci-Fi"),
      ("genre:\"war & politics\"", "", "genre:War"),
      ("genre:\"sci-fi & fantasy\"", "", "genre:Sci-Fi,Fantasy"),
      ("genre:+Reality,+Talk", "", "genre:+Reality-TV,+Talk-Show"),
      ("genre:crime,DRAMA", "", "genre:Crime,Drama"),
      ("genre:crime genre:drama genre:crime", "", "genre:+Crime,+Drama"),
      ("type:movie", "", "type:movie"), ("type:TVMOVIE", "", "type:tvMovie"),
      ("type:tvSeries", "", "type:series"), ("type:tvMiniSeries", "", "type:miniSeries"),
      ("type:tvShort", "", "type:short"), ("type:videoGame", "", "type:game"),
      ("type:movies", "", "type:movie"), ("type:movie type:film", "", "type:movie"),
      ("rating:>7.5", "", "imdb:>=7.6"), ("rating:>=8", "", "imdb:>=8"),
      ("rating:7..8", "", "imdb:7..8"), ("rating:7-8", "", "imdb:7..8"),
      ("rating:<5", "", "imdb:<=4.9"), ("rating:8", "", "imdb:8"),
      ("rating:8..", "", "imdb:>=8"), ("rating:>7 rating:<8", "", "imdb:7.1..7.9"),
      ("votes:>10000", "", "votes:>=10001"), ("votes:>10k", "", "votes:>=10001"),
      ("votes:>=10K", "", "votes:>=10000"), ("votes:1M..", "", "votes:>=1000000"),
      ("votes:0", "", "votes:>=0"), ("votes:10,000", "", "votes:>=10000"),
      ("votes:1.5m", "", "votes:>=1500000"),
      ("votes:500..2000", "", "votes:500..2000"), ("votes:<100", "", "votes:<=99"),
      ("director:kurosawa", "", "director:kurosawa"),
      ("director:\"akira kurosawa\" seven", "seven", "director:\"akira kurosawa\""),
      ("director:'akira kurosawa'", "", "director:\"akira kurosawa\""),
      ("actor:mifune,shimura", "", "actor:mifune actor:shimura"),
      ("actor:mifune actor:shimura", "", "actor:mifune actor:shimura"),
      ("person:miyazaki", "", "person:miyazaki"), ("person:宮崎", "", "person:宮崎"),
      ("YEAR:1999", "", "year:1999"), ("Genre:Drama", "", "genre:Drama"),
    ] as [(String, String, String)])
  func filtersAreSeparatedFromText(typed: String, text: String, filters: String) throws {
    let parts = try parts(typed)
    #expect(parts.text == text)
    #expect(parts.filters == filters)
  }

  @Test(arguments: [
    "Mission:Impossible", "2001:", "2001:a space odyssey", "tmdb:movie:603",
    "https://www.imdb.com/title/tt0133093/", "Alien:Covenant", "Thor:Ragnarok", "Terminator:Genisys",
    "Rating:X", "Year:One", "Fear:Street", "Yaer:1999", "yaer:", ":year", "7:19", "x-men:first",
    "Year:", "Typ:x", "Type:Soon", "imdb:tt0133093", "alien: covenant",
  ])
  func prefixesThatNoFilterHasRemainText(typed: String) throws {
    let read = try read(typed)
    #expect(read.text == typed)
    #expect(read.filter.isEmpty)
  }

  @Test(arguments: [
    "mission:impossible", "title:1917", "alien:covenant", "thor:ragnarok", "terminator:genisys",
    "fear:street", "doctor:strange", "prison:break", "poison:ivy", "gender:bender", "dune:part",
    "star:wars", "a:b", "studio:france", "re:zero", "tron:legacy", "men:in", "yearbook:1999",
    "watched:2019", "tag:noir",
  ])
  func unknownFiltersAreErrorsUnlessTheyMayBeTitles(typed: String) throws {
    let name = String(typed.prefix { $0 != ":" })
    #expect(
      throws: DomainError.unknownFilter(name, near: nil, known: FilterField.names(in: .search))
    ) { try read("heat \(typed)") }
    let title = try FilterText([Word("heat"), Word(typed)], in: .search, mayBeTitle: true)
    #expect(title.text == "heat \(typed)" && title.filter.isEmpty)
  }

  @Test(arguments: [
    ("comedy", "", "genre:Comedy"), ("horror 1980s", "", "year:1980..1989 genre:Horror"),
    ("80s Science Fiction", "", "year:1980..1989 genre:Sci-Fi"), ("sci fi movies", "", "type:movie genre:Sci-Fi"),
    ("1999 film-noir series", "", "year:1999 type:series genre:Film-Noir"),
    ("1990-1999 crime drama", "", "year:1990..1999 genre:+Crime,+Drama"),
    ("kurosawa drama", "kurosawa", "genre:Drama"), ("10s 3000 dramas", "10s 3000 dramas", ""),
    ("netflix horror year:1990s", "netflix", "year:1990..1999 genre:Horror"), ("unseen", "", "is:unwatched"),
    ("Unseen 80s horror", "", "year:1980..1989 genre:Horror is:unwatched"),
  ])
  func genresDecadesYearsAndTypesAreFilters(typed: String, text: String, filters: String) throws {
    var read = try read(typed)
    try read.takeFilterWords(in: .search)
    #expect(read.text == text && read.filter.text == filters)
  }

  @Test(arguments: [
    ("watched:2019", "watched:2019"), ("watched:2019-03", "watched:2019-03"),
    ("watched:2019-03-05", "watched:2019-03-05"), ("watched:2019-03..2019-06", "watched:2019-03..2019-06"),
    ("watched:2018-2019", "watched:2018..2019"), ("watched:>2019", "watched:>=2020"),
    ("watched:<2019-03", "watched:<=2019-02"), ("watched:2019-05..", "watched:>=2019-05"),
    ("watched:2019-01..2019-12", "watched:2019"), ("watched:2019..2020-02-29", "watched:2019-01..2020-02"),
    ("watched:>=2019-12-31 watched:<2020", "watched:2019-12-31"), ("watched:2019 watched:2019-02", "watched:2019-02"),
    ("added:2024", "added:2024"), ("added:2024-05-01..2024-05-07", "added:2024-05-01..2024-05-07"),
    ("is:unseen", "is:unwatched"), ("is:seen", "is:watched"),
  ])
  func filtersOfTheCollectionAreReadAndWritten(typed: String, text: String) throws {
    let words = typed.split(separator: " ").map { Word(String($0)) }
    let filter = try FilterText(words, in: .collection).filter
    #expect(filter.text == text)
    #expect(try FilmFilter(text: text) == filter)
  }

  @Test(arguments: [
    "watched:soon", "watched:2019-13", "watched:2019-02-29", "watched:2020..2019", "watched:1869",
    "added:2019-03-2019-06", "added:..", "watched:2018 watched:2019", "is:unseen is:seen",
  ])
  func invalidDatesAndMarksAreRejected(typed: String) throws {
    let words = typed.split(separator: " ").map { Word(String($0)) }
    let error = try #require(throws: DomainError.self) { try FilterText(words, in: .collection) }
    #expect(error.exitCategory == .usage)
  }

  @Test(arguments: ["is:watched", "is:wanted", "is:skipped", "is:rated"])
  func catalogsHaveOneMark(typed: String) throws {
    for word in ["is:unseen", "is:unwatched"] { #expect(try read(word).filter.isWatched == false) }
    let error = try #require(throws: DomainError.self) { try read(typed) }
    #expect(error.message.contains("use is:unseen"))
  }

  @Test func quotedWordIsText() throws {
    for text in ["year:1999", "yaer:1999", "director:\"x", "rating:soon"] {
      let read = try FilterText([.init(text, isQuoted: true), .init("genre:drama")], in: .search)
      #expect(read.text == text)
      #expect(read.filter.genres == [["Drama"]])
    }
  }

  @Test func valueOfASingleWordMayContainSpaces() throws {
    for text in ["director:akira kurosawa", "director:\"akira kurosawa\""] {
      let read = try FilterText([.init(text)], in: .search)
      #expect(read.filter.directors == ["akira kurosawa"])
    }
  }

  @Test(arguments: [
    ("yaer:1999", "year"), ("yeer:1999", "year"), ("years:1999", "year"), ("eyar:1999", "year"),
    ("gnere:drama", "genre"), ("genres:drama", "genre"), ("tpye:movie", "type"),
    ("types:movie", "type"), ("raitng:8", "rating"), ("ratings:8", "rating"),
    ("vote:10", "votes"), ("votse:10", "votes"), ("direcotr:x", "director"),
    ("dirctr:x", "director"), ("dir:x", "director"), ("acotr:x", "actor"),
    ("actress:x", "actor"), ("cast:x", "actor"), ("persno:x", "person"), ("people:x", "person"),
  ])
  func errorForUnknownFilterSuggestsSimilarOneAndListsAll(typed: String, near: String) throws {
    let name = try #require(typed.split(separator: ":").first)
    let error = try #require(throws: DomainError.self) { try read("heat \(typed)") }
    let names = FilterField.names(in: .search)
    #expect(error == .unknownFilter(String(name), near: near, known: names))
    for name in names { #expect(error.message.contains(name + ":")) }
    #expect(error.exitCategory == .usage)
  }

  @Test(arguments: [
    "year:soon", "year:199", "year:", "year:1990..soon", "year:>x", "year:1869", "year:1860s",
    "year:1850..1869", "year:>2199", "year:<1870", "year:+199", "genre:",
    "genre:drama,", "type:soon", "type:s", "rating:x", "rating:11", "rating:>10", "rating:<0",
    "rating:8..7", "rating:", "votes:x", "votes:-", "votes:1.5", "votes:k", "votes:<0",
    "votes:5..1", "votes:99999999999", "director:", "director:\"\"", "actor:?!", "person:,",
    "director:\"akira kurosawa", "rating:..", "year:..",
  ])
  func errorForInvalidValueIsOneLineWithAdvice(typed: String) throws {
    let error = try #require(throws: DomainError.self) { try read(typed) }
    #expect(!error.message.contains { $0.isNewline })
    #expect(error.exitCategory == .usage)
    let hasAdvice = ["use ", "he types are "].contains { error.message.contains($0) }
    #expect(hasAdvice, "\(error.message)")
  }

  @Test(arguments: [
    ("year:2005-2000", "2000-2005"), ("year:2005..2000", "2000-2005"),
  ])
  func reversedYearsAreRejected(typed: String, suggestion: String) throws {
    let error = try #require(throws: DomainError.self) { try read(typed) }
    #expect(error.message.hasSuffix("use \(suggestion)"))
  }

  @Test(arguments: [
    "year:1999 year:2000", "rating:>8 rating:<7", "votes:>10k votes:<10", "type:movie type:game",
  ])
  func contradictoryFiltersAreRejected(typed: String) throws {
    let error = try #require(throws: DomainError.self) { try read(typed) }
    #expect(error.message.hasPrefix("no film can match both "))
  }

  @Test(arguments: [
    ("genre:dr", "genre", "dr"), ("Type:", "type", ""), ("year:19", "year", "19"),
    ("rating:", "imdb", ""),
  ])
  func partialFilterIsRecognized(word: String, name: String, value: String) throws {
    let partialFilter = try #require(FilterText.partialFilter(word, in: .search))
    #expect(partialFilter.field.name == name)
    #expect(partialFilter.value == value)
  }

  @Test(arguments: ["genre", "gen:", ":x", "title:x", "tag:x", ""])
  func otherWordsAreNotPartialFilters(word: String) {
    #expect(FilterText.partialFilter(word, in: .search) == nil)
  }
}
