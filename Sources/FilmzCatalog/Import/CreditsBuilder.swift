/// People of titles on their way to the catalog: a title with its people, as ``CreditList`` holds them.
struct CreditBatch: Sendable {
  var rows: [(title: UInt32, people: [UInt8])] = []
}

/// People and their names on their way to the catalog.
struct PersonBatch: Sendable {
  let bytes: [UInt8]
  var rows: [(id: UInt32, name: Range<Int>)] = []
}

/// Gathers who has to do with which title.
struct CreditsBuilder: Sendable {
  /// Entries of a run, as ``PostingLog`` has them.
  static let runLength = 2 << 20
  /// People with greater numbers are not taken: 268 million.
  private static let most = UInt32(1) << 28

  private let spill: SpillFile?
  private let runLength: Int
  private var entries: [UInt64] = []
  private var runs: [PostingRun] = []
  private var known: [UInt64] = []
  private let titles: TitleIDMap
  private(set) var batch = CreditBatch()
  /// Words of the names.
  private(set) var log: PostingLog
  private(set) var count = 0

  /// A build that puts runs of some entries aside in a file; `titles` are the ranks of titles.
  init(spill: SpillFile?, titles: TitleIDMap, runLength: Int = CreditsBuilder.runLength) {
    self.spill = spill
    self.runLength = runLength
    self.titles = titles
    log = PostingLog(spill: spill)
  }

  /// Adds a row of `title.crew`: tconst, directors, writers.
  mutating func addCrew(_ bytes: Span<UInt8>, _ fields: [Range<Int>]) throws -> Bool {
    guard let title = bytes.id(fields[0], "tt") else { return false }
    guard let rank = titles.value(for: title) else { return true }
    var people: [(person: UInt32, role: Role)] = []
    var isReadable = true
    for (field, role) in [(fields[1], Role.director), (fields[2], .writer)] {
      bytes.list(field) {
        guard let person = bytes.id($0, "nm") else {
          isReadable = false
          return
        }
        people.append((person, role))
      }
    }
    for (person, role) in people { try add(person, role, title, rank) }
    return isReadable
  }

  /// Adds a row of `title.principals`: tconst, ordering, nconst, category, job, characters.
  mutating func addPrincipal(_ bytes: Span<UInt8>, _ fields: [Range<Int>]) throws -> Bool {
    guard let title = bytes.id(fields[0], "tt"), let person = bytes.id(fields[2], "nm") else {
      return false
    }
    guard let rank = titles.value(for: title) else { return true }
    try add(person, Role(category: bytes.extracting(fields[3])), title, rank)
    return true
  }

  /// Notes that somebody has to do with a title of some rank; titles have to follow each other.
  mutating func add(
    _ person: UInt32, _ role: Role, _ title: UInt32, _ rank: UInt32
  ) throws {
    guard person < Self.most else { return }
    if batch.rows.last?.title != title { batch.rows.append((title, [])) }
    CreditList.append(person, role, to: &batch.rows[batch.rows.count - 1].people)
    entries.append(Posting.entry(Int(person), rank, role.rawValue))
    let word = Int(person / 64)
    if word >= known.count { known += [UInt64](repeating: 0, count: word + 1024 - known.count) }
    known[word] |= 1 << UInt64(person % 64)
    if entries.count >= runLength { try endRun() }
  }

  /// The people of the titles so far but the last, for which more may come.
  mutating func takeBatch(isAtEnd: Bool) -> CreditBatch {
    var taken = batch
    let last = isAtEnd ? nil : taken.rows.popLast()
    batch = CreditBatch(rows: last.map { [$0] } ?? [])
    return taken
  }

  private mutating func endRun() throws {
    guard let spill else { return }
    runs.append(try spill.run(sorted()))
    entries.removeAll(keepingCapacity: true)
  }

  private mutating func sorted() -> [UInt64] {
    var scratch: [UInt64] = []
    entries.radixSort(bits: Posting.shift..<64, scratch: &scratch)
    return entries
  }

  /// Adds a row of `name.basics`: nconst, primaryName, and more that is not kept.
  ///
  /// - Returns: Whether it can be read; the person is added to the batch if a title needs it.
  mutating func addName(
    _ bytes: Span<UInt8>, _ fields: [Range<Int>], to batch: inout PersonBatch
  ) throws -> Bool {
    guard let person = bytes.id(fields[0], "nm"), !fields[1].isEmpty,
      !bytes.isNull(fields[1]),
      UTF8Scalar.isValid(bytes.extracting(fields[1]))
    else { return false }
    let word = Int(person / 64)
    guard word < known.count, known[word] & 1 << UInt64(person % 64) != 0 else { return true }
    try addName(person, bytes, fields[1], to: &batch)
    return true
  }

  /// Adds what somebody is called.
  mutating func addName(
    _ person: UInt32, _ bytes: Span<UInt8>, _ name: Range<Int>, to batch: inout PersonBatch
  ) throws {
    try log.add(bytes.extracting(name), document: person, isMain: true)
    batch.rows.append((person, name))
    count += 1
  }

  /// Goes through all people by their numbers, with the ranks of their titles and their roles.
  mutating func drain(_ body: (UInt32, [UInt64]) throws -> Void) throws {
    var runs = self.runs + [PostingRun(entries: sorted())]
    entries = []
    var postings: [UInt64] = []
    while true {
      var person: UInt32?
      for index in runs.indices {
        if let next = try runs[index].next() { person = min(next, person ?? next) }
      }
      guard let person else { return }
      postings.removeAll(keepingCapacity: true)
      for index in runs.indices {
        try runs[index].take(person) { entry in
          postings.append(UInt64(Posting.document(entry)) << 8 | entry & 0xFF)
        }
      }
      Posting.merge(&postings)
      try body(person, postings)
    }
  }
}
