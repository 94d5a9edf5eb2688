import FilmzTestSupport
import Foundation
import Testing

/// The commands of `sync`, with homes that share a folder.
struct SyncVerbTests {
  @Test func changesOfBothMachinesAreCombined() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script(
        "desktop", "add heat --rating 8\nwatched \"the matrix\" --on 2020-05-01")
      try await machines.script("laptop", "add alien\nlist create Noir\nlist add Noir alien")
      #expect(try await machines.sync("desktop")["sent"] == 3)
      let result = try await machines.sync("laptop")
      #expect(result["received"] == 3 && result["from"] == ["desktop"] && result["sent"] == 4)
      try await machines.expectAlike(["desktop", "laptop"])
      let films = try await machines.run("desktop", ["--format", "json", "ls"]).json
      #expect(films.each("title") == ["Alien", "The Matrix", "Heat"])
      let nothing = try await machines.sync("desktop")
      #expect(nothing["sent"] == 0 && nothing["received"] == 0 && nothing["from"] == [])
    }
  }

  @Test func replacedValueIsListedAndCanBeKept() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script("desktop", "add heat")
      try await machines.expectAlike(["desktop", "laptop"])
      try await machines.script("desktop", "rate heat 9")
      try await machines.script("laptop", "rate heat 4")
      try await machines.sync("desktop")
      #expect(try await machines.sync("laptop")["conflicts"] == 1)
      try await machines.sync("desktop")
      let conflicts = try await machines.run("desktop", ["--format", "json", "sync", "conflicts"])
      let conflict = try #require(try conflicts.json[0])
      #expect(conflict["title"] == "Heat" && conflict["field"] == "rating")
      #expect(conflict["value"] == "4" && conflict["replaced"] == "9")
      #expect(conflict["from"] == "desktop")
      #expect(try await machines.run("desktop", ["sync", "conflicts", "keep", "2"]).status == 1)
      #expect(try await machines.run("desktop", ["sync", "conflicts", "keep", "1"]).status == 0)
      try await machines.expectAlike(["desktop", "laptop"])
      for name in ["desktop", "laptop"] {
        let films = try await machines.run(name, ["--format", "json", "ls"]).json
        #expect(films.each("myRating") == [9])
        let open = try await machines.run(name, ["--format", "json", "sync", "conflicts"])
        #expect(open.stdout == "[]\n")
      }
      #expect(try await machines.run("desktop", ["undo"]).status == 0)
      try await machines.expectAlike(["desktop", "laptop"])
      let films = try await machines.run("laptop", ["--format", "json", "ls"]).json
      #expect(films.each("myRating") == [4])
    }
  }

  @Test func numbersOfConflictsStayValid() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script("desktop", "add heat\nadd alien\nadd \"the godfather\"")
      try await machines.expectAlike(["desktop", "laptop"])
      for (name, rating) in [("desktop", 9), ("laptop", 4)] {
        try await machines.script(
          name, "rate heat \(rating)\nrate alien \(rating)\nrate \"the godfather\" \(rating)")
      }
      try await machines.sync("desktop")
      #expect(try await machines.sync("laptop")["conflicts"] == 3)
      let listed = try await machines.run("laptop", ["--format", "json", "sync", "conflicts"]).json
      for number in ["1", "3"] {
        #expect(
          try await machines.run("laptop", ["sync", "conflicts", "keep", number]).status == 0)
      }
      let settled = try await machines.run("laptop", ["sync", "conflicts", "keep", "1"])
      #expect(settled.status == 1 && settled.stderr.contains("is settled"), "\(settled.stderr)")
      let left = try await machines.run("laptop", ["--format", "json", "sync", "conflicts"]).json
      #expect(listed.each("title").count == 3, "\(listed)")
      #expect(left.each("title") == Array(listed.each("title").dropFirst().prefix(1)))
      // A machine that has seen the other's value makes no conflict.
      try await machines.expectAlike(["desktop", "laptop"])
      try await machines.script("desktop", "rate heat 6\nrate alien 6\nrate \"the godfather\" 6")
      try await machines.sync("desktop")
      #expect(try await machines.sync("laptop")["conflicts"] == 0)
      for name in ["desktop", "laptop"] {
        let open = try await machines.run(name, ["--format", "json", "sync", "conflicts"])
        #expect(open.stdout == "[]\n", "\(name): \(open.stdout)")
      }
    }
  }

  @Test func logTellsWhoMadeAStepAndUndoTakesBackOwnOnes() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script("desktop", "add heat")
      try await machines.sync("desktop")
      try await machines.sync("laptop")
      try await machines.script("laptop", "add alien")
      let own = try await machines.run("laptop", ["--format", "json", "log"]).json
      #expect(own.each("command") == ["add alien"])
      let all = try await machines.run("laptop", ["--format", "json", "log", "--all"]).json
      #expect(all.each("command") == ["add alien", "add heat"])
      #expect(all.each("from") == ["laptop", "desktop"])
      #expect(try await machines.run("laptop", ["undo"]).status == 0)
      #expect(try await machines.run("laptop", ["undo"]).status == 1)
      let films = try await machines.run("laptop", ["--format", "json", "ls"]).json
      #expect(films.each("title") == ["Heat"])
    }
  }

  @Test func undoSaysThatAnotherMachinesValueHoldsNow() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script("desktop", "add heat --rating 9")
      try await machines.expectAlike(["desktop", "laptop"])
      try await machines.script("laptop", "rate heat 8")
      try await machines.script("desktop", "rate heat 7")
      try await machines.sync("laptop")
      try await machines.sync("desktop")
      let undo = try await machines.run("desktop", ["--verbose", "undo"])
      #expect(undo.stderr.contains("rating 7 → 8, from laptop"), "\(undo.stderr)")
      let again = try await machines.run("desktop", ["--verbose", "redo"])
      #expect(again.stderr.contains("rating 8 → 7\n"), "\(again.stderr)")
    }
  }

  @Test func removedFilmThatAnotherMachineChangesComesBack() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script("desktop", "add heat --rating 8")
      try await machines.expectAlike(["desktop", "laptop"])
      try await machines.script("desktop", "rm heat --yes")
      try await machines.script("laptop", "note heat \"again\"")
      try await machines.sync("laptop")
      let result = try await machines.sync("desktop")
      #expect(result["broughtBack"] == ["tt0113277"])
      try await machines.expectAlike(["desktop", "laptop"])
      let films = try await machines.run("desktop", ["--format", "json", "ls"]).json
      #expect(films.each("myRating") == [8])
    }
  }

  @Test func statusNamesTheOtherMachines() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script("desktop", "add heat\nadd alien")
      try await machines.sync("desktop")
      var status = try await machines.status("desktop")
      #expect(status["state"] == "synced" && status["unsent"] == 0)
      #expect(status["where"] == .string(machines.filmz.folder.path(of: SyncMachines.folder)))
      // The laptop has written nothing since it was set up.
      try await machines.sync("laptop")
      try await machines.sync("desktop")
      status = try await machines.status("desktop")
      #expect(status["peers"]?.each("name") == ["laptop"])
      #expect(status["peers"]?.each("state") == ["synced"])
      let laptop = try await machines.status("laptop")
      #expect(laptop["kind"] == "folder" && laptop["peers"]?.each("kind") == ["device"])
      #expect(laptop["peers"]?[0]?["lastChange"] == status["lastChange"])
      #expect(status["lastChange"]?.string?.isEmpty == false)
      try await machines.script("desktop", "add gladiator")
      #expect(try await machines.status("desktop")["state"] == "waiting")
      try await machines.sync("desktop")
      #expect(try await machines.status("desktop")["peers"]?.each("behind") == [1])
      #expect(try await machines.run("desktop", ["sync", "forget", "nobody"]).status == 1)
      #expect(try await machines.run("desktop", ["sync", "forget", "laptop"]).status == 0)
      #expect(try await machines.status("desktop")["peers"] == [])
    }
  }

  @Test func offForgetsTheFolderAndKeepsTheCollection() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script("desktop", "add heat")
      #expect(try await machines.run("desktop", ["sync", "off"]).status == 0)
      #expect(try await machines.status("desktop")["state"] == "off")
      let sync = try await machines.run("desktop", ["sync"])
      #expect(sync.status == 1 && sync.stderr.contains("sync is not set up"))
      #expect(
        !FileManager.default.fileExists(
          atPath: machines.filmz.folder.path(of: "desktop/config/sync.toml")))
      // It has synced once more.
      #expect(try await machines.sync("laptop")["received"] == 1)
      let count = try machines.files.count
      let refused = try await machines.run("laptop", ["sync", "off", "--remove"])
      let countAfter = try machines.files.count
      #expect(refused.status != 0 && countAfter == count)
      #expect(try await machines.run("laptop", ["--yes", "sync", "off", "--remove"]).status == 0)
      #expect(try machines.files.count < count)
      // Set up again, everything is there.
      try await machines.setUp("laptop")
      try await machines.setUp("desktop")
      try await machines.expectAlike(["desktop", "laptop"])
    }
  }
}
