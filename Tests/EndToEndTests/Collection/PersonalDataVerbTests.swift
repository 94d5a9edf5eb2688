import FilmzTestSupport
import Testing

/// `audience`, `from`, and other commands for the user's own data of films.
struct PersonalDataVerbTests {
  @Test(arguments: [
    ("me", "me"), ("partner", "partner"), ("FAMILY", "family"), ("'Me alone'", "me"),
    ("\"me and partner\"", "partner"), ("Family", "family"),
  ])
  func audienceIsSetAndRemoved(word: String, audience: String) async throws {
    try await FilmzProcess.with { filmz in
      let changed = try await filmz.answer(to: "audience tt0068646 \(word)")
      #expect(changed.each("inCollection") == [true])
      let card = try await filmz.answer(to: "show tt0068646")
      #expect(card["audience"] == .string(audience))
      let listed = try await filmz.answer(to: "ls --audience \(word)")
      #expect(listed.each("id") == ["tt0068646"])
      _ = try await filmz.answer(to: "audience tt0068646 none")
      #expect(try await filmz.answer(to: "show tt0068646")["audience"] == .null)
    }
  }

  @Test func longAudienceNamesAreAcceptedByOptions() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646 --audience 'Me and partner'")
      let found = try await filmz.answer(to: "ls --audience 'me AND partner'")
      #expect(found.each("id") == ["tt0068646"])
    }
  }

  @Test func recommenderIsSetAndRemoved() async throws {
    try await FilmzProcess.with { filmz in
      for (line, name) in [
        ("from tt0068646 Ines", "Ines"), ("from the godfather \" Uncle Bob \"", "Uncle Bob"),
        ("show tt0068646; from \"none\"", "none"), ("from tt0068646 none", nil),
        ("from tt0068646 'x'", "x"), ("from tt0068646 \"  \"", nil),
      ] {
        _ = try await filmz.answer(to: line)
        let card = try await filmz.answer(to: "show tt0068646")
        #expect(card["recommendedBy"] == name.map(JSON.string) ?? .null, "\(line)")
      }
    }
  }

  @Test func noticesNameThePreviousValue() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"], columns: 120)
      for (line, notice) in [
        (
          "audience tt0068646 me",
          "Set the audience of The Godfather (1972) to Me alone, and added it to the collection"
        ),
        (
          "audience the godfather family",
          "Set the audience of The Godfather (1972) to Family (was Me alone)"
        ),
        (
          "audience tt0068646 family",
          "Set the audience of The Godfather (1972) to Family (was Family)\n"
        ),
        ("audience tt0068646 none", "Removed the audience of The Godfather (1972) (was Family)"),
        ("from tt0068646 Ines", "Set the recommender of The Godfather (1972) to Ines\n"),
        ("from tt0068646 Bob", "Set the recommender of The Godfather (1972) to Bob (was Ines)"),
        ("from tt0068646 none", "Removed the recommender of The Godfather (1972) (was Bob)"),
      ] {
        let output = try await shell.answer(to: line)
        #expect(output.contains(notice), "\(line): \(output)")
      }
    }
  }

  @Test(arguments: [
    ("audience tt0068646 kids", "\"kids\" is not an audience; use me, partner, family or none"),
    ("audience", "audience needs an audience: me, partner, family or none; see `help audience`"),
    ("from", "from needs a name; see `help from`"),
    (
      "watched tt0068646 --on 2024-02-30",
      "\"2024-02-30\" is not a date; use 2024-05-01, 1.5.2024, 2024-05, "
        + "2024, today, yesterday, \"last friday\", \"2 weeks ago\", \"3 march\" or unknown"
    ),
    ("watched tt0068646 --on 2999", "2999 is in the future; use today or an earlier date"),
    (
      "watched tt0068646 --on tomorrow",
      "\"tomorrow\" is not a date; use 2024-05-01, 1.5.2024, 2024-05, 2024, "
        + "today, yesterday, \"last friday\", \"2 weeks ago\", \"3 march\" or unknown"
    ),
    (
      "add tt0068646 --watched --on 2999-01",
      "2999-01 is in the future; use today or an earlier date"
    ),
    (
      "rate tt0068646 11",
      "Rating must be between 0 and 10, such as 8, 8.5, 4.5/5 or ★★★★½, or none"
    ),
  ])
  func invalidValuesExitWith64(line: String, message: String) async throws {
    try await FilmzProcess.with { filmz in
      let words = line.split(separator: " ").map(String.init)
      let result = try await filmz.run(["--offline"] + words)
      #expect(result.status == 64)
      #expect(result.errorLines == ["filmz: " + message])
      let script = try await filmz.run("--offline", "-c", line)
      #expect(script.status == 1)
      #expect(script.errorLines == ["command 1: " + message])
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  @Test func missingSelectionIsAnError() async throws {
    try await FilmzProcess.with { filmz in
      for line in ["audience family", "from Ines", "viewings", "viewings rm 1"] {
        let result = try await filmz.run("--offline", "-c", line)
        #expect(result.status == 1, "\(line)")
        #expect(result.stderr.contains("no film is selected"), "\(line)")
      }
    }
  }

  @Test func textIsStoredUnchanged() async throws {
    let text = "two\nlines\tand a \"quote\", 'another'; \\ #\u{1B}[31m ★"
    let name = "lines and a \"quote\", 'another'; \\ #★"
    try await FilmzProcess.with { filmz in
      for (verb, text) in [("note", text), ("from", name)] {
        let result = try await filmz.run("--offline", verb, "tt0068646", text)
        #expect(result.status == 0, "\(result.stderr)")
      }
      let added = try await filmz.run(
        "--offline", "watched", "tt0068646", "--note", text, "--tag", name, "--on", "unknown")
      #expect(added.status == 0, "\(added.stderr)")
      let card = try await filmz.answer(to: "show tt0068646")
      #expect(card["notes"] == .string(text) && card["recommendedBy"] == .string(name))
      let viewing = try await filmz.answer(to: "viewings tt0068646")[0]
      #expect(viewing?["note"] == .string(text) && viewing?["tags"] == [.string(name)])
      let table = try await filmz.run("--offline", "viewings", "tt0068646").stdout
      #expect(!table.contains("\u{1B}") && table.split(separator: "\n").count == 2)
    }
  }

  @Test func tagsCanBeRepeatedAndMatchIgnoringCase() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646 --tag Küche --tag rain --tag KÜCHE --tag ''")
      _ = try await filmz.answer(to: "watched tt0133093 --tag Ciné --tag 'with Ann'")
      #expect(try await filmz.answer(to: "show tt0068646")["tags"] == ["Küche", "rain"])
      for (tag, id) in [("küche", "tt0068646"), ("CINÉ", "tt0133093"), ("'WITH ann'", "tt0133093")] {
        let found = try await filmz.answer(to: "ls --tag \(tag)")
        #expect(found.each("id") == [.string(id)], "\(tag)")
      }
    }
  }
}
