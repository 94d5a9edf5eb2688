import FilmzDomain
import Foundation
import GRDB
import Synchronization

@testable import FilmzCatalog

/// Checks that any dataset file, search, or row of a catalog is read, or is an error for the user.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = FuzzInput(start, count)
  switch input.byte() % 4 {
  case 0:
    let kind = input.byte() % DatasetKind.allCases.count
    let options = input.byte()
    importFile(DatasetKind.allCases[kind], options, input.bytes)
  case 1: search(&input)
  case 2: readRows(input.bytes)
  default: searchDamaged(&input)
  }
  return 0
}

// MARK: - Files

/// Imports a file together with valid ones, and searches the resulting catalog.
private func importFile(_ kind: DatasetKind, _ choice: Int, _ content: [UInt8]) {
  let folder = scratch + "/" + kind.rawValue
  let data = Data(content)
  require(
    FileManager.default.createFile(atPath: "\(folder)/\(kind.rawValue).tsv", contents: data),
    "no file in \(folder)")
  runBlocking {
    do {
      var options = CatalogImport.Options()
      options.includesAdult = choice & 1 == 1
      options.includesEpisodes = choice & 2 == 2
      let database = try await catalog(of: folder, options)
      let reader = try CatalogReader(database, path: "a catalog", ratingsAsOf: nil)
      check(reader, SearchQuery(text: "paper"))
      var filter = FilmFilter()
      filter.years = 0...9999
      check(reader, SearchQuery(text: "", filter: filter))
    } catch let error as any UserFacingError {
      require(!error.message.isEmpty, "an empty message")
    } catch {
      fatalError("not a user-facing error: \(error)")
    }
  }
}

/// Builds a catalog in memory from the datasets in a folder.
private func catalog(
  of folder: String, _ options: CatalogImport.Options = .init()
) async throws -> DatabaseQueue {
  let writer = try CatalogWriter(path: nil)
  let files = try DatasetFile.find([folder])
  var build = CatalogBuilder(
    writer: writer, spill: spill, options: options, progress: ImportProgressReporter(files) { _ in }
  )
  for file in files { try await build.read(file) }
  let info = try await build.finish(importedAt: .distantPast)
  require(info.titles >= 0 && info.files.count == files.count, "other files")
  return await writer.connection()
}

// MARK: - Searches

private func search(_ input: inout FuzzInput) {
  let choice = input.byte()
  var query = SearchQuery(text: input.text, isExact: choice & 1 == 1)
  if choice & 2 == 2 { query.filter.years = 1900 + choice / 4...2000 }
  if choice & 4 == 4 { query.filter.people = [query.text] }
  if choice & 8 == 8 { query.filter.genres = [["Drama"]] }
  if choice & 16 == 16 { query.order = FilmOrder(choice & 32 == 32 ? .name : .year) }
  check(validCatalog, query)
  if let queryWithYear = query.readingLastWordAsYear { check(validCatalog, queryWithYear) }
}

/// Searches a catalog, and checks the number of results; a damaged catalog may report its damage.
private func check(_ reader: CatalogReader, _ query: SearchQuery, isDamaged: Bool = false) {
  do {
    let rankedTitles = try reader.titles(query)
    let ids = try reader.ids(rankedTitles.titles(0..<rankedTitles.count)).map(\.id)
    let films = try reader.films(ids, withPeople: true)
    require(ids.count <= rankedTitles.count, "too many: \(query)")
    require(films.count <= ids.count, "more films than titles: \(query)")
    _ = try reader.titles(named: query.text, year: nil)
    _ = try reader.titles(beginningWith: TextFolding.key(query.text), limit: 20)
  } catch {
    let reportsDamage = isDamaged && error as? CatalogError == .damaged(path: "a catalog")
    require(reportsDamage || error as? CatalogError == .peopleMissing, "\(error): \(query)")
  }
}

/// Searches a catalog with damaged rows.
private func searchDamaged(_ input: inout FuzzInput) {
  let columns = [
    "titleTerm SET terms", "titleTerm SET postings", "factBlock SET facts", "spelling SET words",
    "personTerm SET terms", "personTerm SET postings", "filmography SET titles",
    "credits SET people", "titleTerm SET first", "summary SET content", "title SET title",
    "genre SET name",
  ]
  let column = columns[input.byte() % columns.count]
  let query = input.shortText()
  let blob = Data(input.bytes)
  runBlocking {
    do {
      let database = try await catalog(of: scratch)
      try await database.write { try $0.execute(sql: "UPDATE \(column) = ?", arguments: [blob]) }
      let reader = try CatalogReader(database, path: "a catalog", ratingsAsOf: nil)
      check(reader, SearchQuery(text: query), isDamaged: true)
      var filter = FilmFilter()
      filter.people = [query]
      check(reader, SearchQuery(text: "", filter: filter), isDamaged: true)
    } catch {
      require(error is DatabaseError, "\(error)")
    }
  }
}

// MARK: - Bytes

/// Decodes bytes as each kind of row of a catalog.
private func readRows(_ bytes: [UInt8]) {
  bytes.withUnsafeBytes { row in
    var count = 0
    TermBlock.read(row) { _, postings in
      count += TermBlock.decodedPostings(row, in: postings).count
      return count < 100_000
    }
    _ = TermBlock.readPostings(ofPrefix: Array(bytes.prefix(1)), row) { count += $0.count }
    TermBlock.readPostings(row, in: 0..<row.count) { count += $0.filterPostings(3, among: nil).count }
    SpellingBlock.read(row) { _, _, word in require(word.count < 256, "a long word") }
    for index in 0...FactBlock.size { _ = FactBlock.facts(row, at: index) }
    require(CreditList.read(row).count <= row.count, "too many people")
  }
  let isText = String(validating: bytes, as: UTF8.self) != nil
  require(bytes.span.isValidUTF8 == isText, "UTF-8 or not: \(bytes)")
  checkWords(of: bytes)
}

/// Checks that the words of a name are UTF-8, and are neither empty nor too long.
private func checkWords(of name: [UInt8]) {
  var scanner = WordScanner()
  scanner.scan(name.span)
  require(scanner.count <= WordScanner.maximumWords, "too many words: \(name)")
  require(scanner.isJoined.count == scanner.count, "other joins: \(name)")
  for word in 0..<scanner.count {
    let letters = Array(scanner.wordBytes[scanner.range(word)])
    require((1...60).contains(letters.count), "a word of \(letters.count): \(name)")
    require(letters.span.isValidUTF8, "invalid UTF-8: \(name)")
  }
}

// MARK: - Fixtures

/// A folder with valid datasets, and a subfolder for each kind, in which that file is replaced.
private let scratch: String = {
  let files = FileManager.default
  let shared = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
  let base = files.isWritableFile(atPath: shared.path) ? shared : files.temporaryDirectory
  let root = base.appending(path: "filmz-fuzz-\(getpid())").path
  for folder in [root] + DatasetKind.allCases.map({ root + "/" + $0.rawValue }) {
    do {
      try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for (kind, text) in datasets {
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(kind.rawValue).tsv"))
      }
    } catch {
      fatalError("\(error)")
    }
  }
  atexit { try? FileManager.default.removeItem(atPath: scratch) }
  return root
}()

private let spill: SpillFile = {
  guard let spill = try? SpillFile(in: URL(filePath: scratch)) else { fatalError("no spill") }
  return spill
}()

/// A catalog of the valid datasets.
private let validCatalog: CatalogReader = {
  let reader = Mutex<CatalogReader?>(nil)
  runBlocking {
    do {
      let newReader = try CatalogReader(
        try await catalog(of: scratch), path: "a catalog", ratingsAsOf: nil)
      reader.withLock { $0 = newReader }
    } catch {
      fatalError("\(error)")
    }
  }
  guard let reader = reader.withLock({ $0 }) else { fatalError("no catalog") }
  return reader
}()

private let datasets: [DatasetKind: String] = {
  func table(_ kind: DatasetKind, _ rows: [String]) -> (DatasetKind, String) {
    let lines = [kind.columns.joined(separator: " ")] + rows
    let text = lines.joined(separator: "\n") + "\n"
    return (
      kind,
      text.replacing("_", with: "\u{1}").replacing(" ", with: "\t")
        .replacing("\u{1}", with: " ")
    )
  }
  return Dictionary(uniqueKeysWithValues: [
    table(
      .basics,
      [
        #"tt0000001 movie The_Paper_House Das_Papierhaus 0 1961 \N 101 Drama,Mystery"#,
        #"tt0000002 tvSeries WALL·E:_Spider-Man II 0 1999 2003 45 Crime"#,
        #"tt0000003 short 七人の侍 七人の侍 0 1954 \N 9 \N"#,
        #"tt0000004 tvEpisode Paper Paper 0 \N \N \N Crime"#,
        #"tt0000005 movie L'avventura_2 \N 1 1995 \N 45 Drama"#,
      ]),
    table(.ratings, ["tt0000001 8.1 12345", "tt0000002 6.2 99"]),
    table(.akas, [#"tt0000003 1 Seven_Samurai US en \N \N 0"#]),
    table(.episodes, [#"tt0000004 tt0000002 1 \N"#]),
    table(.crew, [#"tt0000001 nm0000001,nm0000002 nm0000003"#, #"tt0000003 \N \N"#]),
    table(.principals, [#"tt0000001 1 nm0000004 actor \N ["Paul"]"#]),
    table(
      .names,
      [
        #"nm0000001 Anna_Bel 1900 \N actress tt0000001"#,
        #"nm0000004 Toshirō_Mifune \N \N \N \N"#,
      ]),
  ])
}()

/// Runs an asynchronous closure, and waits until it has returned.
private func runBlocking(_ body: @escaping @Sendable () async -> Void) {
  let end = DispatchSemaphore(value: 0)
  Task.detached {
    await body()
    end.signal()
  }
  end.wait()
}
