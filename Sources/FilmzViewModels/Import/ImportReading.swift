import FilmzDomain
import FilmzExchange
import Foundation
struct ImportReading {
  let request: ImportRequest
  let expandPath: @Sendable (String) -> String
  let progress: @Sendable (ImportProgress) -> Void
  func content() throws -> ImportContent {
    var content = ImportContent(includesEpisodes: request.includesEpisodes)
    var paths: [String] = []
    for path in request.paths {
      var isDir: ObjCBool = false
      FileManager.default.fileExists(atPath: path, isDirectory: &isDir)
      if isDir.boolValue {
        paths += (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).sorted().map { path + "/" + $0 }.filter { $0.hasSuffix(".csv") || $0.hasSuffix(".json") }
      } else { paths.append(path) }
    }
    for path in paths {
      let index = content.report.files.count
      content.report.files.append(.init(name: path))
      let handle = try FileHandle(forReadingFrom: URL(filePath: path))
      let stream = ByteStream { let d = try handle.read(upToCount: 65536); return d.flatMap { $0.isEmpty ? nil : Array($0) } }
      if path.hasSuffix(".json") {
        var reader = JSONElementReader(stream)
        while let (line, element) = try reader.next() {
          content.report.files[index].rows += 1
          if let row = try TraktElement.row(element.get(), path: path) {
            content.collector.add(LocatedRow(file: index, line: line, row: row, list: nil), group: index, format: .trakt)
          }
        }
      } else if var file = try CSVFile(stream, path: path) {
        let format: ImportFormat = file.format.rawValue.hasPrefix("letterboxd") ? .letterboxd : .imdb
        let list = file.format == .letterboxdList ? ImportedList(name: file.list?.name ?? path, description: file.list?.description) : nil
        while let (line, row) = try file.next() {
          content.report.files[index].rows += 1
          switch row {
          case .success(let row): content.collector.add(LocatedRow(file: index, line: line, row: row, list: list), group: index, format: format)
          case .failure(let p): content.report.unreadable.append(.init(file: path, line: line, problem: p))
          }
        }
      }
    }
    content.collector.finish()
    return content
  }
}
