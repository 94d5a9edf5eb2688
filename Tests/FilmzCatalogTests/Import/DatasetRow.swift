import CZlib
import FilmzDomain
import FilmzTestSupport
import Foundation

@testable import FilmzCatalog

/// Creates rows and contents of dataset files.
enum DatasetRow {
  /// Returns the content of a file.
  static func fileContent(_ kind: DatasetKind, _ rows: [String]) -> String {
    ([kind.columns.joined(separator: "\t")] + rows).map { $0 + "\n" }.joined()
  }

  /// Returns a row of `title.basics`.
  static func title(
    _ id: Int, _ title: String, original: String? = nil, _ year: Int? = 2000,
    type: String = "movie", isAdult: Bool = false, endYear: Int? = nil, runtime: Int? = 100,
    genres: String = "Drama"
  ) -> String {
    func text(_ number: Int?) -> String { number.map { String($0) } ?? "\\N" }
    return [
      "tt" + number(id), type, title, original ?? title, isAdult ? "1" : "0", text(year),
      text(endYear), text(runtime), genres,
    ].joined(separator: "\t")
  }

  static func rating(_ id: Int, _ rating: String, _ votes: Int) -> String {
    "tt\(number(id))\t\(rating)\t\(votes)"
  }

  static func aka(_ id: Int, _ title: String) -> String {
    "tt\(number(id))\t1\t\(title)\tUS\ten\t\\N\t\\N\t0"
  }

  static func principal(_ id: Int, _ person: Int, _ category: String) -> String {
    "tt\(number(id))\t1\tnm\(number(person))\t\(category)\t\\N\t\\N"
  }

  static func name(_ person: Int, _ name: String) -> String {
    "nm\(number(person))\t\(name)\t\\N\t\\N\t\\N\t\\N"
  }

  private static func number(_ id: Int) -> String {
    String(repeating: "0", count: max(0, 7 - String(id).count)) + String(id)
  }
}

extension ScratchFolder {
  /// The URL of a catalog in the folder.
  var catalog: URL { url(of: "home/catalog.sqlite") }

  /// Writes a dataset to the folder `imdb`.
  func write(_ kind: DatasetKind, _ rows: [String]) throws {
    try write(DatasetRow.fileContent(kind, rows), to: "imdb/\(kind.rawValue).tsv")
  }

  /// Imports the datasets in the folder `imdb`.
  @discardableResult
  func importCatalog(_ options: CatalogImport.Options = .init()) async throws -> CatalogInfo {
    try await CatalogImport(
      paths: [path(of: "imdb")], options: options, into: catalog,
      now: { Date(timeIntervalSince1970: 1_800_000_000) }
    ).run { _ in }
  }

  /// Returns the imported catalog, or the built-in one if nothing was imported.
  func source() async throws -> any FilmCatalog {
    try await LocalCatalog(file: catalog).source()
  }

  /// Writes bytes as a dataset file, and returns the file.
  func dataset(
    _ bytes: [UInt8], _ kind: DatasetKind = .basics, suffix: String = ".tsv"
  ) throws -> DatasetFile {
    let folder = "one\(suffix)/"
    let path = path(of: folder + kind.rawValue + suffix)
    try write(Data(bytes), to: folder + kind.rawValue + suffix)
    if kind != .basics { try write("", to: folder + "title.basics.tsv") }
    let files = try DatasetFile.find([self.path(of: folder)])
    guard let file = files.first(where: { $0.kind == kind }) else {
      throw TestSupportError.invalidRecord(path)
    }
    return file
  }
}

/// Compresses data in the format of the datasets.
enum Gzip {
  /// Returns a gzip member.
  static func compress(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    let size = CInt(MemoryLayout<z_stream>.size)
    deflateInit2_(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, zlibVersion(), size)
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: bytes.count + bytes.count / 8 + 100)
    let count = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = uInt(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = uInt(output.count)
        deflate(&stream, Z_FINISH)
        return output.count - Int(stream.avail_out)
      }
    }
    return Array(output.prefix(count))
  }
}

extension LocalCatalog {
  /// Returns the imported catalog, or the built-in one if nothing was imported.
  func source() throws -> any FilmCatalog { try imported() ?? StarterCatalog() }
}
