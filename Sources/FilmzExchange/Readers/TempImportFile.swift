package import FilmzDomain
package enum ImportedElement { case row(ImportedRow), movie(MFlixMovie), comment(MFlixComment), subject(ArchivedSubject) }
package struct ImportFile {
  package let format: ImportFormat
  package var list: ImportedList?
  package var unknownColumns: [String] { csv?.unknownColumns ?? [] }
  package var hasWindows1252: Bool { csv?.hasWindows1252 ?? false }
  var csv: CSVFile?
  var json: JSONElementReader?
  var subjects: ArchivedSubjects?
  let path: String
  package static func open(_ source: ImportSource, as format: ImportFormat?) throws -> ImportFile? {
    if case .subjects(let f, _) = source.content { return ImportFile(format: .filmz, list: nil, csv: nil, json: nil, subjects: f.subjects, path: source.name) }
    if source.name.hasSuffix(".json") {
      let f: ImportFormat = source.name.contains("mflix") ? .mflix : .trakt
      return ImportFile(format: f, list: nil, csv: nil, json: JSONElementReader(try source.open()), subjects: nil, path: source.name)
    }
    guard let csv = try CSVFile(try source.open(), path: source.name) else { return nil }
    let f: ImportFormat = csv.format.rawValue.hasPrefix("letterboxd") ? .letterboxd : csv.format == .table ? .csv : .imdb
    return ImportFile(format: f, list: csv.format == .letterboxdList ? ImportedList(name: csv.list?.name ?? source.name, description: csv.list?.description) : nil, csv: csv, json: nil, subjects: nil, path: source.name)
  }
  package mutating func next() throws -> (line: Int, element: Result<ImportedElement, RowProblem>)? {
    if csv != nil { guard let n = try csv?.next() else { return nil }; return (n.line, n.row.map { .row($0) }) }
    if json != nil {
      while let (line, e) = try json?.next() {
        do {
          if format == .mflix { switch try MFlixElement(e.get()) { case .movie(let m): return (line, .success(.movie(m))); case .comment(let c): return (line, .success(.comment(c))) } }
          if let row = try TraktElement.row(e.get(), path: path) { return (line, .success(.row(row))) }
        } catch { return (line, .failure(.invalidJSON)) }
      }
      return nil
    }
    guard let n = try subjects?.next() else { return nil }; return (n.line, n.subject.map { .subject($0) })
  }
}
package struct UnmatchedRow: Sendable { package init(row: ImportedRow, list: ImportedList?, reason: String, candidates: [MatchCandidate], file: String, line: Int) {} }
package enum UnmatchedFile { package static func bytes(of rows: [UnmatchedRow]) -> [UInt8] { [] } }
