import Testing

@testable import FilmzServices

struct LRUCacheTests {
  /// A reference implementation of `LRUCache`: a list that ends with the most recently used entry.
  private struct Model {
    let capacity: Int
    var entries: [(key: Int, value: Int)] = []

    mutating func value(for key: Int) -> Int? {
      guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
      entries.append(entries.remove(at: index))
      return entries.last?.value
    }

    mutating func store(_ value: Int, for key: Int) {
      remove(key)
      if entries.count == capacity { entries.removeFirst() }
      entries.append((key, value))
    }

    mutating func remove(_ key: Int) { entries.removeAll { $0.key == key } }
  }

  /// SplitMix64, a generator that is deterministic for a given seed on all platforms.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
      return word ^ (word >> 31)
    }
  }

  private func filled(_ keys: ClosedRange<Int>, capacity: Int) -> LRUCache<Int, String> {
    var cache = LRUCache<Int, String>(capacity: capacity)
    for key in keys { cache.store("\(key)", for: key) }
    return cache
  }

  private func values(_ cache: LRUCache<Int, String>, _ keys: ClosedRange<Int>) -> [String?] {
    var copy = cache
    return keys.map { copy.value(for: $0) }
  }

  @Test(arguments: [1, 2, 3, 500]) func countNeverExceedsTheCapacity(capacity: Int) {
    let cache = filled(1...1000, capacity: capacity)
    #expect(cache.count == capacity)
    #expect(values(cache, (1001 - capacity)...1000).allSatisfy { $0 != nil })
    #expect(values(cache, 1...(1000 - capacity)).allSatisfy { $0 == nil })
  }

  @Test(arguments: [0, -7]) func capacityIsAtLeastOne(capacity: Int) {
    let cache = filled(1...3, capacity: capacity)
    #expect(cache.count == 1)
    #expect(values(cache, 1...3) == [nil, nil, "3"])
  }

  @Test func readingMarksAnEntryAsRecentlyUsed() {
    var cache = filled(1...3, capacity: 3)
    #expect(cache.value(for: 1) == "1")
    cache.store("4", for: 4)
    #expect(values(cache, 1...4) == ["1", nil, "3", "4"])
  }

  @Test func missingKeyChangesNothing() {
    var cache = filled(1...3, capacity: 3)
    #expect(cache.value(for: 9) == nil)
    cache.remove(9)
    #expect(cache.count == 3)
    cache.store("4", for: 4)
    #expect(values(cache, 1...4) == [nil, "2", "3", "4"])
  }

  @Test func replacingAValueMarksItAsRecentlyUsed() {
    var cache = filled(1...3, capacity: 3)
    cache.store("new", for: 1)
    #expect(cache.count == 3)
    cache.store("4", for: 4)
    #expect(values(cache, 1...4) == ["new", nil, "3", "4"])
  }

  @Test(arguments: 1...3) func removingAnEntryFreesItsPlace(key: Int) {
    var cache = filled(1...3, capacity: 3)
    cache.remove(key)
    #expect(cache.count == 2)
    #expect(cache.value(for: key) == nil)
    cache.store("4", for: 4)
    #expect(values(cache, 1...4) == (1...4).map { $0 == key ? nil : "\($0)" })
    cache.store("5", for: 5)
    #expect(cache.count == 3)
  }

  @Test func cacheCanBeFilledAgainAfterRemovingAll() {
    var cache = filled(1...3, capacity: 2)
    cache.removeAll()
    #expect(cache.count == 0)
    #expect(values(cache, 1...3) == [nil, nil, nil])
    for key in 4...6 { cache.store("\(key)", for: key) }
    #expect(values(cache, 4...6) == [nil, "5", "6"])
  }

  @Test(arguments: [1, 2, 3, 8, 20], [1, 2, 3] as [UInt64])
  func cacheBehavesLikeTheReferenceImplementation(capacity: Int, seed: UInt64) {
    var generator = Generator(state: seed)
    var cache = LRUCache<Int, Int>(capacity: capacity)
    var model = Model(capacity: capacity)
    for step in 1...3000 {
      let key = Int.random(in: 0..<12, using: &generator)
      switch Int.random(in: 0..<200, using: &generator) {
      case 0:
        cache.removeAll()
        model.entries = []
      case 1..<20:
        cache.remove(key)
        model.remove(key)
      case 20..<110:
        cache.store(step, for: key)
        model.store(step, for: key)
      default:
        #expect(cache.value(for: key) == model.value(for: key), "step \(step)")
      }
      #expect(cache.count == model.entries.count, "step \(step)")
    }
  }
}
