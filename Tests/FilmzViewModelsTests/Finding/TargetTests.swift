import FilmzDomain
import FilmzViewModels
import Testing

struct TargetTests {
  private static let matrix = Target.id(FilmID(unchecked: "tt0133093"))

  @Test(
    arguments: [
      ("3", [Target.numbers(3...3)]), ("1-4", [.numbers(1...4)]), ("2-2", [.numbers(2...2)]),
      ("1-4,7", [.numbers(1...4), .numbers(7...7)]), ("007", [.numbers(7...7)]),
      ("0", [.numbers(0...0)]), ("1917", [.numbers(1917...1917)]),
      ("tt0133093", [matrix]), ("tt133093", [matrix]), ("TT133093", [matrix]),
      ("https://m.imdb.com/title/tt0133093/", [matrix]), ("imdb.com/title/tt0133093", [matrix]),
      ("https://www.imdb.com/de/title/tt0133093/?ref_=x", [matrix]),
      ("tmdb:movie:603", [.id(FilmID(unchecked: "tmdb:movie:603"))]),
      (".", [.selected]), ("title:1917", [.title("1917")]), ("title:.", [.title(".")]),
      ("heat", [.title("heat")]), ("title:", [.title("")]), ("tt", [.title("tt")]),
      ("3rd", [.title("3rd")]), ("..", [.title("..")]),
    ] as [(String, [Target])])
  func wordIsParsedAsTarget(word: String, targets: [Target]) throws {
    #expect(try Target.parse([Word(word)]) == targets)
  }

  @Test(
    arguments: [
      ("the godfather", [Target.words(["the", "godfather"])]),
      ("blade runner 2049", [.words(["blade", "runner", "2049"])]),
      ("1 3 tt0133093", [.numbers(1...1), .numbers(3...3), matrix]),
      ("1-2,5 .", [.numbers(1...2), .numbers(5...5), .selected]),
      ("title:blade runner 2049", [.title("blade runner 2049")]),
      ("title:1917 2019", [.title("1917 2019")]),
      ("heat tt0133093", [.words(["heat", "tt0133093"])]),
      ("tt0133093 heat", [.words(["tt0133093", "heat"])]),
    ] as [(String, [Target])])
  func wordsFormOneTitleUnlessAllAreStandalone(text: String, targets: [Target]) throws {
    let arguments = text.split(separator: " ").map { Word(String($0)) }
    #expect(try Target.parse(arguments) == targets)
  }

  @Test(arguments: ["12 angry men", "10,000 bc", "1-3 heat", "2001 a space odyssey"])
  func firstWordOfDigitsIsANumber(text: String) {
    let arguments = text.split(separator: " ").map { Word(String($0)) }
    #expect(throws: ViewModelError.titleBeginningWithNumber(text)) { try Target.parse(arguments) }
  }

  @Test func quotedArgumentIsASeparateTitle() throws {
    let arguments = [
      Word("Heat (1995)", isQuoted: true), .init("3"), .init("1917", isQuoted: true),
      .init("blade"), .init("runner"), .init(".", isQuoted: true), .init("7"),
    ]
    #expect(
      try Target.parse(arguments) == [
        .title("Heat (1995)"), .numbers(3...3), .title("1917"), .words(["blade", "runner"]),
        .title("."), .numbers(7...7),
      ])
  }

  @Test func quotedIDIsAnID() throws {
    #expect(try Target.parse([.init("tt133093", isQuoted: true)]) == [Self.matrix])
  }

  @Test func noArgumentsReferToTheSelectedFilm() throws {
    #expect(try Target.parse([]) == [.selected])
  }

  @Test(arguments: [
    "4-1", "1-", "-3", "1--2", "1-2-3", "1,,2", ",1", "1,", "1-4,9-7",
    "99999999999999999999", "1-99999999999999999999",
  ])
  func invalidRangeIsRefused(word: String) {
    #expect(throws: ViewModelError.invalidRange(word)) { try Target.parse([.init(word)]) }
  }

  @Test func titleCanBeginLikeAnInvalidRange() throws {
    let targets = try Target.parse([.init("9-1-1"), .init("lone"), .init("star")])
    #expect(targets == [.words(["9-1-1", "lone", "star"])])
  }

  @Test(
    arguments: [
      ("@favorites", ["@favorites"]), ("@genre:sci-fi 3", ["@genre:sci-fi", "3"]),
      ("heat @favorites", ["heat", "@favorites"]),
      ("the thing @seen blade runner", ["the thing", "@seen", "blade runner"]),
      ("title:@midnight", ["@midnight"]), ("@ heat", ["@ heat"]),
    ] as [(String, [String])])
  func unquotedWordWithAnAtIsACollection(text: String, parts: [String]) throws {
    let targets = try Target.parse(text.split(separator: " ").map { Word(String($0)) })
    let texts = targets.map { target -> String in
      switch target {
      case .collection(let name): name.text
      case .title(let title): title
      case .words(let words): words.joined(separator: " ")
      case .numbers(let numbers): String(numbers.lowerBound)
      case .id, .selected: ""
      }
    }
    #expect(texts == parts)
    let collections = targets.filter { if case .collection = $0 { true } else { false } }
    let isTitle = text.hasPrefix("title:") || text.hasPrefix("@ ")
    #expect(collections.isEmpty == isTitle)
  }

  @Test func quotedWordWithAnAtIsATitle() throws {
    #expect(try Target.parse([Word("@midnight", isQuoted: true)]) == [.title("@midnight")])
  }
}
