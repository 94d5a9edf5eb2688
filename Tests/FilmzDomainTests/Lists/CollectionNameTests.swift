import FilmzDomain
import Testing

struct CollectionNameTests {
  private func filterText(_ word: String) -> String? {
    CollectionName(Word(word))?.builtInFilter?.text
  }

  @Test(arguments: [
    ("@favorites", "mine:>=8 is:watched"), ("@Favorites", "mine:>=8 is:watched"),
    ("@fav-ori-tes", "mine:>=8 is:watched"), ("@FAVÓRITES", "mine:>=8 is:watched"),
    ("@wanted", "is:unwatched"), ("@seen", "is:watched"),
    ("@movies", "type:movie,tvMovie,tvSpecial,short,video is:watched"),
    ("@series", "type:series,miniSeries,episode is:watched"), ("@recent", "recent:30"),
    ("@unrated", "is:watched is:unrated"), ("@rewatched", "is:watched is:rewatched"),
    ("@genre:sci-fi", "genre:Sci-Fi is:watched"), ("@genre:scifi", "genre:Sci-Fi is:watched"),
    ("@GENRE:Sci-Fi", "genre:Sci-Fi is:watched"), ("@genre:Épopée", "genre:Épopée is:watched"),
    ("@genre:kids", "genre:Family is:watched"), ("@genre:war-politics", "genre:War is:watched"),
    ("@genre:science-fiction", "genre:Sci-Fi is:watched"),
    ("@platform:netflix", "is:watched platform:netflix"),
    ("@platform:prime-video", "is:watched platform:\"prime video\""),
    ("@decade:1990s", "year:1990..1999 is:watched"),
    ("@decade:1990S", "year:1990..1999 is:watched"),
    ("@person:toshiro-mifune", "person:\"toshiro mifune\" is:watched"),
  ])
  func builtInNameStandsForAFilter(word: String, filter: String) {
    #expect(filterText(word) == filter)
  }

  @Test(arguments: [
    "@rainy", "@favorite", "@genre", "@genre:", "@genre:-", "@decade:90s", "@decade:1995s",
    "@decade:x", "@actor:x", "@favorites:x", "@genre:a:b", "@!", "@-",
  ])
  func otherNamesAreNotBuiltIn(word: String) {
    #expect(filterText(word) == nil)
    #expect(CollectionName(Word(word)) != nil)
  }

  @Test func onlyUnquotedWordsWithAnAtAreNames() {
    for text in ["favorites", "@", "ann@x", "@two words", ""] {
      #expect(CollectionName(Word(text)) == nil, "\(text)")
    }
    #expect(CollectionName(Word("@favorites", isQuoted: true)) == nil)
  }

  @Test func namesAreComparedFolded() throws {
    let name = try CollectionName(saving: "Rainy-Day")
    #expect(name.text == "@Rainy-Day" && name.savedName == "Rainy-Day" && name.key == "rainyday")
    #expect(try name == CollectionName(saving: "@ráinyday"))
    #expect(CollectionName(Word("@RAINY-DAY")) == name)
    #expect(CollectionName(savedName: "Rainy-Day") == name)
  }

  @Test(arguments: [
    "", "@", "-", "a b", "a:b", "a_b", "a.b", "🎬", String(repeating: "x", count: 41),
  ])
  func invalidNameIsNotSaved(name: String) {
    #expect(throws: DomainError.invalidCollectionName(name)) { try CollectionName(saving: name) }
  }

  @Test func longestNameIsSaved() throws {
    let name = String(repeating: "x", count: 40)
    #expect(try CollectionName(saving: name).savedName == name)
  }

  @Test(arguments: ["favorites", "@Seen", "RE-CENT", "genre", "person"])
  func builtInNameIsNotSaved(name: String) {
    #expect(throws: DomainError.self) { try CollectionName(saving: name) }
  }

  @Test(arguments: [
    (CollectionFamily.genre, "Sci-Fi", "@genre:Sci-Fi"),
    (.genre, "War & Peace", "@genre:War-Peace"),
    (.platform, "Prime Video", "@platform:prime-video"), (.platform, "Disney+", "@platform:disney"),
    (.decade, "1990s", "@decade:1990s"), (.person, "Toshirō Mifune", "@person:toshirō-mifune"),
  ])
  func familyNamesTheCollectionOfAValue(family: CollectionFamily, value: String, name: String) {
    #expect(family.name(of: value).text == name)
    #expect(family.name(of: value).family == family)
  }
}
