import FilmzDomain

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
