import FilmzDomain
import Foundation

/// Builds a catalog: reads the datasets one after another, and writes their content at the same time.
struct CatalogBuilder {
  let writer: CatalogWriter
  let spill: SpillFile
  var progress: ImportProgressReporter
  /// The summaries of the files that have been read.
  private(set) var files: [CatalogInfo.File] = []

  private var ratings = RatingTable()
  private var titleReader: TitleReader
  private(set) var facts: TitleFacts
  private var importedIDs = NumberSet()
  /// The words of the names of all titles; the document of a posting is the number of the title in reading order.
  private var log: PostingLog
  /// The number of titles of each type, indexed by the raw value of the type.
  private var typeCounts = [Int](repeating: 0, count: TitleType.allCases.count)
  /// The credits and names of people; `nil` if no dataset with credits has been read.
  var creditsBuilder: CreditsBuilder?
  private var hasWrittenIndex = false

  init(
    writer: CatalogWriter, spill: SpillFile, options: CatalogImport.Options,
    progress: ImportProgressReporter, chunkSize: Int = TitleFacts.defaultChunkSize
  ) {
    (self.writer, self.spill, self.progress) = (writer, spill, progress)
    titleReader = TitleReader(options)
    facts = TitleFacts(spill: spill, chunkSize: chunkSize)
    log = PostingLog(spill: spill)
  }

  /// Reads a dataset; the datasets have to be read in the order of ``DatasetKind``.
  mutating func read(_ file: DatasetFile) async throws {
    let reader: DatasetRowReader? =
      switch file.kind {
      case .ratings: try await readRatings(file)
      case .basics: try await readTitles(file)
      case .akas: try await readAkas(file)
      case .episodes: try await readEpisodes(file)
      case .crew, .principals: try await readCredits(file)
      case .names: try await readNames(file)
      }
    if let reader { files.append(try reader.summary()) }
    progress.finish(file)
  }

  /// Writes the data that depends on several datasets, and completes the catalog.
  ///
  /// Returns a summary of the catalog without its size in bytes, which is not known yet. Throws
  /// ``CatalogError`` if there are no titles to import.
  mutating func finish(importedAt: Date) async throws -> CatalogInfo {
    guard facts.count > 0 else {
      throw CatalogError.badFile(
        name: DatasetKind.basics.fileName, line: nil, problem: "it contains no titles to import")
    }
    if !hasWrittenIndex { try await writeIndex() }
    var peopleCount = 0
    if let creditsBuilder = creditsBuilder.take() {
      peopleCount = creditsBuilder.nameCount
      try await writer.insert(creditsBuilder)
    }
    let types = zip(TitleType.allCases, typeCounts).filter { $0.1 > 0 }
    let info = CatalogInfo(
      titles: facts.count, types: Dictionary(uniqueKeysWithValues: types.map { ($0.mediaType, $1) }),
      people: peopleCount, files: files, importedAt: importedAt)
    try await writer.finish(info, genres: titleReader.genreNames)
    return info
  }

  // MARK: - Titles

  private mutating func readRatings(_ file: DatasetFile) async throws -> DatasetRowReader {
    var reader = DatasetRowReader(file)
    var lines = try LinePrefetcher(file)
    while let chunk = try await lines.next() {
      try reader.read(chunk) { ratings.add($0, $1) }
      progress.add(chunk, of: file)
    }
    ratings.sort()
    return reader
  }

  private mutating func readTitles(_ file: DatasetFile) async throws -> DatasetRowReader {
    var reader = DatasetRowReader(file)
    var lines = try LinePrefetcher(file)
    var writes = WriteQueue()
    while let chunk = try await lines.next() {
      var batch = NamedRows<TitleRow>(bytes: chunk.bytes)
      try reader.read(chunk) { try add($0, $1, to: &batch) }
      try await writes.add { [writer, batch] in try await writer.insert(batch) }
      progress.add(chunk, of: file)
    }
    try await writes.finish()
    // Frees memory that the other datasets do not need.
    ratings = RatingTable()
    importedIDs = NumberSet()
    return reader
  }

  /// Adds a row of `title.basics`, and returns whether it is well-formed.
  ///
  /// Ignores titles that the options exclude, and titles whose id has been added already; returns `true`
  /// for them.
  private mutating func add(
    _ bytes: Span<UInt8>, _ fields: [Range<Int>], to batch: inout NamedRows<TitleRow>
  ) throws -> Bool {
    let row: TitleRow?
    do {
      row = try titleReader.row(bytes, fields, &ratings)
    } catch {
      return false
    }
    guard let row, importedIDs.insert(row.facts.id) else { return true }
    batch.rows.append(row)
    let document = UInt32(facts.count)
    try facts.append(row.facts)
    typeCounts[Int(row.facts.type.rawValue)] += 1
    try log.add(bytes.extracting(row.title), document: document, isMain: true)
    if !row.original.isEmpty { try log.add(bytes.extracting(row.original), document: document, isMain: true) }
    return true
  }

  /// Indexes and stores the local titles of the imported titles.
  ///
  /// The fields of a row are titleId, ordering, title, and others that are ignored.
  private mutating func readAkas(_ file: DatasetFile) async throws -> DatasetRowReader {
    var reader = DatasetRowReader(file)
    let documentsByID = try TitleIDMap { add in try facts.readAll { add($1.id, UInt32($0)) } }
    var deduplicator = AkaDeduplicator()
    var lines = try LinePrefetcher(file)
    var writes = WriteQueue()
    while let chunk = try await lines.next() {
      var localTitles = LocalTitleBatch()
      try reader.read(chunk) { bytes, fields in
        guard let id = bytes.id(fields[0], "tt"), bytes.isName(fields[2]) else { return false }
        let localTitle = bytes.extracting(fields[2])
        guard let document = documentsByID.value(for: id), deduplicator.isNew(localTitle, of: id) else { return true }
        try log.add(localTitle, document: document, isMain: false)
        localTitles.add(localTitle, of: id)
        return true
      }
      try await writes.add { [writer, localTitles] in try await writer.insert(localTitles) }
      progress.add(chunk, of: file)
    }
    try await writes.finish()
    return reader
  }

  private mutating func readEpisodes(_ file: DatasetFile) async throws -> DatasetRowReader {
    var reader = DatasetRowReader(file)
    let documentsByID = try TitleIDMap { add in try facts.readAll { add($1.id, UInt32($0)) } }
    var lines = try LinePrefetcher(file)
    while let chunk = try await lines.next() {
      var batch: [EpisodeRow] = []
      try reader.read(chunk) { bytes, fields in
        guard let row = EpisodeRow(bytes, fields) else { return false }
        if documentsByID.value(for: row.id) != nil { batch.append(row) }
        return true
      }
      try await writer.insert(batch)
      progress.add(chunk, of: file)
    }
    return reader
  }

  /// Determines the ranks of the titles, and writes their facts and the index of their words.
  ///
  /// Returns the ranks in the order in which the titles were read.
  @discardableResult mutating func writeIndex() async throws -> [UInt32] {
    precondition(!hasWrittenIndex, "the index is written once")
    hasWrittenIndex = true
    progress.reportIndexing()
    let ranks = try facts.ranks()
    try await writer.insert(facts, ranks: ranks)
    // The words for spelling corrections are those of the most popular titles. The number of these
    // titles is the number of titles with votes, or the number of all titles if none has votes.
    try await writer.insert(
      log.take(), as: .titles, numbering: ranks,
      spellingRankLimit: UInt32(facts.ratedCount > 0 ? facts.ratedCount : facts.count))
    return ranks
  }
}

extension CatalogBuilder {
  /// Reads a dataset with credits.
  ///
  /// The first call writes the index of titles before it reads the dataset: credits are stored with the
  /// ranks of titles, which are determined for the index.
  mutating func readCredits(_ file: DatasetFile) async throws -> DatasetRowReader {
    if creditsBuilder == nil {
      let ranks = try await writeIndex()
      let ranksByID = try TitleIDMap { add in try facts.readAll { add($1.id, ranks[$0]) } }
      creditsBuilder = CreditsBuilder(spill: spill, ranks: ranksByID)
    }
    // The builder is taken out of the property; otherwise, changing the builder would copy it.
    guard var creditsBuilder = creditsBuilder.take() else { return DatasetRowReader(file) }
    var reader = DatasetRowReader(file)
    var lines = try LinePrefetcher(file)
    var writes = WriteQueue()
    while let chunk = try await lines.next() {
      try reader.read(chunk) { bytes, fields in
        try file.kind == .crew ? creditsBuilder.addCrew(bytes, fields) : creditsBuilder.addPrincipal(bytes, fields)
      }
      let batch = creditsBuilder.takeBatch(isAtEnd: false)
      try await writes.add { [writer] in try await writer.insert(credits: batch) }
      progress.add(chunk, of: file)
    }
    try await writes.finish()
    try await writer.insert(credits: creditsBuilder.takeBatch(isAtEnd: true))
    self.creditsBuilder = creditsBuilder
    return reader
  }

  /// Reads the names of the people with credits.
  ///
  /// Returns `nil`, without reading the file, if no dataset with credits has been read.
  mutating func readNames(_ file: DatasetFile) async throws -> DatasetRowReader? {
    guard var creditsBuilder = creditsBuilder.take() else { return nil }
    var reader = DatasetRowReader(file)
    var lines = try LinePrefetcher(file)
    var writes = WriteQueue()
    while let chunk = try await lines.next() {
      var batch = NamedRows<PersonRow>(bytes: chunk.bytes)
      try reader.read(chunk) { try creditsBuilder.addName($0, $1, to: &batch) }
      try await writes.add { [writer, batch] in try await writer.insert(batch) }
      progress.add(chunk, of: file)
    }
    try await writes.finish()
    self.creditsBuilder = creditsBuilder
    return reader
  }
}

/// Detects repeated local titles of a film; often, several countries use the same local title.
struct AkaDeduplicator {
  private var titleID: UInt32 = 0
  private var hashes: Set<UInt64> = []

  /// Returns `true` for the first call with a local title and a title id, and `false` for repetitions.
  ///
  /// All local titles of an id have to be passed consecutively. Only their hashes are compared.
  mutating func isNew(_ localTitle: Span<UInt8>, of titleID: UInt32) -> Bool {
    if titleID != self.titleID {
      self.titleID = titleID
      hashes.removeAll(keepingCapacity: true)
    }
    return hashes.insert(FNV1a.hash64(of: localTitle)).inserted
  }
}

/// Writes batches to a catalog one after another, while the caller prepares the next ones.
struct WriteQueue: Sendable {
  private var lastWrite: Task<Void, any Error>?

  /// Waits until the preceding batch has been written, and begins to write the next one.
  ///
  /// - Throws: The error of writing the preceding batch.
  mutating func add(_ write: @escaping @Sendable () async throws -> Void) async throws {
    try await finish()
    lastWrite = Task { try await write() }
  }

  /// Waits until all batches have been written.
  ///
  /// - Throws: The error of writing the last batch.
  mutating func finish() async throws { try await lastWrite.take()?.value }
}
