import FilmzDomain

/// A title as it is written to the catalog; its texts stand in the bytes of its batch.
struct TitleRow: Sendable {
  let facts: FactBlock.Facts
  let title: Range<Int>
  /// Empty where it is the title.
  let original: Range<Int>
  let endYear: UInt16
}

/// Titles on their way from the file to the catalog.
struct TitleBatch: Sendable {
  let bytes: [UInt8]
  var rows: [TitleRow] = []
}

/// Reads `title.basics`: what titles there are, and which of them the catalog takes.
struct TitleReader: Sendable {
  private let options: CatalogImport.Options
  private var genres: GenreTable

  init(_ options: CatalogImport.Options) {
    self.options = options
    genres = GenreTable()
  }

  /// The names of the genres that came, by their bits.
  var genreNames: [String] { genres.names }

  /// Reads a row: tconst, titleType, primaryTitle, originalTitle, isAdult, startYear, endYear,
  /// runtimeMinutes, genres.
  ///
  /// - Returns: The title, nothing where the catalog does not take it; throws ``Malformed``.
  mutating func row(
    _ bytes: Span<UInt8>, _ fields: [Range<Int>], _ ratings: inout RatingTable
  ) throws(Malformed) -> TitleRow? {
    guard let id = bytes.id(fields[0], "tt"), let isAdult = bytes.number(fields[4], most: 1),
      let type = TitleType(dataset: bytes.extracting(fields[1]))
    else { throw Malformed() }
    guard takes(type), isAdult == 0 || options.includesAdult else { return nil }
    guard !fields[2].isEmpty, !bytes.isNull(fields[2]),
      let year = bytes.optionalNumber(fields[5], most: 9999),
      let endYear = bytes.optionalNumber(fields[6], most: 9999),
      let runtime = bytes.optionalNumber(fields[7], most: Int(UInt32.max)),
      UTF8Scalar.isValid(bytes.extracting(fields[2])),
      UTF8Scalar.isValid(bytes.extracting(fields[3]))
    else { throw Malformed() }
    let (rating, votes) = ratings.value(for: id)
    let facts = FactBlock.Facts(
      id: id, votes: votes, genres: genres.bits(bytes, fields[8]), year: UInt16(year),
      rating: rating, type: type, runtime: UInt16(exactly: runtime) ?? 0)
    let isSame = bytes.isNull(fields[3]) || bytes.areEqual(fields[2], fields[3])
    return TitleRow(
      facts: facts, title: fields[2], original: isSame ? 0..<0 : fields[3],
      endYear: UInt16(endYear))
  }

  private func takes(_ type: TitleType) -> Bool {
    if type == .episode, options.includesEpisodes { return true }
    if let types = options.types {
      return types.contains { $0.included.contains(type.mediaType) }
    }
    switch type {
    case .episode, .game: return false
    default: return true
    }
  }
}

/// A line that cannot be read.
struct Malformed: Error {}
