import FilmzDomain
import Foundation
import Testing

@testable import FilmzCommands
@testable import FilmzViewModels

struct CatalogOptionsTests {
  @Test(arguments: [
    ("movies", "movie"), ("movies,series", "movie series"), ("Movie, tvSeries", "movie series"),
    ("shorts,videos,games", "game short video"),
    ("tvmovies,specials,miniseries", "miniSeries tvMovie tvSpecial"), ("movie,movies", "movie"),
  ])
  func kindsAreReadAsPeopleCallThem(text: String, types: String) throws {
    for isQuoted in [false, true] {
      let list = try #require(TypeList(argument: Word(text, isQuoted: isQuoted)))
      #expect(list.types.map(\.rawValue).sorted().joined(separator: " ") == types)
    }
  }

  @Test(arguments: ["", "movies,", "movies,soap", ","])
  func otherWordsAreNoKinds(text: String) {
    #expect(TypeList(argument: Word(text))?.types == nil)
  }

  @Test(arguments: [
    "catalog import x --only soap", "catalog update --only movies,soap",
  ])
  func anUnknownKindNamesTheRightOnes(line: String) throws {
    let words = try #require(try LineParser.commands(in: line).first).words
    let match = try CommandTree.find(words, abbreviated: false)
    let error = try #require(throws: CommandError.self) {
      try match.command.read(match.words)
    }
    #expect(error.kind == .usage)
    for name in MediaType.friendlyNames { #expect(error.message.contains(name)) }
  }

  @Test(
    arguments: [
      ("catalog update", nil), ("catalog update --from https://mirror.test/", nil),
      ("catalog update --people", "people"), ("catalog update --episodes", "episodes"),
      ("catalog update --adult", "adult"), ("catalog update --only movies", "types"),
      ("catalog update --adult --people", "adult people"),
    ] as [(String, String?)])
  func onlyOptionsMakeAChoice(line: String, wanted: String?) throws {
    let words = try #require(try LineParser.commands(in: line).first).words
    let match = try CommandTree.find(words, abbreviated: false)
    let command = try #require(
      try match.command.read(match.words).command as? CatalogUpdateCommand)
    let told = command.wanted.map { choice in
      [
        choice.includesAdult ? "adult" : nil, choice.includesEpisodes ? "episodes" : nil,
        choice.includesPeople ? "people" : nil, choice.types == nil ? nil : "types",
      ].compactMap(\.self).joined(separator: " ")
    }
    #expect(told == wanted)
  }
}
