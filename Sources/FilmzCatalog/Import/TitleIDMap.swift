import FilmzDomain

/// A map from ids of titles to integers, stored as a bitmap of the ids and the values in the order of the ids.
///
/// It needs 4 bytes per title, and 1.5 bits for each number up to the greatest id in the bitmap.
struct TitleIDMap: Sendable {
  /// The ids for which the map has a value.
  private var ids = NumberSet()
  /// For each element of the bitmap of ``ids``, the number of bits set in the preceding elements.
  private var precedingBits: [UInt32] = []
  /// The values of the ids in the bitmap, ordered by id.
  private var values: [UInt32] = []
  /// The values of the ids that are too large for the bitmap.
  private var valuesOfLargeIDs: [UInt32: UInt32] = [:]

  /// Creates an empty map.
  init() {}

  /// Creates a map from the pairs of ids and values that `forEach` passes to its argument.
  ///
  /// `forEach` is called twice, and has to pass the same pairs both times.
  init(_ forEach: ((_ id: UInt32, _ value: UInt32) -> Void) throws -> Void) rethrows {
    try forEach { id, value in
      ids.insert(id)
      if id >= NumberSet.bitmapLimit { valuesOfLargeIDs[id] = value }
    }
    var count: UInt32 = 0
    precedingBits.reserveCapacity(ids.bits.count)
    for word in ids.bits {
      precedingBits.append(count)
      count += UInt32(word.nonzeroBitCount)
    }
    values = [UInt32](repeating: 0, count: Int(count))
    try forEach { id, value in if let index = index(of: id) { values[index] = value } }
  }

  /// Returns the value for a title, or `nil` if there is none.
  func value(for id: UInt32) -> UInt32? {
    id < NumberSet.bitmapLimit ? index(of: id).map { values[$0] } : valuesOfLargeIDs[id]
  }

  private func index(of id: UInt32) -> Int? {
    let word = Int(id / 64)
    let bit = UInt64(1) << UInt64(id % 64)
    guard word < ids.bits.count, ids.bits[word] & bit != 0 else { return nil }
    return Int(precedingBits[word]) + (ids.bits[word] & (bit - 1)).nonzeroBitCount
  }
}

/// A set of ids or ranks, stored as a bitmap.
struct NumberSet: Sendable {
  /// The lowest number that is not stored in the bitmap; ranks and the ids of existing titles and people are lower.
  ///
  /// This number and greater ones are stored in a `Set`, so that a malformed file cannot make the bitmap
  /// huge.
  static let bitmapLimit = UInt32(1) << 28

  private(set) var bits: [UInt64] = []
  private var largeNumbers: Set<UInt32> = []

  init(_ numbers: some Sequence<UInt32> = []) { for number in numbers { insert(number) } }

  /// Creates the set of the documents of postings, which have to be ordered by document.
  init(documentsOf postings: [UInt64]) {
    let end = postings.partitionPoint { $0 >> 8 >= Self.bitmapLimit }
    if end > 0 { bits = [UInt64](repeating: 0, count: Int(postings[end - 1] >> 14) + 1) }
    bits.withUnsafeMutableBufferPointer { bits in
      for posting in postings[..<end] { bits[Int(posting >> 14)] |= 1 << (posting >> 8 % 64) }
    }
    for posting in postings[end...] { insert(UInt32(truncatingIfNeeded: posting >> 8)) }
  }

  /// Inserts a number, and returns whether it was not in the set before.
  @discardableResult mutating func insert(_ number: UInt32) -> Bool {
    guard number < Self.bitmapLimit else { return largeNumbers.insert(number).inserted }
    let word = Int(number / 64)
    if word >= bits.count { bits += [UInt64](repeating: 0, count: word + 1024 - bits.count) }
    let bit = UInt64(1) << UInt64(number % 64)
    defer { bits[word] |= bit }
    return bits[word] & bit == 0
  }

  @inline(__always)
  func contains(_ number: UInt32) -> Bool {
    guard number < Self.bitmapLimit else { return largeNumbers.contains(number) }
    let word = Int(number / 64)
    return word < bits.count && bits[word] & 1 << UInt64(number % 64) != 0
  }
}

/// Parses rows of `title.basics`, and selects the titles to import.
struct TitleReader: Sendable {
  private let options: CatalogImport.Options
  private var genres: GenreTable

  init(_ options: CatalogImport.Options) {
    self.options = options
    genres = GenreTable()
  }

  /// The names of the genres in the rows parsed so far, ordered by their bits.
  var genreNames: [String] { genres.names }

  /// Parses a row: tconst, titleType, primaryTitle, originalTitle, isAdult, startYear, endYear,
  /// runtimeMinutes, genres.
  ///
  /// Returns `nil` if the options exclude the title; then only the id, type, and isAdult are checked. Throws
  /// ``MalformedRow``.
  mutating func row(
    _ bytes: Span<UInt8>, _ fields: [Range<Int>], _ ratings: inout RatingTable
  ) throws(MalformedRow) -> TitleRow? {
    guard let id = bytes.id(fields[0], "tt"), let isAdult = bytes.number(fields[4], maximum: 1),
      let type = TitleType(dataset: bytes.extracting(fields[1]))
    else { throw MalformedRow() }
    guard includes(type), isAdult == 0 || options.includesAdult else { return nil }
    guard bytes.isName(fields[2]), let year = bytes.optionalNumber(fields[5], maximum: 9999),
      let endYear = bytes.optionalNumber(fields[6], maximum: 9999),
      let runtime = bytes.optionalNumber(fields[7], maximum: Int(UInt32.max))
    else { throw MalformedRow() }
    let omitsOriginal = bytes.areEqual(fields[2], fields[3]) || bytes.isNull(fields[3])
    guard omitsOriginal || bytes.extracting(fields[3]).isValidUTF8 else { throw MalformedRow() }
    let (rating, votes) = ratings.value(for: id)
    let facts = FactBlock.Facts(
      id: id, votes: votes, genres: genres.bits(bytes, fields[8]), year: UInt16(year),
      rating: rating, type: type, runtime: UInt16(exactly: runtime) ?? 0)
    return TitleRow(
      facts: facts, title: fields[2], original: omitsOriginal ? 0..<0 : fields[3], endYear: UInt16(endYear))
  }

  /// Returns whether the options include titles of a type.
  private func includes(_ type: TitleType) -> Bool {
    if type == .episode, options.includesEpisodes { return true }
    if let types = options.types { return types.contains { $0.matchingTypes.contains(type.mediaType) } }
    switch type {
    case .episode, .game: return false
    default: return true
    }
  }
}

/// The error of a malformed row of a dataset.
struct MalformedRow: Error {}
