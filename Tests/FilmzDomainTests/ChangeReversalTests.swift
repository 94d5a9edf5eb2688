import FilmzDomain
import Foundation
import Testing

/// Changes turned round, and the films they are about.
struct ChangeReversalTests {
  private func change(
    _ kind: Change.Kind, _ subject: Change.Subject = .init(.film, "tt0133093"),
    _ fields: [String: Change.FieldChange] = [:]
  ) -> Change {
    Change(kind: kind, subject: subject, fields: fields)
  }

  @Test(arguments: [
    (Change.Kind.insert, Change.Kind.delete), (.update, .update), (.delete, .insert),
  ])
  func theInverseGoesBackWithAnIDOfItsOwn(kind: Change.Kind, inverse: Change.Kind) throws {
    let fields: [String: Change.FieldChange] = [
      "rating": .init(old: .integer(85), new: .null), "tags": .init(old: .null, new: .list(["x"])),
    ]
    let original = change(kind, .init(.film, "tt0133093"), fields)
    let back = try #require(original.inverse)
    #expect(back.kind == inverse && back.subject == original.subject && back.id != original.id)
    #expect(back.fields["rating"] == .init(old: .null, new: .integer(85)))
    #expect(back.fields["tags"] == .init(old: .list(["x"]), new: .null))
    let again = try #require(back.inverse)
    #expect(again.kind == kind && again.fields == fields)
  }

  @Test(arguments: ["identify", "", "INSERT"])
  func aKindThatIsNotKnownHasNoInverse(kind: String) {
    #expect(change(.init(rawValue: kind)).inverse == nil)
  }

  @Test func aViewingTellsItsFilm() {
    let viewing = Change.Subject(.viewing, "2")
    let came = Change.FieldChange(old: .null, new: .text("tt1"))
    let moved = Change.FieldChange(old: .text("tt1"), new: .text("tt2"))
    #expect(change(.insert, viewing, ["film": came]).film?.rawValue == "tt1")
    #expect(change(.delete, viewing, ["film": came.inverse]).film?.rawValue == "tt1")
    #expect(change(.update, viewing, ["film": moved]).film?.rawValue == "tt2")
  }

  @Test func whereNoFilmIsToldThereIsNone() {
    let viewing = Change.Subject(.viewing, "2")
    #expect(change(.update, viewing).film == nil)
    #expect(change(.update, viewing, ["film": .init(old: .null, new: .integer(1))]).film == nil)
    #expect(change(.update, .init(.init(rawValue: "list"), "x")).film == nil)
    #expect(change(.update).film?.rawValue == "tt0133093")
  }
}
