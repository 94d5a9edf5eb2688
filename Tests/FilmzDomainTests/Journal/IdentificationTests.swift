import FilmzDomain
import Testing

/// The identification of films that are known by title and year only (contract, "Identification").
struct IdentificationTests {
  private static let alias = Change.Subject(.alias, "named:5AE89E6D-64C2-54DB-B4CE-76F4F92EDBFB")

  /// Each change is made on another computer, later than the one before but without knowledge of it: `?` is an id that a
  /// source has found, `+` one that the user has chosen, `-` one that the user has rejected, and `x` removes the alias.
  @Test(
    arguments: [
      ("?tmdb:movie:1 ?tt0000003 ?tt0000002", "tt0000003"),
      ("+tmdb:movie:1 ?tt0000002", "tmdb:movie:1"),
      ("+tt0000003 +tmdb:movie:1", "tmdb:movie:1"),
      ("?tt0000002 -tt0000002", nil),
      ("-tt0000002 ?tt0000002", nil),
      ("-tt0000002 +tt0000002", "tt0000002"),
      ("+tt0000002 -tt0000002 ?tt0000003", "tt0000003"),
      ("?tt0000002 -tt0000002 x ?tt0000002", nil),
    ] as [(String, String?)])
  func identificationFollowsFromAllChanges(text: String, film: String?) {
    let changes = text.split(separator: " ").enumerated().map { Self.record($0, String($1)) }
    for changes in [changes, changes.reversed()] {
      let row = JournalState(of: changes, subjects: .standard).rows[Self.alias]
      #expect(row?["film"]?.text == film)
    }
  }

  private static func record(_ number: Int, _ text: String) -> RecordedChange {
    let id = String(text.dropFirst())
    let film = Change.FieldChange(old: .null, new: .text(id))
    let change =
      switch text.first {
      case "?":
        Change(
          kind: .insert, subject: alias, fields: ["film": film, "foundBy": .init(old: .null, new: .text("title"))])
      case "+": Change(kind: .insert, subject: alias, fields: ["film": film])
      case "-": Change(kind: .update, subject: alias, fields: ["rejected": .init(old: .list([]), new: .list([id]))])
      default: Change(kind: .delete, subject: alias)
      }
    return RecordedChange(
      id: "\(number)", step: "\(number)", installation: "\(number)",
      clock: HybridTimestamp(rawValue: Int64(1_577_836_800_000 + number) << 16), change: change)
  }
}
