import FilmzDomain
import Testing

/// Which changes have an effect, whoever made them.
struct ChangeProblemTests {
  private static let list = "0D6A9E1C-52F3-4B7D-9C18-7E4F3B2A6D05"
  private static let film = "tt0113277"
  private static let long = String(repeating: "x", count: 201)

  private static func insertion(
    _ kind: Change.Subject.Kind, _ id: String, _ fields: [String: FieldValue]
  ) -> Change {
    Change(
      kind: .insert, subject: .init(kind, id),
      fields: fields.mapValues { Change.FieldChange(old: .null, new: $0) })
  }

  private static func list(named name: String) -> Change {
    insertion(
      .list, list, ["name": .text(name), "createdAt": .integer(1), "changedAt": .integer(1)])
  }

  private static func place(
    id: String = "\(Self.list) \(Self.film)", film: String = Self.film,
    position: String = "V00000 i"
  ) -> Change {
    insertion(
      .listItem, id,
      ["list": .text(list), "film": .text(film), "position": .text(position)])
  }

  private static func entry(_ field: String, _ value: FieldValue) -> Change {
    insertion(.entry, film, ["addedAt": .integer(1)].merging([field: value]) { $1 })
  }

  private static func record(_ field: String, _ json: String) -> Change {
    insertion(.record, film, [field: .text(json)])
  }

  @Test(arguments: [
    list(named: "Noir"), list(named: String(repeating: "é", count: 200)), place(),
    place(position: "V00000V i"), entry("tags", .list(["noir", "to lend, to Ann"])),
    entry("recommendedBy", .text("Ines")), entry("notes", .text("two\nlines\u{1B}")),
    entry("notes", .text(String(repeating: long, count: 10_000))), record("title", #""Heat""#),
    record("year", "1995"), record("year", "null"), record("genres", #"["Crime"]"#),
    insertion(
      .savedCollection, "rainyday", ["name": .text("Rainy-Day"), "filter": .text("is:seen")]),
    insertion(
      .viewing, list, ["film": .text(film), "position": .integer(1), "date": .text("2024-05")]),
  ])
  func changesThatCommandsMakeHaveAnEffect(change: Change) {
    #expect(SubjectRegistry.standard.problem(of: change) == nil)
    let fields = change.fields.mapValues(\.new)
    #expect(SubjectRegistry.standard.canInsert(change.subject, fields))
  }

  @Test(arguments: [
    (list(named: ""), "name"), (list(named: "   "), "name"), (list(named: "a\nb"), "name"),
    (list(named: "a\u{2028}b"), "name"), (list(named: "a\0b"), "name"),
    (list(named: "\u{1B}[2J"), "name"), (list(named: long), "name"),
    (list(named: "a" + String(repeating: "\u{301}", count: 5000)), "name"),
    (place(film: "tt0068646"), "film"), (place(position: "z"), "position"),
    (place(position: "V00000"), "position"), (place(position: "V0000 i"), "position"),
    (entry("tags", .list(["noir", ""])), "tags"), (entry("tags", .list(["a\nb"])), "tags"),
    (entry("tags", .list([long])), "tags"), (entry("recommendedBy", .text(" ")), "recommendedBy"),
    (entry("recommendedBy", .text("a\rb")), "recommendedBy"),
    (entry("platform", .text(long)), "platform"), (entry("notes", .text("a\0b")), "notes"),
    (entry("rating", .integer(101)), "rating"), (entry("year", .integer(-1)), "year"),
    (entry("addedAt", .integer(.max)), "addedAt"), (entry("title", .list(["a"])), "title"),
    (record("title", "null"), "title"), (record("title", "7"), "title"),
    (record("year", #""1995""#), "year"), (record("genres", "[]"), "genres"),
    (record("released", #""soon""#), "released"), (record("plot", "{"), "plot"),
    (
      insertion(.savedCollection, "x", ["name": .text("rainy"), "filter": .text("is:seen")]), "name"
    ),
    (insertion(.viewing, list, ["film": .text("tt1 tt2"), "position": .integer(1)]), "film"),
    (
      insertion(
        .viewing, list,
        ["film": .text(film), "position": .integer(1), "date": .text("2024-13")]), "date"
    ),
    (insertion(.alias, film, ["film": .text("tmdb:movie:603")]), "film"),
    (insertion(.list, list, ["name": .text("Noir"), "createdAt": .integer(1)]), "changedAt"),
    (
      insertion(
        .comment, list,
        [
          "film": .text(film), "name": .text("Ann"), "time": .text("now"), "text": .text("x"),
          "shared": .integer(2),
        ]), "shared"
    ),
  ])
  func invalidValuesAreNotWritten(change: Change, field: String) {
    let problem = SubjectRegistry.standard.problem(of: change, isNew: true)
    #expect(problem == .invalidValue(field: field))
    let fields = change.fields.mapValues(\.new)
    #expect(!SubjectRegistry.standard.canInsert(change.subject, fields))
  }

  @Test(arguments: [
    entry("tags", .list([long, "a\nb"])), entry("recommendedBy", .text("a\rb")),
    entry("platform", .text(long)), entry("year", .integer(-1)), list(named: "\u{1B}[2J"),
  ])
  func valuesOfEarlierVersionsKeepTheirEffect(change: Change) {
    #expect(SubjectRegistry.standard.problem(of: change) == nil)
  }

  @Test(arguments: [
    place(id: list), place(id: "\(list)  \(film)"), place(id: "x \(film)"),
    insertion(.entry, "a\nb", ["addedAt": .integer(1)]),
    insertion(.entry, "tt1 tt2", ["addedAt": .integer(1)]),
    insertion(.alias, "a b", ["film": .text("tt0113277")]),
    insertion(.viewing, "v", ["film": .text(film), "position": .integer(1)]),
  ])
  func invalidIDsHaveNoEffect(change: Change) {
    #expect(SubjectRegistry.standard.problem(of: change) == .invalidID)
  }

  @Test(arguments: [
    Change(kind: .init(rawValue: "merge"), subject: .init(.entry, film)),
    insertion(.init(rawValue: "poster"), "x", [:]), entry("mood", .text("x")),
    entry("audience", .text("neighbours")),
  ])
  func valuesOfNewerVersionsAreUnknown(change: Change) {
    #expect(SubjectRegistry.standard.problem(of: change) == .unknown)
  }

  /// The journal finds the changes of a film by the film that it has for them.
  @Test(arguments: [nil, "tt0068646"])
  func insertionForAnotherFilmHasNoEffect(film: String?) {
    let change = Self.place()
    func record(_ film: String?) -> RecordedChange {
      RecordedChange(
        id: "c", step: "s", installation: "i", clock: HybridTimestamp(rawValue: 1), change: change,
        film: film.map(FilmID.init(unchecked:)))
    }
    #expect(SubjectRegistry.standard.problem(of: record(Self.film)) == nil)
    #expect(SubjectRegistry.standard.problem(of: record(film)) == .invalidValue(field: "film"))
  }
}
