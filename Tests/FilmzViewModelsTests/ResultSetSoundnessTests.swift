import FilmzDomain
import Testing

@testable import FilmzViewModels

/// Result sets as any program may have written them.
struct ResultSetSoundnessTests {
  /// A search's result set, by what may be wrong with it.
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var total = 24
    var pageSize: Int? = 10
    var pages = [1: 10, 3: 4]
    var id = "tt9000001"

    init(_ name: String, _ change: (inout Example) -> Void = { _ in }) {
      testDescription = name
      change(&self)
    }

    var resultSet: ResultSet {
      let film = Film(id: FilmID(canonical: id), title: "Lantern", origin: .omdb)
      let search = ResultSet.Search(
        query: SearchQuery(text: "lantern"), origin: .omdb, pageSize: pageSize,
        pages: pages.mapValues { Array(repeating: film, count: $0) })
      return ResultSet(content: .search(search), total: total, pageSize: 7, page: 1)
    }
  }

  @Test(arguments: [
    Example("a search"), Example("the last page there is") { $0.pages[1000] = 10 },
    Example("all hits there are") { $0.total = 1000 }, Example("nothing") { $0.pages = [:] },
    Example("a full page") { $0.pages = [1: 10] },
    Example("one page that holds all") { ($0.pageSize, $0.pages) = (nil, [1: 24]) },
    Example("more than a thousand on one page") {
      ($0.pageSize, $0.pages, $0.total) = (nil, [1: 1001], 1001)
    },
  ])
  func whatCanBeIsTakenUp(example: Example) async throws {
    #expect(example.resultSet.isSound)
    let state = BrowsingState()
    await state.restore(example.resultSet)
    #expect(await state.resultSet?.total == example.total)
    #expect(await state.phase == .results)
  }

  @Test(arguments: [
    Example("page 0") { $0.pages[0] = 1 }, Example("page -1") { $0.pages[-1] = 1 },
    Example("page 1001") { $0.pages[1001] = 1 },
    Example("the last integer as a page") { $0.pages[.max] = 1 },
    Example("the first integer as a page") { $0.pages[.min] = 1 },
    Example("more films than fit") { $0.pages[1] = 11 },
    Example("more than a thousand hits") { $0.total = 1001 },
    Example("one page with too few") { ($0.pageSize, $0.pages) = (nil, [1: 23]) },
    Example("one page with too many") { ($0.pageSize, $0.pages) = (nil, [1: 25]) },
    Example("two pages of one") { ($0.pageSize, $0.pages) = (nil, [1: 24, 2: 1]) },
    Example("no page of one") { ($0.pageSize, $0.pages) = (nil, [:]) },
    Example("no id") { $0.id = "" }, Example("an id that is none") { $0.id = "Lantern" },
    Example("an id that is not canonical") { $0.id = "TT9000001" },
  ])
  func whatCannotBeIsRefused(example: Example) async throws {
    #expect(!example.resultSet.isSound)
    await expectRefusal(of: example.resultSet)
  }

  @Test(arguments: ["", "Lantern", "tt9", "tt9000001; DROP TABLE entry"])
  func aListWithAnIDThatIsNoneIsRefused(id: String) async throws {
    let ids = ["tt9000001", id].map(FilmID.init(canonical:))
    let list = ResultSet(content: .collection(ids), total: 2, pageSize: 10, page: 1)
    #expect(!list.isSound)
    await expectRefusal(of: list)
    let sound = ResultSet(content: .collection([ids[0]]), total: 1, pageSize: 10, page: 1)
    #expect(sound.isSound)
  }

  private func expectRefusal(of resultSet: ResultSet) async {
    let state = BrowsingState()
    await state.restore(resultSet)
    #expect(await state.resultSet == nil)
    #expect(await state.phase == .initial)
    #expect(await state.revision == 0)
  }
}
