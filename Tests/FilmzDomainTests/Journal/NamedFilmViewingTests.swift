import FilmzDomain
import Testing

/// Viewings of a film that was known by title and year only, and by another id (contract, "Identification").
struct NamedFilmViewingTests {
  private static let named = "named:5AE89E6D-64C2-54DB-B4CE-76F4F92EDBFB"
  private static let (imdb, tmdb) = ("tt0000002", "tmdb:movie:1")

  /// Each step has a change of a viewing: the letter is the id of the film (`n` of title and year, `i` of IMDb, `t` of
  /// TMDB), then come the date or `-`, the number and, if there is one, the note, or `seen` for a mark without data.
  ///
  /// An `x` in front is a removal. The second text has, of each row, the date, the note, and the letter of the film in the
  /// viewing's id.
  @Test(
    arguments: [
      ("n 2020-01-02 1|i 2020-01-02 1", "2020-01-02 i"),
      ("n 2020-01-02 1|n 2020-01-02 2|i 2020-01-02 1", "2020-01-02 i, 2020-01-02 n"),
      ("n 2020-01-02 1|i 2020-01-03 1", "2020-01-02 n, 2020-01-03 i"),
      ("n - 0|i - 0", "- i"),
      // What the user enters without a date is another viewing.
      ("n - 0|i - 1", "- i, - n"),
      ("n 2020-01-02 1 old|i 2020-01-02 1", "2020-01-02 old i"),
      ("n 2020-01-02 1 old|i 2020-01-02 1 new", "2020-01-02 new i"),
      ("n 2020-01-02 1|t 2020-01-02 1|i 2020-01-02 1", "2020-01-02 i"),
      // Two other ids of a film make no difference.
      ("t 2020-01-02 1|i 2020-01-02 1|n 2020-01-03 1", "2020-01-02 i, 2020-01-02 t, 2020-01-03 n"),
      ("n 2020-01-02 1|i 2020-01-02 1|xn 2020-01-02 1", "2020-01-02 i"),
      ("n 2020-01-02 1|i 2020-01-02 1|xn 2020-01-02 1|xi 2020-01-02 1", ""),
      // A rating of a service is no viewing beside those in the diary of another one.
      ("n 2020-01-02 1|i - 0 seen", "2020-01-02 n"),
      ("n 2020-01-02 1|n 2020-03-04 1|i - 0 seen", "2020-01-02 n, 2020-03-04 n"),
      ("n 2020-01-02 1|n - 0 seen", "- n, 2020-01-02 n"),
      ("n - 0 seen|i - 0 seen", "- i"),
      ("n 2020-01-02 1|i - 0 seen|xn 2020-01-02 1", "- i"),
    ])
  func whatBothFilesHaveIsOneViewing(text: String, rows: String) {
    let changes = text.split(separator: "|").enumerated().flatMap { Self.records($0, String($1)) }
    for changes in [changes, changes.reversed(), changes + changes] {
      #expect(Self.rows(changes + Self.identification) == rows)
    }
  }

  /// Without the identification, or without one of the imports, everything is as it was.
  @Test func undoSeparatesTheViewings() {
    let first = Self.records(0, "n 2020-01-02 1 old")
    let second = Self.records(1, "i 2020-01-02 1 new")
    let all = first + second + Self.identification
    #expect(Self.rows(first + second) == "2020-01-02 new i, 2020-01-02 old n")
    #expect(Self.rows(all) == "2020-01-02 new i")
    #expect(Self.rows(all + [Self.undo("0")]) == "2020-01-02 new i")
    #expect(Self.rows(all + [Self.undo("1")]) == "2020-01-02 old n")
    #expect(Self.rows(all + [Self.undo("identify")]) == "2020-01-02 new i, 2020-01-02 old n")
  }

  /// A removal has to concern all viewings of a row.
  @Test func rowKnowsTheIDsOfItsViewings() {
    let changes = ["n 2020-01-02 1", "i 2020-01-02 1", "t - 0 seen"].enumerated().flatMap(Self.records)
    let state = JournalState(of: changes + Self.identification, subjects: .standard)
    #expect(state.liveIDs.filter { $0.key.kind == .viewing }.map(\.value.count) == [3])
    #expect(state.rows.keys.count { $0.kind == .viewing } == 1)
  }

  // MARK: - Changes

  private static func film(_ letter: Character?) -> String {
    switch letter {
    case "n": named
    case "t": tmdb
    default: imdb
    }
  }

  /// The film's entry under the id and the change of the viewing, in one step.
  private static func records(_ number: Int, _ text: String) -> [RecordedChange] {
    let words = text.split(separator: " ").map(String.init)
    let film = film(words[0].last)
    let date = words[1] == "-" ? nil : PartialDate(words[1])
    let id = Viewing.id(film: FilmID(unchecked: film), date: date, number: Int(words[2]) ?? 0)
    let viewing = Change.Subject(.viewing, id.text)
    if words[0].hasPrefix("x") { return [record(number, 0, Change(kind: .delete, subject: viewing), film)] }
    var fields: [String: FieldValue] = ["film": .text(film), "position": .integer(1)]
    fields["date"] = date.map { .text($0.text) }
    switch words.dropFirst(3).first {
    case "seen"?: fields["imported"] = .list(["seen"])
    case let note?: fields["note"] = .text(note)
    case nil: break
    }
    let entry = Change(
      kind: .insert, subject: .init(.entry, film), fields: ["addedAt": .init(old: .null, new: .integer(0))])
    let insertion = Change(
      kind: .insert, subject: viewing, fields: fields.mapValues { Change.FieldChange(old: .null, new: $0) })
    return [record(number, 0, entry, nil), record(number, 1, insertion, film)]
  }

  private static func record(_ number: Int, _ part: Int, _ change: Change, _ film: String?) -> RecordedChange {
    RecordedChange(
      id: "\(number) \(part)", step: "\(number)", installation: "A",
      clock: HybridTimestamp(rawValue: Int64(1_577_836_800_000 + number * 10 + part) << 16), change: change,
      film: film.map(FilmID.init(unchecked:)))
  }

  private static var identification: [RecordedChange] {
    [(named, 1), (tmdb, 2)].map { alias, part in
      let change = Change(
        kind: .insert, subject: .init(.alias, alias), fields: ["film": .init(old: .null, new: .text(imdb))])
      return RecordedChange(
        id: "identify \(part)", step: "identify", installation: "B",
        clock: HybridTimestamp(rawValue: Int64(1_577_836_900_000 + part) << 16), change: change)
    }
  }

  private static func undo(_ step: String) -> RecordedChange {
    RecordedChange(
      id: "undo \(step)", step: "undo \(step)", installation: "A",
      clock: HybridTimestamp(rawValue: Int64(1_577_837_000_000) << 16),
      change: Change(kind: .undo, subject: .init(.step, step)))
  }

  private static func rows(_ changes: [RecordedChange]) -> String {
    let rows = JournalState(of: changes, subjects: .standard).rows.filter { $0.key.kind == .viewing }
    let texts = rows.map { subject, row in
      let date = row["date"]?.text.flatMap(PartialDate.init)
      let names = [("n", named), ("i", imdb), ("t", tmdb)].filter { _, film in
        Viewing.numbers(of: date).contains { number in
          Viewing.id(film: FilmID(unchecked: film), date: date, number: number).text == subject.id
        }
      }
      return ([date?.text ?? "-", row["note"]?.text].compactMap(\.self) + names.map(\.0)).joined(separator: " ")
    }
    return texts.sorted().joined(separator: ", ")
  }
}
