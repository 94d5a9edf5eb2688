/// Collects the credits of titles and the names of people, and inverts the credits into the titles of
/// each person.
struct CreditsBuilder: Sendable {
  /// The number of entries of a run; see ``PostingLog``.
  static let defaultRunLength = 2 << 20
  /// The lowest id of a person that is too large for the key of an entry (``Posting``); credits of people with this id
  /// or a greater one are ignored.
  private static let idLimit = UInt32(1) << 28

  private let spill: SpillFile?
  private let runLength: Int
  /// The entries of the current run; see ``Posting``.
  private var entries: [UInt64] = []
  private var runs: [PostingRun] = []
  /// The ids of all people with credits.
  private var creditedPeople = NumberSet()
  /// The rank of each title by its id.
  private let ranks: TitleIDMap
  /// The credits that have not been taken yet: for each title its id, and its credits as a ``CreditList``.
  private var batch: [(title: UInt32, credits: [UInt8])] = []
  /// The words of the names of people.
  private(set) var log: PostingLog
  /// The number of names that have been added.
  private(set) var nameCount = 0

  /// Creates a builder that writes runs of entries to a spill file; without one, all entries stay in
  /// memory.
  init(spill: SpillFile?, ranks: TitleIDMap, runLength: Int = CreditsBuilder.defaultRunLength) {
    (self.spill, self.runLength, self.ranks) = (spill, runLength, ranks)
    log = PostingLog(spill: spill)
  }

  /// Adds a row of `title.crew`, and returns whether it is well-formed.
  ///
  /// The fields are tconst, directors, writers. If the id of the title is well-formed, the people with
  /// well-formed ids are added even if the ids of other people are malformed. If the title is not
  /// imported, only its id is checked.
  mutating func addCrew(_ bytes: Span<UInt8>, _ fields: [Range<Int>]) throws -> Bool {
    guard let title = bytes.id(fields[0], "tt") else { return false }
    guard let rank = ranks.value(for: title) else { return true }
    var people: [(person: UInt32, role: Role)] = []
    var isWellFormed = true
    for (field, role) in [(fields[1], Role.director), (fields[2], .writer)] {
      bytes.forEachItem(ofList: field) { item in
        guard let person = bytes.id(item, "nm") else {
          isWellFormed = false
          return
        }
        people.append((person, role))
      }
    }
    for (person, role) in people { try add(person, role, title, rank) }
    return isWellFormed
  }

  /// Adds a row of `title.principals`, and returns whether it is well-formed.
  ///
  /// The fields are tconst, ordering, nconst, category, job, characters.
  mutating func addPrincipal(_ bytes: Span<UInt8>, _ fields: [Range<Int>]) throws -> Bool {
    guard let title = bytes.id(fields[0], "tt"), let person = bytes.id(fields[2], "nm") else { return false }
    guard let rank = ranks.value(for: title) else { return true }
    try add(person, Role(category: bytes.extracting(fields[3])), title, rank)
    return true
  }

  /// Adds a credit of a person for a title, which is given by its id and its rank.
  ///
  /// Consecutive credits for the same title form one row of the batch.
  mutating func add(_ person: UInt32, _ role: Role, _ title: UInt32, _ rank: UInt32) throws {
    guard person < Self.idLimit else { return }
    if batch.last?.title != title { batch.append((title, [])) }
    CreditList.append(person, role, to: &batch[batch.count - 1].credits)
    entries.append(Posting.entry(Int(person), rank, role.rawValue))
    creditedPeople.insert(person)
    if entries.count >= runLength { try endRun() }
  }

  /// Removes and returns the credits that have not been taken yet.
  ///
  /// Unless `isAtEnd` is set, the credits for the last title are kept, because more credits for this
  /// title may follow.
  mutating func takeBatch(isAtEnd: Bool) -> [(title: UInt32, credits: [UInt8])] {
    var completeBatch = batch
    let lastRow = isAtEnd ? nil : completeBatch.popLast()
    batch = lastRow.map { [$0] } ?? []
    return completeBatch
  }

  /// If there is a spill file, writes the entries of the current run to the file, and begins a new run.
  private mutating func endRun() throws {
    guard let spill else { return }
    runs.append(try spill.writeRun(sortEntries()))
    entries.removeAll(keepingCapacity: true)
  }

  /// Sorts the entries of the current run by person, and returns them.
  private mutating func sortEntries() -> [UInt64] {
    var scratch: [UInt64] = []
    entries.radixSort(bits: Posting.keyShift..<64, scratch: &scratch)
    return entries
  }

  /// Adds a row of `name.basics` to a batch if the person has a credit.
  ///
  /// The fields are nconst, primaryName, and others that are ignored. Returns whether the row is
  /// well-formed.
  mutating func addName(
    _ bytes: Span<UInt8>, _ fields: [Range<Int>], to batch: inout NamedRows<PersonRow>
  ) throws -> Bool {
    guard let person = bytes.id(fields[0], "nm"), bytes.isName(fields[1]) else { return false }
    guard creditedPeople.contains(person) else { return true }
    try addName(person, bytes, fields[1], to: &batch)
    return true
  }

  /// Adds a name, given as a range of bytes, to the index and to a batch.
  mutating func addName(
    _ person: UInt32, _ bytes: Span<UInt8>, _ name: Range<Int>, to batch: inout NamedRows<PersonRow>
  ) throws {
    try log.add(bytes.extracting(name), document: person, isMain: true)
    batch.rows.append((person, name))
    nameCount += 1
  }

  /// Calls a closure for each person with credits, ordered by id, with the id and the postings of the
  /// person's titles.
  ///
  /// The document of a posting is the rank of a title; the flags of the posting are the person's
  /// ``Role`` in the title. Must not be called twice, because it discards the entries.
  mutating func drain(_ body: (UInt32, [UInt64]) throws -> Void) throws {
    var runs = self.runs + [PostingRun(entries: sortEntries())]
    entries = []
    var postings: [UInt64] = []
    var scratch: [UInt64] = []
    while true {
      var person: UInt32?
      for index in runs.indices {
        if let next = try runs[index].nextKey() { person = min(next, person ?? next) }
      }
      guard let person else { return }
      postings.removeAll(keepingCapacity: true)
      for index in runs.indices {
        try runs[index].take(person) { entry in postings.append(UInt64(Posting.document(entry)) << 8 | entry & 0xFF) }
      }
      Posting.merge(&postings, scratch: &scratch)
      try body(person, postings)
    }
  }
}
