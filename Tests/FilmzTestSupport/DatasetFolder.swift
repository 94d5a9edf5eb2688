package import Foundation

/// A folder of files in the shapes of IMDb's datasets.
package struct DatasetFolder: Sendable {
  /// Its name in the scratch folder.
  package let name: String
  private let scratch: ScratchFolder

  /// The folder `name` in a scratch folder; it is made with the first file.
  package init(_ name: String = "imdb", in scratch: ScratchFolder) {
    self.name = name
    self.scratch = scratch
  }

  /// Where a file lies in the scratch folder.
  package func path(_ table: DatasetTable, isPacked: Bool = true) -> String {
    "\(name)/\(table.fileName(isPacked: isPacked))"
  }

  /// Writes a file that is not packed.
  package func write(_ table: DatasetTable, _ rows: [String], ending: String = "\n") throws {
    try scratch.write(
      table.text(rows, ending: ending), to: path(table, isPacked: false))
  }

  /// Writes a packed file, in as many gzip members as are said.
  package func pack(
    _ table: DatasetTable, _ rows: [String], ending: String = "\n", members: Int = 1
  ) async throws {
    let text = Data(table.text(rows, ending: ending).utf8)
    try await scratch.write(packed(text, members: members), to: path(table))
  }

  /// Writes some packed tables.
  package func pack(_ tables: [DatasetTable: [String]]) async throws {
    for (table, rows) in tables { try await pack(table, rows) }
  }

  /// Bytes as `gzip` packs them; the members divide them wherever they come to lie.
  package func packed(_ data: Data, members: Int = 1) async throws -> Data {
    let gzip = try FilmzProcess(in: scratch, executable: "/bin/gzip")
    var whole = Data()
    let size = max(1, (data.count + members - 1) / members)
    for start in stride(from: 0, to: max(1, data.count), by: size) {
      let piece = "\(name)/piece"
      try scratch.write(Data(data.dropFirst(start).prefix(size)), to: piece)
      let done = try await gzip.run("-nf", piece)
      guard done.status == 0 else {
        throw TestSupportError.system(call: "gzip", code: done.status)
      }
      whole += try Data(contentsOf: scratch.url(of: piece + ".gz"))
      try FileManager.default.removeItem(at: scratch.url(of: piece + ".gz"))
    }
    return whole
  }
}
