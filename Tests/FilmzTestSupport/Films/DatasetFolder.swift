package import Foundation

/// A folder of files in the formats of IMDb's datasets.
package struct DatasetFolder: Sendable {
  /// The name of the folder in the scratch folder.
  package let name: String
  private let scratch: ScratchFolder

  /// Creates a value for the folder `name`; the folder itself is created with its first file.
  package init(_ name: String = "imdb", in scratch: ScratchFolder) {
    self.name = name
    self.scratch = scratch
  }

  /// Returns the path of a table's file, relative to the scratch folder.
  package func path(_ table: DatasetTable, isCompressed: Bool = true) -> String {
    "\(name)/\(table.fileName(isCompressed: isCompressed))"
  }

  /// Writes an uncompressed file.
  package func write(_ table: DatasetTable, _ rows: [String], ending: String = "\n") throws {
    try scratch.write(
      table.text(rows, ending: ending), to: path(table, isCompressed: false))
  }

  /// Writes a compressed file that consists of `members` gzip members.
  package func writeCompressed(
    _ table: DatasetTable, _ rows: [String], ending: String = "\n", members: Int = 1
  ) async throws {
    let text = Data(table.text(rows, ending: ending).utf8)
    try await scratch.write(compressed(text, members: members), to: path(table))
  }

  /// Writes compressed files of several tables.
  package func writeCompressed(_ tables: [DatasetTable: [String]]) async throws {
    for (table, rows) in tables { try await writeCompressed(table, rows) }
  }

  /// Returns data that `gzip` has compressed in `members` parts of about equal size.
  package func compressed(_ data: Data, members: Int = 1) async throws -> Data {
    let gzip = try FilmzProcess(in: scratch, executable: "/bin/gzip")
    var compressed = Data()
    let size = max(1, (data.count + members - 1) / members)
    for start in stride(from: 0, to: max(1, data.count), by: size) {
      let part = "\(name)/part"
      try scratch.write(Data(data.dropFirst(start).prefix(size)), to: part)
      let result = try await gzip.runProcess(["-nf", part])
      guard result.status == 0 else {
        throw TestSupportError.system(call: "gzip", code: result.status)
      }
      compressed += try Data(contentsOf: scratch.url(of: part + ".gz"))
      try FileManager.default.removeItem(at: scratch.url(of: part + ".gz"))
    }
    return compressed
  }
}
