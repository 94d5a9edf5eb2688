import FilmzDomain
import Foundation

/// Reads the datasets one after another, and writes the catalog on the way.
struct CatalogBuilder {
  let writer: CatalogWriter
  let spill: SpillFile
  var progress: ImportProgress
  private(set) var files: [CatalogInfo.File] = []

  private var ratings = RatingTable()
  private var titles: TitleReader
  private(set) var facts: TitleFacts
  private var seen = TitleIDSet()
  private var log: PostingLog
  private var types: [TitleType: Int] = [:]
  var people: CreditsBuilder?
  private var isIndexed = false

  init(
    writer: CatalogWriter, spill: SpillFile, options: CatalogImport.Options,
    progress: ImportProgress, portion: Int = TitleFacts.usualPortion
  ) {
    self.writer = writer
    self.spill = spill
    self.progress = progress
    titles = TitleReader(options)
    facts = TitleFacts(spill: spill, portion: portion)
    log = PostingLog(spill: spill)
  }

  /// Reads a dataset; they have to come in the order of their kinds.
  mutating func read(_ file: DatasetFile) async throws {
    let rows: DatasetRows? =
      switch file.kind {
      case .ratings: try await readRatings(file)
      case .basics: try await readTitles(file)
      case .akas: try await readAkas(file)
      case .episodes: try await readEpisodes(file)
      case .crew, .principals: try await readCredits(file)
      case .names: try await readNames(file)
      }
    if let rows { files.append(try rows.finished()) }
    progress.end(file)
  }

  /// Writes what has to wait for everything else.
  ///
  /// - Returns: What the catalog holds; its size is not known yet.
  mutating func finish(importedAt: Date) async throws -> CatalogInfo {
    guard facts.count > 0 else {
      throw CatalogError.badFile(
        name: DatasetKind.basics.fileName, line: nil, problem: "there is no title to be taken in it"
      )
    }
    if !isIndexed { try await writeIndex() }
    var names = 0
    if let people = people.take() {
      names = people.count
      try await writer.insert(people)
    }
    let info = CatalogInfo(
      titles: facts.count,
      types: Dictionary(uniqueKeysWithValues: types.map { ($0.key.mediaType, $0.value) }),
      people: names, files: files, importedAt: importedAt)
    try await writer.finish(info, genres: titles.genreNames)
    return info
  }

  // MARK: - Titles

  private mutating func readRatings(_ file: DatasetFile) async throws -> DatasetRows {
    var rows = DatasetRows(file)
    var lines = try LinePrefetcher(file)
    while let chunk = try await lines.next() {
      try rows.read(chunk) { ratings.add($0, $1) }
      progress.read(chunk, of: file)
    }
    ratings.sort()
    return rows
  }

  private mutating func readTitles(_ file: DatasetFile) async throws -> DatasetRows {
    var rows = DatasetRows(file)
    var lines = try LinePrefetcher(file)
    var batch = TitleBatch(bytes: [])
    while let chunk = try await lines.next() {
      let last = batch
      async let written: Void = writer.insert(last)
      batch = TitleBatch(bytes: chunk.bytes)
      try rows.read(chunk) { try add($0, $1, to: &batch) }
      try await written
      progress.read(chunk, of: file)
    }
    try await writer.insert(batch)
    ratings = RatingTable()
    seen = TitleIDSet()
    return rows
  }

  private mutating func add(
    _ bytes: Span<UInt8>, _ fields: [Range<Int>], to batch: inout TitleBatch
  ) throws -> Bool {
    do throws(Malformed) {
      guard let row = try titles.row(bytes, fields, &ratings), seen.insert(row.facts.id) else {
        return true
      }
      batch.rows.append(row)
    } catch {
      return false
    }
    guard let row = batch.rows.last else { return true }
    let document = UInt32(facts.count)
    try facts.append(row.facts)
    types[row.facts.type, default: 0] += 1
    try log.add(bytes.extracting(row.title), document: document, isMain: true)
    if !row.original.isEmpty {
      try log.add(bytes.extracting(row.original), document: document, isMain: true)
    }
    return true
  }

  /// Titles by the names that they have elsewhere; only the words are kept.
  private mutating func readAkas(_ file: DatasetFile) async throws -> DatasetRows {
    var rows = DatasetRows(file)
    let numbers = try TitleIDMap { add in try facts.readAll { add($1.id, UInt32($0)) } }
    var names = AkaDeduplicator()
    var lines = try LinePrefetcher(file)
    while let chunk = try await lines.next() {
      try rows.read(chunk) { bytes, fields in
        guard let id = bytes.id(fields[0], "tt"), !fields[2].isEmpty, !bytes.isNull(fields[2]),
          UTF8Scalar.isValid(bytes.extracting(fields[2]))
        else { return false }
        guard let document = numbers.value(for: id),
          names.isNew(bytes.extracting(fields[2]), of: id)
        else { return true }
        try log.add(bytes.extracting(fields[2]), document: document, isMain: false)
        return true
      }
      progress.read(chunk, of: file)
    }
    return rows
  }

  private mutating func readEpisodes(_ file: DatasetFile) async throws -> DatasetRows {
    var rows = DatasetRows(file)
    let numbers = try TitleIDMap { add in try facts.readAll { add($1.id, UInt32($0)) } }
    var lines = try LinePrefetcher(file)
    while let chunk = try await lines.next() {
      var batch: [EpisodeRow] = []
      try rows.read(chunk) { bytes, fields in
        guard let row = EpisodeRow(bytes, fields) else { return false }
        if numbers.value(for: row.id) != nil { batch.append(row) }
        return true
      }
      try await writer.insert(batch)
      progress.read(chunk, of: file)
    }
    return rows
  }

  /// Gives the titles their ranks, and writes facts and words.
  ///
  /// - Returns: The ranks in the order in which the titles came.
  @discardableResult
  mutating func writeIndex() async throws -> [UInt32] {
    precondition(!isIndexed, "the index is written once")
    isIndexed = true
    progress.write()
    let ranks = try facts.ranks()
    try await writer.insert(facts, ranks: ranks)
    try await writer.insert(
      log.take(), as: .titles, numbering: ranks,
      spelledBelow: UInt32(facts.ratedCount > 0 ? facts.ratedCount : facts.count))
    return ranks
  }
}
