import Testing

@testable import FilmzCommands

struct CompletionTableTests {
  private let table = CompletionTable()

  @Test(arguments: [
    ("|", "search"), ("|", "more"), ("|-", "--home"), ("|-", "--format"), ("*|--format", "json"),
    ("*|--home", ":folders"), ("*|-f", ":files"), ("*|--config", ":files"), ("search|-", "--year"),
    ("search|--type", "episode"), ("config|", "unset"), ("config get|", "omdb.apiKey"),
    ("time|", "off"), ("help|", "search"), ("more|-", "--offline"), ("ls|--sort", "-rating"),
    ("note|-", "-e"), ("cache prune|-", "--days"),
  ])
  func aPlaceHasItsCandidates(place: String, value: String) throws {
    let entry = try #require(table.entries.first { $0.places.contains(place) })
    #expect(entry.candidates.contains { $0.value == value })
  }

  @Test func everyPlaceIsThereOnce() {
    let places = table.entries.flatMap(\.places)
    #expect(places.count == Set(places).count)
    #expect(table.entries.allSatisfy { !$0.candidates.isEmpty })
  }

  /// The scripts skip the values of options by the options' names alone.
  @Test func noOptionHasAValueInOneCommandOnly() {
    let all = Declaration.groups.flatMap(\.commands).flatMap(\.family).flatMap(\.options)
    let flags = Set(all.filter { $0.kind == .flag }.flatMap(\.names))
    #expect(flags.isDisjoint(with: table.optionsWithValue))
  }

  @Test func signsOfAShellAreQuoted() {
    #expect(CompletionTable.quoted("it's $x") == "'it'\\''s $x'")
  }
}
