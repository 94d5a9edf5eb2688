import Testing

@testable import FilmzSync

struct SyncChainTests {
  /// A file: its number, its content as a letter, its predecessor's letter, and whether it is a start.
  typealias Link = (number: Int, content: String, predecessor: String?, isStart: Bool)

  struct Case: Sendable {
    let name: String
    let links: [Link]
    var unread: Set<Int> = []
    var seen: [Int: String] = [:]
    let problems: [SyncChain.Problem]
  }

  private static func checksum(_ content: String) -> SyncChecksum {
    SyncChecksum(of: Array(content.utf8))
  }

  private static let four: [Link] = [
    (1, "a", nil, true), (2, "b", "a", false), (3, "c", "b", false), (4, "d", "c", false),
  ]

  private static func four(without numbers: Int...) -> [Link] {
    four.filter { !numbers.contains($0.number) }
  }

  private static func four(but link: Link) -> [Link] {
    four(without: link.number) + [link]
  }

  private static let all = [1: "a", 2: "b", 3: "c", 4: "d"]

  static let cases: [Case] = [
    Case(name: "no files", links: [], problems: []),
    Case(name: "new files", links: four, problems: []),
    Case(name: "known files", links: four, seen: all, problems: []),
    Case(name: "a new file", links: four, seen: [1: "a", 2: "b", 3: "c"], problems: []),
    Case(name: "a gap", links: four(without: 3), problems: [.missing(3...3)]),
    Case(
      name: "two gaps", links: four(without: 1, 3), problems: [.missing(1...1), .missing(3...3)]),
    Case(name: "a long gap", links: four(without: 2, 3), problems: [.missing(2...3)]),
    Case(name: "no first file", links: four(without: 1, 2), problems: [.missing(1...2)]),
    Case(
      name: "a deleted file", links: four(without: 2), seen: all, problems: [.missing(2...2)]),
    Case(
      name: "old files removed after a start", links: [(7, "g", "f", true), (8, "h", "g", false)],
      seen: [1: "a", 6: "f"], problems: []),
    Case(
      name: "old files partly removed", links: [(2, "b", "a", false), (7, "g", "f", true)],
      problems: []),
    Case(
      name: "a gap after a start", links: [(3, "c", "b", true), (5, "e", "d", false)],
      problems: [.missing(4...4)]),
    Case(
      name: "the newest start counts", links: [(1, "a", nil, true), (5, "e", "d", true)],
      problems: []),
    Case(name: "an unreadable file", links: four(without: 2), unread: [2], problems: []),
    Case(
      name: "a forged number", links: four, unread: [9_999_999_999], seen: all, problems: []),
    Case(
      name: "a forged number does not hide a rollback", links: four(without: 4),
      unread: [9_999_999_999], seen: all, problems: [.rolledBack(from: 4, to: 3)]),
    Case(
      name: "the newest is unreadable", links: four(without: 4), unread: [4], seen: all,
      problems: []),
    Case(
      name: "another content", links: four(but: (2, "x", "a", false)), seen: all,
      problems: [.altered(2)]),
    Case(
      name: "another content of the newest", links: four(but: (4, "x", "c", false)), seen: all,
      problems: [.altered(4)]),
    Case(
      name: "another content before a known file", links: four(but: (2, "x", "a", false)),
      seen: [3: "c", 4: "d"], problems: [.altered(2)]),
    Case(
      name: "another content after a known file", links: four(but: (3, "x", "y", false)),
      seen: [1: "a", 2: "b"], problems: [.altered(3), .altered(4)]),
    Case(
      name: "another predecessor of new files", links: four(but: (3, "c", "y", false)),
      problems: [.altered(3)]),
    Case(
      name: "no predecessor", links: four(but: (3, "c", nil, false)), problems: [.altered(3)]),
    Case(
      name: "the predecessor was removed but is known", links: [(5, "e", "y", true)],
      seen: [4: "d"], problems: [.altered(5)]),
    Case(
      name: "older files came back", links: four(without: 3, 4), seen: all,
      problems: [.rolledBack(from: 4, to: 2)]),
    Case(name: "all files are gone", links: [], seen: all, problems: [.rolledBack(from: 4, to: 0)]),
    Case(
      name: "everything at once", links: [(2, "x", "a", false), (4, "d", "c", false)],
      seen: [2: "b", 9: "i"],
      problems: [.missing(1...1), .altered(2), .missing(3...3), .rolledBack(from: 9, to: 4)]),
  ]

  @Test(arguments: cases) func chainsAreChecked(_ example: Case) {
    let links = example.links.map {
      (
        $0.number,
        SyncChain.Link(
          checksum: Self.checksum($0.content), predecessor: $0.predecessor.map(Self.checksum),
          isStart: $0.isStart)
      )
    }
    let problems = SyncChain.problems(
      of: Dictionary(uniqueKeysWithValues: links), unread: example.unread,
      seen: example.seen.mapValues(Self.checksum))
    #expect(problems == example.problems, "\(example.name)")
  }
}
