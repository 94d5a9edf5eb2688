import FilmzDomain
import FilmzExchange
import FilmzTestSupport
import Foundation
import Testing

/// A file that has been written, opened, and read as an import does.
struct ReadFile {
  let file: ImportFile
  private(set) var elements: [ImportedElement] = []
  /// The problems by line.
  private(set) var problems: [Int: RowProblem] = [:]

  var rows: [ImportedRow] {
    elements.compactMap { if case .row(let row) = $0 { row } else { nil } }
  }

  init(
    _ text: String, name: String = "export", as format: ImportFormat? = nil, formats: ColumnFormats = ColumnFormats()
  ) throws { try self.init(Array(text.utf8), name: name, as: format, formats: formats) }

  /// - Throws: ``ImportFile/SkipReason`` if the file is skipped.
  init(
    _ bytes: [UInt8], name: String = "export", as format: ImportFormat? = nil, formats: ColumnFormats = ColumnFormats()
  ) throws {
    self = try ScratchFolder.with { folder in
      try folder.write(Data(bytes), to: name)
      return try Self(try #require(try ImportSourceFinder.files(at: [folder.path]).first), format, formats)
    }
  }

  private init(_ source: ImportSource, _ format: ImportFormat?, _ formats: ColumnFormats) throws {
    var options = ReadingOptions()
    options.formats = formats
    var file = try ImportFile.open(source, as: format, options).get()
    while let (line, element) = try file.next() {
      switch element {
      case .success(let element): elements.append(element)
      case .failure(let problem): problems[line] = problem
      }
    }
    self.file = file
  }

  static func rows(_ text: String, name: String = "export") throws -> [ImportedRow] {
    try ReadFile(text, name: name).rows
  }
}
