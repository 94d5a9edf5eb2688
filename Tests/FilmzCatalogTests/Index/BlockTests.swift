import FilmzTestSupport
import Testing

@testable import FilmzCatalog

/// The encoding and decoding of a catalog's rows, including damaged ones.
@Suite struct BlockTests {
  private struct Entry: Equatable {
    let word: [UInt8]
    let postings: [UInt64]
  }

  private func read(_ terms: [UInt8], _ postings: [UInt8]) -> [Entry] {
    var entries: [Entry] = []
    terms.withUnsafeBytes { terms in
      postings.withUnsafeBytes { postings in
        TermBlock.read(terms) { word, range in
          entries.append(Entry(word: Array(word), postings: TermBlock.decodedPostings(postings, in: range)))
          return true
        }
      }
    }
    return entries
  }

  private func words(_ random: inout SplitMix, _ count: Int) -> [[UInt8]] {
    let words = (0..<count).map { _ in
      (0..<Int.random(in: 1...60, using: &random)).map { _ in
        random.element(of: Array("ab7é七".utf8))
      }
    }
    return Set(words).sorted { $0.lexicographicallyPrecedes($1) }
  }

  private func postings(_ random: inout SplitMix, _ maximumCount: Int) -> [UInt64] {
    let documents = (0..<Int.random(in: 1...maximumCount, using: &random)).map { _ in
      UInt64.random(in: 0..<(1 << (random.chance(oneIn: 3) ? 28 : 9)), using: &random)
    }
    return Set(documents).sorted().map { $0 << 8 | UInt64.random(in: 0..<256, using: &random) }
  }

  @Test("Words and their postings round-trip", arguments: Seeds.of(0...29))
  func termsRoundTrip(seed: UInt64) {
    var random = SplitMix(seed)
    var block = TermBlock()
    #expect(block.isEmpty)
    var expected: [Entry] = []
    for word in words(&random, 64) where !block.isFull {
      let entry = Entry(word: word, postings: postings(&random, seed % 3 == 0 ? 1500 : 20))
      block.add(entry.word[...], entry.postings)
      expected.append(entry)
    }
    #expect(block.first == expected[0].word)
    #expect(read(block.terms, block.postings) == expected)
    var firstWords: [[UInt8]] = []
    block.terms.withUnsafeBytes { bytes in
      TermBlock.read(bytes) { word, _ in
        firstWords.append(Array(word))
        return firstWords.count < 2
      }
    }
    #expect(firstWords == expected.prefix(2).map(\.word))
  }

  @Test("A block is full with 64 words or many postings")
  func blocksFill() {
    var words = TermBlock()
    for number in 0..<64 {
      #expect(!words.isFull)
      words.add([UInt8(number + 48)], [0])
    }
    #expect(words.isFull)
    var postings = TermBlock()
    postings.add([48], (0..<3000).map { UInt64($0) << 8 })
    #expect(postings.isFull)
  }

  @Test("Postings are filtered by their placements")
  func postingsAreFilteredByPlacement() {
    let entries: [UInt64] = [1 << 8 | 1, 2 << 8 | 2, 3 << 8 | 3, 9 << 8]
    let bytes = TermBlock.encodedPostings(entries)
    for (mask, expected) in [(1, [1, 3]), (2, [2, 3]), (4, []), (255, [1, 2, 3, 9])] {
      #expect(filtered(bytes, UInt8(mask), among: nil).map { Int($0 >> 8) } == expected)
    }
  }

  private func filtered(_ bytes: [UInt8], _ mask: UInt8, among documents: NumberSet?) -> [UInt64] {
    var filtered: [UInt64] = []
    bytes.withUnsafeBytes {
      TermBlock.readPostings($0, in: 0..<bytes.count) { filtered += $0.filterPostings(mask, among: documents) }
    }
    return filtered
  }

  @Test("Many postings are filtered by their placements and documents", arguments: Seeds.of(0...9))
  func manyPostingsAreFiltered(seed: UInt64) {
    var random = SplitMix(seed)
    let entries = postings(&random, 5000)
    let bytes = TermBlock.encodedPostings(entries)
    let documents = NumberSet(entries.filter { _ in random.chance(oneIn: 2) }.map { UInt32($0 >> 8) })
    let large = entries + [UInt64(NumberSet.bitmapLimit) << 8, UInt64(UInt32.max) << 8]
    let largeDocuments = NumberSet(documentsOf: large)
    #expect(large.allSatisfy { largeDocuments.contains(UInt32($0 >> 8)) })
    let otherDocuments = (UInt32(0)..<1000).filter { document in !large.contains { $0 >> 8 == document } }
    #expect(!otherDocuments.contains(where: largeDocuments.contains))
    for mask in [UInt8.max, 1, 0x84] {
      let placed = entries.filter { mask == .max || UInt8($0 & 0xFF) & mask != 0 }
      #expect(filtered(bytes, mask, among: nil) == placed)
      #expect(filtered(bytes, mask, among: documents) == placed.filter { documents.contains(UInt32($0 >> 8)) })
      let first = bytes.withUnsafeBytes { TermBlock.firstPosting($0, mask: mask == .max ? nil : mask) }
      #expect(first == placed.first)
    }
  }

  @Test("The postings of words with a prefix are those of the words that begin with it", arguments: Seeds.of(0...29))
  func postingsOfPrefixesAreRead(seed: UInt64) {
    var random = SplitMix(seed)
    var block = TermBlock()
    for word in words(&random, 64) { block.add(word[...], postings(&random, 3)) }
    let entries = read(block.terms, block.postings)
    let lastWord = entries.last?.word ?? []
    for _ in 0..<100 {
      let word = entries[Int.random(in: entries.indices, using: &random)].word
      var prefix = Array(word.prefix(Int.random(in: 1...4, using: &random)))
      if random.chance(oneIn: 3) { prefix[prefix.count - 1] ^= 1 }
      var found: [[UInt64]] = []
      let mayContinue = block.terms.withUnsafeBytes { terms in
        block.postings.withUnsafeBytes { postings in
          TermBlock.readPostings(ofPrefix: prefix, terms) { found.append(TermBlock.decodedPostings(postings, in: $0)) }
        }
      }
      #expect(found == entries.filter { $0.word.starts(with: prefix) }.map(\.postings))
      #expect(mayContinue == (lastWord.starts(with: prefix) || lastWord.lexicographicallyPrecedes(prefix)))
    }
  }

  @Test("Damaged words and postings end the block early", arguments: Seeds.of(0...19))
  func damagedTermsEndTheBlock(seed: UInt64) {
    var random = SplitMix(seed)
    var block = TermBlock()
    for word in words(&random, 20) { block.add(word[...], postings(&random, 20)) }
    for _ in 0..<200 {
      var terms = block.terms
      var bytes = block.postings
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        terms[Int.random(in: terms.indices, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      terms.removeLast(Int.random(in: 0...terms.count, using: &random))
      bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
      let entries = read(terms, bytes)
      #expect(entries.count <= terms.count / 2)
      #expect(entries.allSatisfy { $0.postings.count <= bytes.count })
      var prefixCount = 0
      _ = terms.withUnsafeBytes { TermBlock.readPostings(ofPrefix: [0x61], $0) { _ in prefixCount += 1 } }
      #expect(prefixCount <= terms.count / 2)
    }
  }

  @Test("Facts round-trip; there are none after the last one, or with an unknown type")
  func factsRoundTrip() {
    var random = SplitMix(6)
    var block = FactBlock()
    let facts = (0..<FactBlock.size).map { _ in
      FactBlock.Facts(
        id: .random(in: 1...(.max), using: &random), votes: .random(in: 0...(.max), using: &random),
        genres: .random(in: 0...(.max), using: &random),
        year: .random(in: 0...9999, using: &random), rating: .random(in: 0...100, using: &random),
        type: random.element(of: TitleType.allCases),
        runtime: .random(in: 0...(.max), using: &random))
    }
    for titleFacts in facts { block.add(titleFacts) }
    func read(_ bytes: [UInt8], _ index: Int) -> FactBlock.Facts? {
      bytes.withUnsafeBytes { FactBlock.facts($0, at: index) }
    }
    #expect(facts.indices.map { read(block.bytes, $0) } == facts)
    #expect(read(block.bytes, FactBlock.size) == nil)
    for length in 0..<16 { #expect(read(Array(block.bytes.prefix(length)), 0) == nil) }
    #expect(read(Array(block.bytes.prefix(31)), 1) == nil)
    var damaged = block.bytes
    damaged[15] = 200
    #expect(read(damaged, 0) == nil)
    #expect(read(damaged, 1) == facts[1])
  }

  @Test("Words for the error-tolerant search round-trip")
  func spellingsRoundTrip() {
    var random = SplitMix(7)
    var block = SpellingBlock()
    let ranks = (0..<200).map { _ in
      UInt32.random(in: 0..<(1 << UInt32.random(in: 1...27, using: &random)), using: &random)
    }.sorted()
    let expectedWords = words(&random, 200)
    for (word, rank) in zip(expectedWords, ranks) { block.add(word[...], rank: rank) }
    var foundWords: [[UInt8]] = []
    var rankBuckets: [UInt8] = []
    var letterSets: [UInt32] = []
    func read(_ bytes: [UInt8]) {
      (foundWords, rankBuckets, letterSets) = ([], [], [])
      bytes.withUnsafeBytes { row in
        SpellingBlock.read(row) { letterSet, rankBucket, word in
          foundWords.append(Array(word))
          rankBuckets.append(rankBucket)
          letterSets.append(letterSet)
        }
      }
    }
    read(block.bytes)
    #expect(foundWords == Array(expectedWords.prefix(ranks.count)))
    #expect(rankBuckets == rankBuckets.sorted())
    #expect(letterSets == foundWords.map { SpellingBlock.letterSet(of: $0) })
    for length in 0..<block.bytes.count where length % 3 == 0 {
      read(Array(block.bytes.prefix(length)))
      #expect(foundWords == Array(expectedWords.prefix(foundWords.count)))
    }
    for index in 0..<block.bytes.count {
      var damaged = block.bytes
      damaged[index] ^= 0xFF
      read(damaged)
      #expect(foundWords.count <= block.bytes.count / 6)
    }
  }

  @Test(
    "The rank bucket grows with the logarithm of the rank",
    arguments: [(0, 0), (1, 8), (2, 12), (3, 16), (7, 24), (1023, 80), (1_048_575, 160)])
  func rankBucketGrowsLogarithmically(rank: UInt32, rankBucket: UInt8) {
    var block = SpellingBlock()
    block.add(Array("paper".utf8)[...], rank: rank)
    #expect(block.bytes[4] == rankBucket)
  }

  @Test("People of a title round-trip in their order")
  func creditsRoundTrip() {
    var random = SplitMix(8)
    var bytes: [UInt8] = []
    let people = (0..<100).map { _ in
      (
        person: UInt32.random(in: 0...(.max), using: &random),
        role: Role(rawValue: .random(in: 1...15, using: &random))
      )
    }
    for (person, role) in people { CreditList.append(person, role, to: &bytes) }
    func read(_ bytes: [UInt8]) -> [(person: UInt32, role: Role)] {
      bytes.withUnsafeBytes { CreditList.read($0) }
    }
    #expect(read(bytes).elementsEqual(people) { $0 == $1 })
    for index in bytes.indices {
      let prefix = read(Array(bytes.prefix(index)))
      // The last one may be incomplete.
      #expect(prefix.dropLast().elementsEqual(people.prefix(max(0, prefix.count - 1))) { $0 == $1 })
      var damaged = bytes
      damaged[index] ^= 0x80
      #expect(read(damaged).count <= bytes.count)
    }
  }

  @Test(
    "Categories are mapped to roles",
    arguments: [
      ("director", .director), ("writer", .writer), ("actor", .actor), ("actress", .actor),
      ("self", .actor), ("composer", .other), ("", .other), ("Director", .other),
    ] as [(String, Role)])
  func categoriesAreMapped(category: String, role: Role) {
    let result = Role(category: Array(category.utf8).span)
    #expect(result == role)
  }

  @Test(
    "Type names of the datasets are mapped to types",
    arguments: [
      ("movie", .movie), ("tvSeries", .series), ("tvMiniSeries", .miniSeries),
      ("tvMovie", .tvMovie), ("short", .short), ("tvShort", .short), ("tvSpecial", .tvSpecial),
      ("tvPilot", .tvSpecial), ("video", .video), ("videoGame", .game), ("tvEpisode", .episode),
      ("Movie", nil), ("", nil), ("tvserie", nil), ("\\N", nil),
    ] as [(String, TitleType?)])
  func typeNamesAreMapped(name: String, type: TitleType?) {
    let result = TitleType(dataset: Array(name.utf8).span)
    #expect(result == type)
  }

  @Test("Every type round-trips through a media type", arguments: TitleType.allCases)
  func typesRoundTrip(type: TitleType) {
    #expect(TitleType(type.mediaType) == type)
    #expect(type.weight <= 0)
  }
}
