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
    for argument in [text, Word(text, isQuoted: true).argument] {
      let list = try #require(TypeList(argument: argument))
      #expect(list.types.map(\.rawValue).sorted().joined(separator: " ") == types)
    }
  }

  @Test(arguments: ["", "movies,", "movies,soap", ","])
  func otherWordsAreNoKinds(text: String) {
    #expect(TypeList(argument: text)?.types == nil)
  }

  @Test(arguments: [
    "catalog import x --only soap", "catalog update --only movies,soap",
  ])
  func anUnknownKindNamesTheRightOnes(line: String) throws {
    let words = try #require(try LineParser.commands(in: line).first).words
    let match = try CommandTree.find(words, abbreviated: false)
    let error = try #require(throws: CommandError.self) {
      try CommandParser().command(of: match)
    }
    #expect(error.kind == .usage)
    for name in MediaType.friendlyNames { #expect(error.message.contains(name)) }
  }

  @Test(arguments: [
    ("https://datasets.imdbws.com/", "https://datasets.imdbws.com/"),
    ("http://127.0.0.1:8080", "http://127.0.0.1:8080/"),
    ("HTTPS://mirror.example.org/imdb", "HTTPS://mirror.example.org/imdb/"),
  ])
  func anAddressIsTakenAsAFolder(text: String, address: String) throws {
    #expect(try CatalogUpdateCommand.origin(text).absoluteString == address)
  }

  @Test(arguments: [
    "", "ftp://example.org/", "file:///tmp", "datasets.imdbws.com", "https://", "http:///x",
    "/tmp/imdb", "https://example.org/?a=b", "https://example.org/#a", "https://a b/",
  ])
  func whatIsNoAddressOfHTTPIsRefused(text: String) throws {
    let error = try #require(throws: CommandError.self) { try CatalogUpdateCommand.origin(text) }
    #expect(error.kind == .usage)
    #expect(error.message.contains("http or https"))
  }
}
