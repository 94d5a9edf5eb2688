import FilmzDomain
import Testing

@testable import FilmzCommands

struct RecordArgumentsTests {
  private static func arguments(_ line: String) throws -> RecordArguments {
    let words = try #require(try LineParser.commands(in: line).first).words
    return try RecordArguments(words, verb: "record new", acceptsID: true, latestYear: 2028)
  }

  @Test(arguments: [
    "title=Some Film year=2001", "title=\"Some Film\" year=2001", "\"title=Some Film\" year=2001",
    "TITLE='Some Film' Year=2001", "year=2001 title=Some  Film",
  ])
  func valueExtendsToTheNextField(line: String) throws {
    let arguments = try Self.arguments(line)
    #expect(arguments.facts == [.title: .text("Some Film"), .year: .integer(2001)])
    #expect(arguments.targets.isEmpty)
  }

  @Test func wordsBeforeTheFirstFieldAreTargets() throws {
    let arguments = try Self.arguments("the godfather year=1971 id=tt1")
    #expect(arguments.targets.map(\.text) == ["the", "godfather"])
    #expect(arguments.facts == [.year: .integer(1971)])
    #expect(arguments.id == FilmID(imdbNumber: 1))
  }

  @Test func equalsSignsMayBePartOfAValue() throws {
    let arguments = try Self.arguments("plot=Einstein finds E=mc² and a=b year=1955")
    #expect(
      arguments.facts == [.plot: .text("Einstein finds E=mc² and a=b"), .year: .integer(1955)])
  }

  @Test(arguments: [
    ("runtime=90", RecordField.runtimeMinutes, OwnFact.integer(90)), ("Genre=Crime", .genres, .list(["Crime"])),
    ("director=A, B", .directors, .list(["A", "B"])), ("actor=A", .actors, .list(["A"])),
    ("writer=A", .writers, .list(["A"])), ("country=Japan", .countries, .list(["Japan"])),
    ("language=German", .languages, .list(["German"])), ("rated=PG", .rated, .text("PG")),
  ])
  func namesOfFiltersAreFields(line: String, field: RecordField, fact: OwnFact) throws {
    #expect(try Self.arguments("heat \(line) year=1996").facts == [field: fact, .year: .integer(1996)])
  }

  @Test func fieldUnderBothNamesIsGivenTwice() throws {
    let error = #expect(throws: CommandError.self) { try Self.arguments("runtime=90 runtimeMinutes=91") }
    #expect(try #require(error).message.contains("runtimeMinutes is given twice"))
  }

  @Test(arguments: [
    ("heat yer=1996", "did you mean year?"), ("foo=1", "the fields are title, "),
    ("title=a plot=b yaer=1996", "did you mean year?"),
    ("title=a votes=90", "there is no field votes"), ("imdbRating=3", "imdbRating"),
    ("year=1996 year=1997", "twice"),
    ("id=heat", "is not an id"),
  ])
  func wrongFieldIsNamed(line: String, text: String) throws {
    let error = #expect(throws: CommandError.self) { try Self.arguments(line) }
    #expect(try #require(error).message.contains(text))
  }
}

struct RecordFormTests {
  private static let form: RecordForm = {
    var film = Film(
      id: FilmID(imdbNumber: 113277), title: "Heat", year: 1996, type: .movie, origin: .starter)
    film.genres = ["Crime", "Drama"]
    film.plot = "Two lines:\none and two."
    return RecordForm(film: film, ownFields: [.year], latestYear: 2028)
  }()

  @Test func unchangedTextChangesNothing() {
    #expect(Self.form.changes(in: Self.form.text) == .changes([:], reverted: []))
    #expect(Self.form.text.contains("# yours:\nyear: 1996\n"))
    #expect(Self.form.text.contains("plot: Two lines: one and two.\n"))
  }

  @Test(
    arguments: [
      ("year: 1996", "year: 1995", [.year: .integer(1995)], []),
      ("genres: Crime, Drama", "genres: Crime", [.genres: .list(["Crime"])], []),
      ("genres: Crime, Drama", "genres: none", [.genres: .null], []),
      ("year: 1996", "year:", [:], [.year]), ("title: Heat", "", [:], []),
      ("awards:", "Awards: Two prizes: one", [.awards: .text("Two prizes: one")], []),
    ] as [(String, String, [RecordField: OwnFact], Set<RecordField>)])
  func changedLineIsRead(
    old: String, new: String, facts: [RecordField: OwnFact], reverted: Set<RecordField>
  ) {
    let text = Self.form.text.replacing(old, with: new)
    #expect(Self.form.changes(in: text) == .changes(facts, reverted: reverted))
  }

  @Test(arguments: [
    ("year: 1996", "year: soon", "# wrong: \"soon\" is not a valid year"),
    ("year: 1996", "yaer: 1995", "# wrong: there is no field \"yaer\"; did you mean year?"),
    ("title: Heat", "title:", "# wrong: the title must not be empty"),
    ("title: Heat", "Heat", "# wrong: a line is FIELD: VALUE"),
    ("title: Heat", "title: Heat\ntitle: Heat", "# wrong: title is there twice"),
  ])
  func reasonStandsAboveAWrongLine(old: String, new: String, mark: String) throws {
    let text = Self.form.text.replacing(old, with: new)
    guard case .invalid(let marked) = Self.form.changes(in: text) else {
      Issue.record("the line is accepted")
      return
    }
    let wrongLine = try #require(new.split(separator: "\n").last)
    #expect(marked.contains(mark) && marked.contains("\n\(wrongLine)\n"))
    let mended = marked.replacing(new, with: old).replacing("title: Heat\n\(mark)", with: mark)
    #expect(!mended.contains("# wrong: # wrong:"))
  }

  @Test(arguments: [("title: Graz", "title:"), ("year: 2019", "year:"), ("type: movie", "type:")])
  func filmThatNoSourceKnowsKeepsItsTitleYearAndType(old: String, new: String) {
    let film = Film(
      id: FilmID(unchecked: "own:1"), title: "Graz", year: 2019, type: .movie, origin: .own)
    let form = RecordForm(film: film, ownFields: [.title, .year, .type], latestYear: 2028)
    guard case .invalid(let marked) = form.changes(in: form.text.replacing(old, with: new)) else {
      Issue.record("the line is accepted")
      return
    }
    #expect(marked.contains("must not be empty\n\(new)\n"))
  }

  @Test(arguments: ["", "\n\n", "# only comments\n"])
  func emptiedTextCancels(text: String) {
    #expect(Self.form.changes(in: text) == .cancelled)
  }
}
