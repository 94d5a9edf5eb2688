import FilmzDomain
import Foundation
import Testing

@testable import FilmzCommands
@testable import FilmzViewModels

struct CatalogImportOptionsTests {
  @Test(arguments: [
    ("movies", "movie"), ("movies,series", "movie series"), ("Movie, tvSeries", "movie series"),
    ("shorts,videos,games", "game short video"),
    ("tvmovies,specials,miniseries", "miniSeries tvMovie tvSpecial"), ("movie,movies", "movie"),
  ])
  func typesAreParsedFromTheirFriendlyNames(text: String, types: String) throws {
    for isQuoted in [false, true] {
      let list = try #require(MediaTypeList(argument: Word(text, isQuoted: isQuoted)))
      #expect(list.types.map(\.rawValue).sorted().joined(separator: " ") == types)
    }
  }

  @Test(arguments: ["", "movies,", "movies,soap", ","])
  func otherWordsAreNotTypes(text: String) {
    #expect(MediaTypeList(argument: Word(text))?.types == nil)
  }

  @Test(arguments: [
    "catalog import x --only soap", "catalog update --only movies,soap",
  ])
  func errorForAnUnknownTypeListsTheKnownOnes(line: String) throws {
    let words = try #require(try LineParser.commands(in: line).first).words
    let match = try CommandTree.find(words, abbreviated: false)
    let error = try #require(throws: CommandError.self) {
      try match.command.read(match.words)
    }
    #expect(error.exitCategory == .usage)
    for name in MediaType.friendlyNames { #expect(error.message.contains(name)) }
  }

  @Test(
    arguments: [
      ("catalog update", nil), ("catalog update --from https://mirror.test/", nil),
      ("catalog update --people", "people"), ("catalog update --episodes", "episodes"),
      ("catalog update --adult", "adult"), ("catalog update --only movies", "types"),
      ("catalog update --adult --people", "adult people"),
    ] as [(String, String?)])
  func selectionIsNilWithoutOptions(line: String, expected: String?) throws {
    let words = try #require(try LineParser.commands(in: line).first).words
    let match = try CommandTree.find(words, abbreviated: false)
    var reader = ArgumentReader<CatalogUpdateCommand>(command: match.command)
    try reader.read(match.words)
    let options = reader.arguments.selection.map { selection in
      [
        selection.includesAdult ? "adult" : nil, selection.includesEpisodes ? "episodes" : nil,
        selection.includesPeople ? "people" : nil, selection.types == nil ? nil : "types",
      ].compactMap(\.self).joined(separator: " ")
    }
    #expect(options == expected)
  }
}
