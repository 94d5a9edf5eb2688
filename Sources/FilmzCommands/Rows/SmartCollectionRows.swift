import FilmzDomain
import FilmzTerminal

extension Rows {
  /// Returns rows of smart collections with the numbers of their films.
  static func smartCollections(_ collections: [SmartCollection]) -> Rows {
    Rows(
      collections,
      [
        Field("name", Column("Collection", isFlexible: true, minimumWidth: 12)) {
          .text($0.name.text)
        },
        Field("title", Column("Title", dropPriority: 1, isFlexible: true, minimumWidth: 8), .dim) {
          .text($0.title)
        },
        Field("films", Column("Films", alignment: .trailing)) { .integer($0.filmCount) },
        Field("saved") { .bool($0.isSaved) },
      ], noun: "collection")
  }
}
