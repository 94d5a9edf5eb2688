import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzCatalog

/// Which words stand where, gathered in memory and put aside in runs.
@Suite struct PostingLogTests {
  /// Where words stand, in the plainest way.
  private struct Reference {
    var places: [String: [UInt32: UInt8]] = [:]

    mutating func add(_ words: [String], _ document: UInt32, isMain: Bool) {
      let article = words.count > 1 && ["the", "le"].contains(words[0]) ? 1 : 0
      for (index, word) in words.enumerated() {
        var placement: Placement = index < article ? .article : .place(index - article)
        if index == words.count - 1 { placement.insert(.last) }
        if isMain { placement.insert(.main) }
        places[word, default: [:]][document, default: 0] |= placement.rawValue
      }
    }
  }

  private typealias Drained = [(word: String, postings: [UInt64])]

  private func drained(_ log: PostingLog, _ numbering: [UInt32]? = nil) throws -> Drained {
    var log = log
    var drained: Drained = []
    try log.drain(numbering: numbering) { word, postings in
      drained.append((String(decoding: word, as: UTF8.self), postings))
    }
    return drained
  }

  @Test(
    "Runs put aside hold what memory holds",
    arguments: [nil, 1, 7, 100, 1000, 100_000], [false, true])
  func runsAreMerged(runLength: Int?, isRenumbered: Bool) throws {
    try ScratchFolder.with { folder in
      var random = SplitMix(UInt64(runLength ?? 0))
      let spill = try runLength.map { _ in try SpillFile(in: folder.url) }
      var log = PostingLog(spill: spill, runLength: runLength ?? 10)
      var reference = Reference()
      let vocabulary = ["the", "le", "é", "七", "x"] + (0..<300).map { "word\($0 % 60)\($0)" }
      var order = (0..<400).map { UInt32($0) }
      if isRenumbered { order.shuffle(using: &random) }
      for _ in 0..<(runLength == 1 ? 100 : 1000) {
        let words = (0..<Int.random(in: 0...8, using: &random)).map { _ in
          random.one(of: vocabulary)
        }
        let document = UInt32.random(in: 0..<400, using: &random)
        let isMain = random.isOne(of: 2)
        try log.add(
          Array(words.joined(separator: " ").utf8).span, document: document, isMain: isMain)
        // Accents are gone in the log.
        let folded = words.map { $0 == "é" ? "e" : $0 }
        reference.add(folded, order[Int(document)], isMain: isMain)
      }
      let found = try drained(log, isRenumbered ? order : nil)
      let expected = reference.places.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      #expect(found.map(\.word) == expected)
      for (word, postings) in found {
        let places = (reference.places[word] ?? [:]).sorted { $0.key < $1.key }
        #expect(postings == places.map { UInt64($0.key) << 8 | UInt64($0.value) }, "\(word)")
      }
      #expect(try folder.files() == [])
    }
  }

  @Test("Joined words are noted as one too")
  func joinedWordsAreOne() throws {
    var log = PostingLog(spill: nil)
    try log.add(Array("The Spider-Man 2".utf8).span, document: 5, isMain: true)
    let found = try drained(log)
    #expect(found.map(\.word) == ["2", "man", "spider", "spiderman", "the"])
    let two: Placement = [.place(1), .place(2), .last, .main]
    #expect(found.first?.postings == [5 << 8 | UInt64(two.rawValue)])
    let one: Placement = [.place(0), .main]
    #expect(found[3].postings == [5 << 8 | UInt64(one.rawValue)])
  }

  @Test("A log without words has none, and nothing is left after it was drained")
  func emptyLogs() throws {
    var log = PostingLog(spill: nil)
    try log.add(Array("!?".utf8).span, document: 0, isMain: true)
    #expect(try drained(log).isEmpty)
    try log.add(Array("up".utf8).span, document: 0, isMain: true)
    try log.drain(numbering: nil) { _, _ in }
    #expect(try drained(log).isEmpty)
  }
}

/// Runs of entries in a file.
@Suite struct PostingRunTests {
  @Test("Runs of any length come back from one file", arguments: [0, 1, 32_768, 32_769, 100_000])
  func runsComeBack(count: Int) throws {
    try ScratchFolder.with { folder in
      let spill = try SpillFile(in: folder.url)
      let entries = (0..<count).map { Posting.entry($0 / 3, UInt32($0), UInt8($0 & 0xFF)) }
      var runs = [
        try spill.run([Posting.entry(7, 1, 2)]), try spill.run(entries),
        try spill.run([Posting.entry(8, 1, 2)]), PostingRun(entries: entries),
      ]
      for index in [1, 3] {
        var read: [UInt64] = []
        while let number = try runs[index].next() {
          let before = read.count
          try runs[index].take(number) { read.append($0) }
          #expect(read.count > before)
          guard read.count > before else { break }
        }
        #expect(read == entries)
      }
      #expect(try runs[0].next() == 7)
      #expect(try runs[2].next() == 8)
    }
  }

  @Test("A word that a run does not have takes nothing")
  func otherWordsTakeNothing() throws {
    var run = PostingRun(entries: [Posting.entry(2, 1, 0), Posting.entry(4, 1, 0)])
    var taken = 0
    for (number, count) in [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2)] {
      try run.take(UInt32(number)) { _ in taken += 1 }
      #expect(taken == count)
    }
    #expect(try run.next() == nil)
  }

  @Test("A folder that is not there is named")
  func missingFolders() throws {
    try ScratchFolder.with { folder in
      let missing = folder.url(of: "missing")
      #expect {
        try SpillFile(in: missing)
      } throws: { error in
        if case .cannotWrite(let path, _)? = error as? CatalogError {
          path.hasPrefix(missing.path)
        } else {
          false
        }
      }
    }
  }

  @Test("The parts of an entry are its own", arguments: [0, 1, (1 << 28) - 1], [0, (1 << 28) - 1])
  func entriesHaveParts(number: Int, document: Int) {
    let entry = Posting.entry(number, UInt32(document), 0xA5)
    #expect(Posting.number(entry) == UInt32(number))
    #expect(Posting.document(entry) == UInt32(document))
    #expect(entry & 0xFF == 0xA5)
  }

  @Test("Postings of one document become one")
  func postingsAreMerged() {
    var random = SplitMix(4)
    for count in [0, 1, 2, 50] {
      var postings = (0..<count).map { _ in
        UInt64.random(in: 0..<20, using: &random) << 8 | UInt64.random(in: 0..<256, using: &random)
      }
      var expected: [UInt64: UInt64] = [:]
      for posting in postings { expected[posting >> 8, default: 0] |= posting & 0xFF }
      Posting.merge(&postings)
      #expect(postings == expected.sorted { $0.key < $1.key }.map { $0.key << 8 | $0.value })
    }
  }
}
