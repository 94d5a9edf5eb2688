import FilmzDomain
import Foundation
import Testing

struct FilmOrderTests {
  @Test(arguments: [
    ("name", "name"), ("title", "name"), ("-title", "-name"), ("year", "year"),
    ("-added", "-added"), ("rating", "mine"), ("-mine", "-mine"), ("imdb", "imdb"),
    ("votes", "votes"), ("watched", "watched"), ("runtime", "runtime"), ("random", "random"),
    ("-rating,year", "-mine,year"), ("year, -title", "year,-name"),
  ])
  func orderRoundTripsThroughTextAndJSON(text: String, expected: String) throws {
    let order = try FilmOrder(parsing: text, in: .collection)
    #expect(order.text == expected)
    #expect(try FilmOrder(parsing: order.text, in: .collection) == order)
    let data = try JSONEncoder().encode(order)
    #expect(try JSONDecoder().decode(FilmOrder.self, from: data) == order)
  }

  @Test(arguments: [("rating", FilmOrder.Key.imdb), ("title", .name), ("-votes", .votes)])
  func ratingInASearchIsTheIMDbRating(text: String, key: FilmOrder.Key) throws {
    #expect(try FilmOrder(parsing: text, in: .search).terms.map(\.key) == [key])
  }

  @Test(arguments: [
    ("", FilterScope.collection), ("-", .collection), ("--name", .collection),
    ("Name", .collection), ("name-", .collection), ("+name", .collection), ("size", .collection),
    ("year,", .collection), ("added", .search), ("mine", .search), ("random", .search),
    ("watched", .search),
  ])
  func errorForInvalidKeyListsValidKeys(text: String, scope: FilterScope) throws {
    let error = try #require(throws: DomainError.self) { try FilmOrder(parsing: text, in: scope) }
    for name in FilmOrder.names(in: scope) { #expect(error.message.contains(name)) }
    #expect(error.exitCategory == .usage)
  }

  @Test func defaultOrderIsNewestFirst() {
    #expect(CollectionQuery().order == FilmOrder(.added, descending: true))
  }
}
