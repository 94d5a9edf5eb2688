import FilmzDomain

/// A map from title ids to integers: a bitmap of the ids, and the values in the order of the ids.
///
/// Needs 4 bytes per title, and 1.5 bits for each number up to the greatest id in the bitmap.
struct TitleIDMap: Sendable {
  /// The lowest id that is not stored in the bitmap; the ids of existing titles are lower.
  ///
  /// This id and greater ones are stored in a dictionary, so that a malformed file cannot make the
  /// bitmap huge.
  private static let bitmapLimit = UInt32(1) << 28

  /// A bit for each id, which is set if the map has a value for the id.
  private var bits: [UInt64] = []
  /// For each element of `bits`, the number of bits set in the preceding elements.
  private var precedingBits: [UInt32] = []
  /// The values of the ids in the bitmap, ordered by id.
  private var values: [UInt32] = []
  /// The values of the other ids.
  private var valuesOfLargeIDs: [UInt32: UInt32] = [:]

  /// Creates an empty map.
  init() {}

  /// Creates a map from the pairs of ids and values that `forEach` passes to its argument.
  ///
  /// `forEach` is called twice, and has to pass the same pairs both times.
  init(_ forEach: ((_ id: UInt32, _ value: UInt32) -> Void) throws -> Void) rethrows {
    try forEach { id, value in
      if id < Self.bitmapLimit { setBit(id) } else { valuesOfLargeIDs[id] = value }
    }
    var count: UInt32 = 0
    precedingBits.reserveCapacity(bits.count)
    for word in bits {
      precedingBits.append(count)
      count += UInt32(word.nonzeroBitCount)
    }
    values = [UInt32](repeating: 0, count: Int(count))
    try forEach { id, value in
      if let index = index(of: id) { values[index] = value }
    }
  }

  private mutating func setBit(_ id: UInt32) {
    let word = Int(id / 64)
    if word >= bits.count { bits += [UInt64](repeating: 0, count: word + 1024 - bits.count) }
    bits[word] |= 1 << UInt64(id % 64)
  }

  /// Returns the value for a title, or `nil` if there is none.
  func value(for id: UInt32) -> UInt32? {
    id < Self.bitmapLimit ? index(of: id).map { values[$0] } : valuesOfLargeIDs[id]
  }

  private func index(of id: UInt32) -> Int? {
    let word = Int(id / 64)
    let bit = UInt64(1) << UInt64(id % 64)
    guard word < bits.count, bits[word] & bit != 0 else { return nil }
    return Int(precedingBits[word]) + (bits[word] & (bit - 1)).nonzeroBitCount
  }
}

/// A set of title ids, stored as a bitmap.
struct TitleIDSet: Sendable {
  /// The lowest id that is not stored in the bitmap; the ids of existing titles are lower.
  ///
  /// This id and greater ones are stored in a `Set`, so that a malformed file cannot make the bitmap
  /// huge.
  private static let bitmapLimit = UInt32(1) << 28

  private var bits: [UInt64] = []
  private var largeIDs: Set<UInt32> = []

  /// Inserts an id, and returns whether it was not in the set before.
  mutating func insert(_ id: UInt32) -> Bool {
    guard id < Self.bitmapLimit else { return largeIDs.insert(id).inserted }
    let word = Int(id / 64)
    if word >= bits.count { bits += [UInt64](repeating: 0, count: word + 1024 - bits.count) }
    let bit = UInt64(1) << UInt64(id % 64)
    defer { bits[word] |= bit }
    return bits[word] & bit == 0
  }

  func contains(_ id: UInt32) -> Bool {
    guard id < Self.bitmapLimit else { return largeIDs.contains(id) }
    let word = Int(id / 64)
    return word < bits.count && bits[word] & 1 << UInt64(id % 64) != 0
  }
}

/// A title to be written to the catalog; the ranges refer to the bytes of its ``TitleBatch``.
struct TitleRow: Sendable {
  let facts: FactBlock.Facts
  let title: Range<Int>
  /// The original title; empty if it is missing or equals the title.
  let original: Range<Int>
  /// The last year of a series; 0 if unknown.
  let endYear: UInt16
}

/// Titles to be written to the catalog, with the bytes that contain their names.
struct TitleBatch: Sendable {
  let bytes: [UInt8]
  var rows: [TitleRow] = []
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
  /// Returns `nil` if the options exclude the title; in this case, only the id, type, and isAdult are
  /// checked.
  mutating func row(
    _ bytes: Span<UInt8>, _ fields: [Range<Int>], _ ratings: inout RatingTable
  ) throws(MalformedRow) -> TitleRow? {
    guard let id = bytes.id(fields[0], "tt"), let isAdult = bytes.number(fields[4], maximum: 1),
      let type = TitleType(dataset: bytes.extracting(fields[1]))
    else { throw MalformedRow() }
    guard includes(type), isAdult == 0 || options.includesAdult else { return nil }
    guard !fields[2].isEmpty, !bytes.isNull(fields[2]),
      let year = bytes.optionalNumber(fields[5], maximum: 9999),
      let endYear = bytes.optionalNumber(fields[6], maximum: 9999),
      let runtime = bytes.optionalNumber(fields[7], maximum: Int(UInt32.max)),
      UTF8Scalar.isValid(bytes.extracting(fields[2]))
    else { throw MalformedRow() }
    let omitsOriginal = bytes.areEqual(fields[2], fields[3]) || bytes.isNull(fields[3])
    guard omitsOriginal || UTF8Scalar.isValid(bytes.extracting(fields[3])) else {
      throw MalformedRow()
    }
    let (rating, votes) = ratings.value(for: id)
    let facts = FactBlock.Facts(
      id: id, votes: votes, genres: genres.bits(bytes, fields[8]), year: UInt16(year),
      rating: rating, type: type, runtime: UInt16(exactly: runtime) ?? 0)
    return TitleRow(
      facts: facts, title: fields[2], original: omitsOriginal ? 0..<0 : fields[3],
      endYear: UInt16(endYear))
  }

  /// Returns whether the options include titles of a type.
  private func includes(_ type: TitleType) -> Bool {
    if type == .episode, options.includesEpisodes { return true }
    if let types = options.types {
      return types.contains { $0.matchingTypes.contains(type.mediaType) }
    }
    switch type {
    case .episode, .game: return false
    default: return true
    }
  }
}

/// The error of a malformed row of a dataset.
struct MalformedRow: Error {}
