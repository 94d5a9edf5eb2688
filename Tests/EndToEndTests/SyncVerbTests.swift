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

  // MARK: - Keys

  @Test func machinesWithoutFilmsHaveOneKeyToo() async throws {
    try await FilmzProcess.with { filmz in
      let machines = SyncMachines(filmz: filmz)
      try FileManager.default.createDirectory(
        at: filmz.folder.url(of: SyncMachines.folder), withIntermediateDirectories: false)
      let setUp = ["sync", "setup", "folder", SyncMachines.folder]
      #expect(try await machines.run("desktop", setUp).status == 0)
      #expect(try machines.files.count == 1)
      let second = try await machines.run("laptop", setUp)
      #expect(
        second.status == 1 && second.stderr.contains("whose key is needed"), "\(second.stderr)")
    }
  }

  @Test func newNameIsKnownAtOnce() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      #expect(try await machines.run("desktop", ["sync", "name", "Büro 🎬"]).status == 0)
      try await machines.sync("laptop")
      #expect(try await machines.status("laptop")["peers"]?.each("name") == ["Büro 🎬"])
      for name in ["", "a\u{1B}[2Jb", String(repeating: "x", count: 65)] {
        #expect(try await machines.run("desktop", ["sync", "name", name]).status == 64)
      }
    }
  }

  @Test func folderOfAnotherKeyIsNotWritten() async throws {
    try await SyncMachines.with(["desktop"]) { machines in
      try await machines.script("desktop", "add heat")
      try await machines.sync("desktop")
      let files = try machines.files
      let missing = try await machines.run("laptop", ["sync", "setup", "folder", "shared"])
      #expect(missing.status == 1 && missing.stderr.contains("--key"), "\(missing.stderr)")
      try machines.filmz.folder.write("ABCD-EFGH", to: "bad")
      let bad = try await machines.run(
        "laptop", ["sync", "setup", "folder", "shared", "--key", "bad"])
      #expect(bad.status == 1 && bad.stderr.contains("this is not a key"), "\(bad.stderr)")
      // A key of another folder.
      try FileManager.default.createDirectory(
        at: machines.filmz.folder.url(of: "other"), withIntermediateDirectories: false)
      #expect(try await machines.run("third", ["sync", "setup", "folder", "other"]).status == 0)
      try machines.filmz.folder.write(
        try await machines.run("third", ["sync", "key"]).stdout, to: "wrong")
      let wrong = try await machines.run(
        "laptop", ["sync", "setup", "folder", "shared", "--key", "wrong"])
      #expect(wrong.status == 1 && wrong.stderr.contains("another key"), "\(wrong.stderr)")
      #expect(try machines.files == files)
      #expect(
        !FileManager.default.fileExists(
          atPath: machines.filmz.folder.path(of: "laptop/config/sync.toml")))
    }
  }

  @Test func twoKeysMadeApartAreOneAfterKeySet() async throws {
    try await FilmzProcess.with { filmz in
      let machines = SyncMachines(filmz: filmz)
      // Two folders that something joins later.
      for (name, film) in [("desktop", "heat"), ("laptop", "alien")] {
        try FileManager.default.createDirectory(
          at: filmz.folder.url(of: "\(name)-shared"), withIntermediateDirectories: false)
        #expect(
          try await machines.run(name, ["sync", "setup", "folder", "\(name)-shared"]).status == 0)
        try await machines.script(name, "add \(film)\nsync name \(name)")
        try await machines.sync(name)
      }
      for name in ["desktop", "laptop"] {
        let other = name == "desktop" ? "laptop" : "desktop"
        for file in try FileManager.default.contentsOfDirectory(
          atPath: filmz.folder.path(of: "\(other)-shared"))
        {
          try? FileManager.default.copyItem(
            at: filmz.folder.url(of: "\(other)-shared/\(file)"),
            to: filmz.folder.url(of: "\(name)-shared/\(file)"))
        }
      }
      // Nothing is written until both have one key.
      try await machines.script("laptop", "add gladiator")
      let files = try FileManager.default.contentsOfDirectory(
        atPath: filmz.folder.path(of: "laptop-shared"))
      let refused = try await machines.run("laptop", ["sync"])
      #expect(refused.status == 1 && refused.stderr.contains("another key"), "\(refused.stderr)")
      let after = try FileManager.default.contentsOfDirectory(
        atPath: filmz.folder.path(of: "laptop-shared"))
      #expect(after.sorted() == files.sorted())
      let status = try await machines.status("laptop")
      #expect(status["peers"]?.each("state") == ["unreadable"])
      #expect(status["state"] == "wrong key")
      let key = try await machines.run("desktop", ["sync", "key"]).stdout
      try filmz.folder.write(key, to: "key")
      #expect(
        try await machines.run("laptop", ["sync", "key", "set", "--key", "key"]).status == 0)
      #expect(try await machines.run("laptop", ["sync", "key"]).stdout == key)
      let films = try await machines.run("laptop", ["--format", "json", "ls"]).json
      #expect(films.each("title").count == 3)
    }
  }

  @Test func wrongKeyChangesNothing() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script("desktop", "add heat")
      try await machines.script("laptop", "add alien")
      try await machines.expectAlike(["desktop", "laptop"])
      try FileManager.default.createDirectory(
        at: machines.filmz.folder.url(of: "other"), withIntermediateDirectories: false)
      #expect(try await machines.run("third", ["sync", "setup", "folder", "other"]).status == 0)
      let other = try await machines.run("third", ["sync", "key"]).stdout
      try machines.filmz.folder.write(other, to: "wrong")
      let (files, key) = (
        try machines.files, try await machines.run("desktop", ["sync", "key"]).stdout
      )
      let result = try await machines.run("desktop", ["sync", "key", "set", "--key", "wrong"])
      #expect(result.status == 1 && result.stderr.contains("another key"), "\(result.stderr)")
      #expect(try machines.files == files)
      #expect(try await machines.run("desktop", ["sync", "key"]).stdout == key)
      // The right key again: the files are written anew, and nobody takes them for damaged.
      try await machines.script("desktop", "rate heat 7")
      #expect(
        try await machines.run("desktop", ["sync", "key", "set", "--key", "key"]).status == 0)
      let taken = try await machines.run("laptop", ["sync"])
      #expect(!taken.stderr.contains("damaged"), "\(taken.stderr)")
      try await machines.expectAlike(["desktop", "laptop"])
    }
  }

  @Test func keyIsOnlyInItsFile() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script("desktop", "add heat")
      try await machines.expectAlike(["desktop", "laptop"])
      let key = try String(contentsOf: machines.filmz.folder.url(of: "key"), encoding: .utf8)
        .trimmingCharacters(in: .whitespacesAndNewlines)
      let settings = machines.filmz.folder.path(of: "laptop/config/sync.toml")
      let mode = try FileManager.default.attributesOfItem(atPath: settings)[.posixPermissions]
      #expect(mode as? Int == 0o600)
      let home = machines.filmz.folder.url(of: "laptop")
      let files = FileManager.default.enumerator(at: home, includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard file.lastPathComponent != "sync.toml", let data = try? Data(contentsOf: file) else {
          continue
        }
        #expect(data.range(of: Data(key.utf8)) == nil, "\(file)")
      }
      let doctor = try await machines.run("laptop", ["doctor", "--verbose"])
      #expect(!doctor.stdout.contains(key))
      // Pasted in a wrong place, it is neither repeated nor searched for.
      for words in [[key], ["sync", "setup", "folder", "shared", "--key", key]] {
        let result = try await machines.run("laptop", words)
        #expect(
          result.status == 64 && !result.stderr.uppercased().contains(key), "\(result.stderr)")
      }
    }
  }
}
