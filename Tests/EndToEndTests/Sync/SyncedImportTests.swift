import FilmzTestSupport
import Foundation
import Testing

/// Values that one machine sets and another one imports: an imported value is as old as its file says, on every machine.
struct SyncedImportTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The commands of the desktop, and then of the laptop, which do not know of each other.
    let desktop: [String]
    let laptop: [String]
    /// The rating and the note that both have in the end.
    let rating: JSON
    let note: JSON

    init(
      _ name: String, desktop: [String], laptop: [String], rating: JSON = .null, note: JSON = .null
    ) {
      testDescription = name
      (self.desktop, self.laptop) = (desktop, laptop)
      (self.rating, self.note) = (rating, note)
    }
  }

  private static let files = [
    "2015.csv": "Const,Your Rating,Date Rated\ntt0113277,9,2015-01-01\n",
    "2016.csv": "Const,Your Rating,Date Rated\ntt0113277,5,2016-01-01\n",
    "undated.csv": "imdbID,myRating,notes\ntt0113277,9,file\n",
  ]

  private static let cases = [
    Case(
      "rated before the import", desktop: ["rate tt0113277 2"], laptop: ["import 2015.csv"],
      rating: 2),
    Case(
      "rated after the import, which arrives later", desktop: ["import 2015.csv"],
      laptop: ["rate tt0113277 2"], rating: 2),
    Case(
      "in the collection of both", desktop: ["rate tt0113277 2"],
      laptop: ["add tt0113277", "import 2015.csv"], rating: 2),
    Case(
      "a file without days", desktop: ["rate tt0113277 2", "note tt0113277 mine"],
      laptop: ["import undated.csv"], rating: 2, note: "mine"),
    Case(
      "two files", desktop: ["import 2016.csv"], laptop: ["import 2015.csv"], rating: 5),
    Case(
      "the value of a file is replaced", desktop: ["import 2015.csv", "rate tt0113277 2"],
      laptop: ["import 2016.csv"], rating: 2),
    Case(
      "the value of a file is removed", desktop: ["import 2015.csv", "rate tt0113277 none"],
      laptop: ["import 2015.csv"]),
    Case(
      "the rating of the importing machine is removed", desktop: ["rate tt0113277 2"],
      laptop: ["rate tt0113277 7", "rate tt0113277 none", "import 2015.csv"]),
    Case(
      "the file's value is made one of now", desktop: ["rate tt0113277 2"],
      laptop: ["import 2015.csv --on-conflict theirs"], rating: 9),
    Case(
      "a value is brought back", desktop: ["rate tt0113277 2"],
      laptop: ["import 2015.csv", "rate tt0113277 none", "import 2015.csv --again"], rating: 9),
    Case(
      "the import is undone", desktop: ["rate tt0113277 2"],
      laptop: ["import 2015.csv", "undo"], rating: 2),
    Case(
      "the import is undone and redone", desktop: ["rate tt0113277 2"],
      laptop: ["import 2015.csv", "undo", "redo"], rating: 2),
  ]

  @Test(arguments: cases)
  func importedValueIsAsOldAsItsFileSays(test: Case) async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      for (name, text) in Self.files { try machines.filmz.folder.write(text, to: name) }
      for (name, lines) in [("desktop", test.desktop), ("laptop", test.laptop)] {
        try await machines.script(name, lines.joined(separator: "\n"))
      }
      try await machines.expectAlike(["desktop", "laptop", "desktop"])
      for name in ["desktop", "laptop"] {
        let film = try await machines.run(name, ["--format", "json", "show", "tt0113277"]).json
        #expect(film["myRating"] == test.rating && film["notes"] == test.note, "\(name)")
      }
    }
  }

  /// Each case has the commands of the desktop, those of the laptop, which do not know of each other, and the dates of the
  /// viewings that both have in the end, with `-` for an unknown one.
  @Test(arguments: [
    (["rate ID 8"], ["rate ID 7"], "-"), (["seen ID"], ["rate ID 7"], "-"),
    (["import 2015.csv"], ["rate ID 7"], "-"),
    (["seen ID --on 2020"], ["seen ID --on 2020"], "2020"),
    (["rate ID 8", "import diary.csv"], ["import diary.csv"], "2020-05-01"),
    (["rate ID 8"], ["rate ID 7", "import diary.csv"], "2020-05-01"),
    (["rate ID 8", "import diary.csv"], ["seen ID", "import diary.csv"], "2020-05-01"),
    // What a user has entered stays.
    (["watched ID --on unknown"], ["rate ID 7", "import diary.csv"], "- 2020-05-01"),
    (["watched ID --on 2020"], ["seen ID --on 2020", "import diary.csv"], "2020 2020-05-01"),
    (["rate ID 8", "import diary.csv"], ["watched ID --on 2020-05-01"], "2020-05-01"),
  ])
  func viewingsOfTwoMachinesAreCombined(desktop: [String], laptop: [String], dates: String) async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try machines.filmz.folder.write("imdbID,WatchedDate\ntt0113277,2020-05-01\n", to: "diary.csv")
      try machines.filmz.folder.write(Self.files["2015.csv"] ?? "", to: "2015.csv")
      for (name, lines) in [("desktop", desktop), ("laptop", laptop)] {
        let script = lines.joined(separator: "\n").replacing("ID", with: "tt0113277")
        try await machines.script(name, script)
      }
      try await machines.expectAlike(["desktop", "laptop", "desktop"])
      for name in ["desktop", "laptop"] {
        let film = try await machines.run(name, ["--format", "json", "show", "tt0113277"]).json
        let found = (film["viewings"]?.each("date") ?? []).map { $0?.string ?? "-" }.sorted()
        #expect(found.joined(separator: " ") == dates, "\(name)")
      }
    }
  }

  /// Undo after the sync takes back only what the import has brought.
  @Test func importIsUndoneAfterTheSync() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try machines.filmz.folder.write(
        "imdbID,myRating,dateRated,notes\ntt0113277,9,2015-01-01,file\n", to: "films.csv")
      try await machines.script("desktop", "rate tt0113277 2")
      try await machines.script("laptop", "import films.csv")
      try await machines.expectAlike(["desktop", "laptop"])
      for (command, note) in [("undo", .null), ("redo", "file")] as [(String, JSON)] {
        #expect(try await machines.run("laptop", [command]).status == 0)
        try await machines.expectAlike(["laptop", "desktop"])
        for name in ["desktop", "laptop"] {
          let film = try await machines.run(name, ["--format", "json", "show", "tt0113277"]).json
          #expect(film["myRating"] == 2 && film["notes"] == note, "\(name) \(command)")
        }
      }
    }
  }

  /// A tag that a file adds to others is older than the removal of this tag on another machine.
  @Test func tagOfAFileIsOlderThanItsRemoval() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      func tags(_ name: String) async throws -> Set<String> {
        let film = try await machines.run(name, ["--format", "json", "show", "tt0113277"]).json
        return Set(film["tags"]?.array.compactMap(\.string) ?? [])
      }
      try machines.filmz.folder.write("imdbID,Tags\ntt0113277,crime\n", to: "tags.csv")
      try await machines.script(
        "desktop", "add tt0113277 --tag mine\ntag tt0113277 crime\nuntag tt0113277 crime")
      try await machines.script("laptop", "add tt0113277 --tag own\nimport tags.csv")
      #expect(try await tags("laptop") == ["crime", "own"])
      try await machines.expectAlike(["desktop", "laptop"])
      for name in ["desktop", "laptop"] { #expect(try await tags(name) == ["mine", "own"]) }
      try await machines.script("laptop", "undo")
      try await machines.expectAlike(["desktop", "laptop"])
      // A file replaces what was done before on the same machine.
      try await machines.script(
        "third", "add tt0113277 --tag own --tag crime\nuntag tt0113277 crime\nimport tags.csv")
      #expect(try await tags("third") == ["crime", "own"])
    }
  }

  /// Two machines import the same files, and one of them has changed the list and the tags since.
  @Test func changedListAndTagsOfAnImportStayChanged() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try machines.filmz.folder.write(
        "Position,Const,Created,Title,Title Type,Year\n1,tt0113277,2020-01-01,Heat,Movie,1995\n",
        to: "Noir.csv")
      try machines.filmz.folder.write("imdbID,Tags\ntt0113277,crime\n", to: "tags.csv")
      try await machines.script(
        "desktop",
        "import Noir.csv tags.csv\nlist rename Noir Dark\nuntag tt0113277 crime\nlist describe Dark Mine"
      )
      try await machines.script("laptop", "import Noir.csv tags.csv")
      try await machines.expectAlike(["desktop", "laptop"])
      for name in ["desktop", "laptop"] {
        let lists = try await machines.run(name, ["--format", "json", "list", "ls"]).json
        #expect(lists.each("name") == ["Dark"] && lists.each("description") == ["Mine"])
        let film = try await machines.run(name, ["--format", "json", "show", "tt0113277"]).json
        #expect(film["tags"] == [])
      }
    }
  }
}
