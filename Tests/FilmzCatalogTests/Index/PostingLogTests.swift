import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzCatalog

/// The collection of postings in memory and in spilled runs.
@Suite struct PostingLogTests {
  /// A simple reference implementation of the positions of words.
  private struct Reference {
    var positions: [String: [UInt32: UInt8]] = [:]

    mutating func add(_ words: [String], _ document: UInt32, isMain: Bool) {
      let article = words.count > 1 && ["the", "le"].contains(words[0]) ? 1 : 0
      for (index, word) in words.enumerated() {
        var flags: TermPositions = index < article ? .article : .position(index - article)
        if index == words.count - 1 { flags.insert(.last) }
        if isMain { flags.insert(.main) }
        positions[word, default: [:]][document, default: 0] |= flags.rawValue
      }
    }
  }

  private typealias Entries = [(word: String, postings: [UInt64])]

  private func drainedEntries(_ log: PostingLog, _ numbering: [UInt32]? = nil) throws -> Entries {
    var log = log
    var entries: Entries = []
    try log.drain(numbering: numbering) { word, postings in
      entries.append((String(decoding: word, as: UTF8.self), postings))
    }
    return entries
  }

  @Test(
    "Spilled runs and memory give the same postings",
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
          random.element(of: vocabulary)
        }
        let document = UInt32.random(in: 0..<400, using: &random)
        let isMain = random.chance(oneIn: 2)
        try log.add(
          Array(words.joined(separator: " ").utf8).span, document: document, isMain: isMain)
        // The log folds accents.
        let folded = words.map { $0 == "é" ? "e" : $0 }
        reference.add(folded, order[Int(document)], isMain: isMain)
      }
      let entries = try drainedEntries(log, isRenumbered ? order : nil)
      let expected = reference.positions.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      #expect(entries.map(\.word) == expected)
      for (word, postings) in entries {
        let expectedPositions = (reference.positions[word] ?? [:]).sorted { $0.key < $1.key }
        #expect(
          postings == expectedPositions.map { UInt64($0.key) << 8 | UInt64($0.value) }, "\(word)")
      }
      #expect(try folder.files() == [])
    }
  }

  @Test("Joined words are also added as one word")
  func joinedWordsAreOne() throws {
    var log = PostingLog(spill: nil)
    try log.add(Array("The Spider-Man 2".utf8).span, document: 5, isMain: true)
    let entries = try drainedEntries(log)
    #expect(entries.map(\.word) == ["2", "man", "spider", "spiderman", "the"])
    let positionsOfTwo: TermPositions = [.position(1), .position(2), .last, .main]
    #expect(entries.first?.postings == [5 << 8 | UInt64(positionsOfTwo.rawValue)])
    let positionsOfJoinedWord: TermPositions = [.position(0), .main]
    #expect(entries[3].postings == [5 << 8 | UInt64(positionsOfJoinedWord.rawValue)])
  }

  @Test("A log without words is empty, and so is a drained log")
  func emptyLogs() throws {
    var log = PostingLog(spill: nil)
    try log.add(Array(" ".utf8).span, document: 0, isMain: true)
    #expect(try drainedEntries(log).isEmpty)
    try log.add(Array("up".utf8).span, document: 0, isMain: true)
    try log.drain(numbering: nil) { _, _ in }
    #expect(try drainedEntries(log).isEmpty)
  }
}

/// The storage of runs of entries in a file.
@Suite struct PostingRunTests {
  @Test(
    "Runs of any length round-trip through one file", arguments: [0, 1, 32_768, 32_769, 100_000])
  func runsRoundTrip(count: Int) throws {
    try ScratchFolder.with { folder in
      let spill = try SpillFile(in: folder.url)
      let entries = (0..<count).map { Posting.entry($0 / 3, UInt32($0), UInt8($0 & 0xFF)) }
      var runs = [
        try spill.writeRun([Posting.entry(7, 1, 2)]), try spill.writeRun(entries),
        try spill.writeRun([Posting.entry(8, 1, 2)]), PostingRun(entries: entries),
      ]
      for index in [1, 3] {
        var read: [UInt64] = []
        while let number = try runs[index].nextKey() {
          let previousCount = read.count
          try runs[index].take(number) { read.append($0) }
          #expect(read.count > previousCount)
          guard read.count > previousCount else { break }
        }
        #expect(read == entries)
      }
      #expect(try runs[0].nextKey() == 7)
      #expect(try runs[2].nextKey() == 8)
    }
  }

  @Test("A word that is not in the run has no entries")
  func otherWordsHaveNoEntries() throws {
    var run = PostingRun(entries: [Posting.entry(2, 1, 0), Posting.entry(4, 1, 0)])
    var taken = 0
    for (number, count) in [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2)] {
      try run.take(UInt32(number)) { _ in taken += 1 }
      #expect(taken == count)
    }
    #expect(try run.nextKey() == nil)
  }

  @Test("The error for a missing folder contains its path")
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

  @Test("The parts of an entry round-trip", arguments: [0, 1, (1 << 28) - 1], [0, (1 << 28) - 1])
  func entryPartsRoundTrip(number: Int, document: Int) {
    let entry = Posting.entry(number, UInt32(document), 0xA5)
    #expect(Posting.key(entry) == UInt32(number))
    #expect(Posting.document(entry) == UInt32(document))
    #expect(entry & 0xFF == 0xA5)
  }

  @Test("Postings of the same document are merged")
  func postingsAreMerged() {
    var random = SplitMix(4)
    var scratch: [UInt64] = []
    for (count, documents) in [(0, 20), (1, 20), (2, 20), (50, 20), (2000, 1500), (2000, 1 << 28)] {
      var postings = (0..<count).map { _ in
        UInt64.random(in: 0..<UInt64(documents), using: &random) << 8
          | UInt64.random(in: 0..<256, using: &random)
      }
      var expected: [UInt64: UInt64] = [:]
      for posting in postings { expected[posting >> 8, default: 0] |= posting & 0xFF }
      Posting.merge(&postings, scratch: &scratch)
      #expect(postings == expected.sorted { $0.key < $1.key }.map { $0.key << 8 | $0.value })
    }
  }
}
