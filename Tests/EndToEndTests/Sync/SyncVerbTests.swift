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
      #expect(try await machines.run("desktop", ["config", "set", "rating.scale", "5"]).status == 0)
      let shell = try await machines.filmz.openShell(["--home", "desktop", "--offline"])
      #expect(try await shell.answer(to: "sync conflicts").contains(/2★ +4\.5★/))
      #expect(try await shell.quit() == 0)
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
      // Only the steps that `undo` takes back are numbered.
      let table = try await machines.run("laptop", ["log", "--all"]).stdout.split(separator: "\n")
      try #require(table.count == 3)
      #expect(table[1].contains(/^ +1 +\d{4}-.*add alien/) && table[2].contains(/^ +\d{4}-.*add heat/))
      #expect(try await machines.run("laptop", ["undo"]).status == 0)
      let nothing = try await machines.run("laptop", ["undo"])
      #expect(nothing.status == 1)
      #expect(
        nothing.errorLines == [
          """
          filmz: Nothing to undo; the newest step, `add heat`, was made on desktop; `undo` on desktop \
          undoes it, and the next `sync` brings the result here
          """
        ])
      #expect(try await machines.run("desktop", ["undo"]).status == 0)
      try await machines.sync("desktop")
      try await machines.sync("laptop")
      let none = try await machines.run("laptop", ["undo"])
      #expect(none.status == 1 && none.errorLines == ["filmz: Nothing to undo"])
      #expect(try await machines.run("desktop", ["redo"]).status == 0)
      try await machines.sync("desktop")
      try await machines.sync("laptop")
      let films = try await machines.run("laptop", ["--format", "json", "ls"]).json
      #expect(films.each("title") == ["Heat"])
    }
  }

  @Test func stepThatCannotBeUndoneDoesNotBarOlderOnes() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script("desktop", "add heat\nadd alien\nrate heat 8")
      try await machines.expectAlike(["desktop", "laptop"])
      try await machines.script("laptop", "rate heat 9")
      try await machines.sync("laptop")
      try await machines.sync("desktop")
      let reason = "`rate heat 8` was not undone: the rating of Heat has changed since"
      let refused = try await machines.run("desktop", ["undo"])
      #expect(refused.status == 1 && refused.stderr.contains(reason), "\(refused.stderr)")
      let undone = try await machines.run("desktop", ["undo", "2"])
      #expect(undone.status == 0 && undone.stderr.contains(reason), "\(undone.stderr)")
      try await machines.expectAlike(["desktop", "laptop"])
      let films = try await machines.run("laptop", ["--format", "json", "ls"]).json
      #expect(films.each("title") == ["Heat"] && films.each("myRating") == [9])
    }
  }

  @Test func machinesOfOneHostNameGetDifferentNames() async throws {
    try await FilmzProcess.with { filmz in
      let machines = SyncMachines(filmz: filmz)
      try FileManager.default.createDirectory(
        at: filmz.folder.url(of: SyncMachines.folder), withIntermediateDirectories: false)
      let setUp = ["--verbose", "sync", "setup", "folder", SyncMachines.folder]
      /// Sets up a home, and returns the name that it gets.
      func name(of home: String, _ options: [String] = []) async throws -> String {
        let result = try await machines.run(home, setUp + options)
        let line = result.stderr.firstMatch(of: /This machine is called (.+); `sync name NAME`/)
        return String(try #require(line, "\(result.stderr)").1)
      }
      let host = try await name(of: "a")
      try filmz.folder.write(try await machines.run("a", ["sync", "key"]).stdout, to: "key")
      #expect(try await name(of: "b", ["--key", "key"]) == "\(host)-2")
      #expect(try await name(of: "c", ["--key", "key"]) == "\(host)-3")
      try await machines.sync("a")
      let peers = try #require(try await machines.status("a")["peers"])
      #expect(Set(peers.each("name").map { $0?.string }) == ["\(host)-2", "\(host)-3"])
      // A machine keeps its name.
      #expect(try await name(of: "b") == "\(host)-2")
      #expect(try await machines.run("b", ["sync", "off"]).status == 0)
      #expect(try await name(of: "b", ["--key", "key"]) == "\(host)-2")
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
      let change = try #require(status["lastChange"]?.string)
      let table = try await machines.run("laptop", ["--format", "table", "sync", "status"]).stdout
      #expect(table.contains(" with folder /"), "\(table)")
      #expect(table.contains("device") && table.contains(change), "\(table)")
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
