import FilmzCatalog
import Foundation

// Writes the index of the starter catalog to the file that is part of the program; run this after a change to `films.tsv`.
let folder = URL(filePath: #filePath).deletingLastPathComponent()
  .appending(path: "../CStarterCatalog").standardizedFileURL
let table = try Data(contentsOf: folder.appending(path: "films.tsv"))
do {
  try await StarterTable.writeIndex(of: Array(table), to: folder.appending(path: "index.sqlite"))
} catch let line as StarterTable.MalformedLine {
  print("films.tsv:\(line.number): this is not a film, or the header is wrong")
  exit(1)
}
