import FilmzTestSupport
import Foundation
import Testing

/// What `sync` says about its folder, and what it refuses to do with it.
struct SyncFolderTests {
  /// A file of a key that none of the machines has stops them until its machine is forgotten.
  @Test func forgottenMachineWithAnotherKeyIsIgnored() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      let folder = machines.filmz.folder
      try FileManager.default.createDirectory(
        at: folder.url(of: "other"), withIntermediateDirectories: false)
      #expect(try await machines.run("third", ["sync", "setup", "folder", "other"]).status == 0)
      let file = try #require(
        FileManager.default.contentsOfDirectory(atPath: folder.path(of: "other")).first)
      try FileManager.default.copyItem(
        at: folder.url(of: "other/\(file)"), to: machines.path(file))
      try await machines.script("desktop", "add heat")
      let refused = try await machines.run("desktop", ["sync"])
      #expect(refused.status == 1 && refused.stderr.contains(file), "\(refused.stderr)")
      let new = try await machines.run(
        "fourth", ["sync", "setup", "folder", SyncMachines.folder, "--key", "key"])
      #expect(new.status == 1 && new.stderr.contains(file), "\(new.stderr)")
      for name in ["desktop", "laptop"] {
        let status = try await machines.status(name)
        #expect(status["state"] == "wrong key")
        let stranger = try #require(
          status["peers"]?.array.first { $0["state"] == "unreadable" }?["name"]?.string)
        #expect(try await machines.run(name, ["sync", "forget", stranger]).status == 0)
      }
      try await machines.expectAlike(["desktop", "laptop"])
      #expect(try await machines.status("desktop")["state"] == "synced")
      #expect(try machines.files.contains(file))
    }
  }

  @Test func everyProblemOfTheFolderIsTold() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script("laptop", "add heat")
      try await machines.sync("laptop")
      let file = try #require(machines.files.last)
      try await machines.sync("desktop")
      try Data("x".utf8).write(to: machines.path("README.txt"))
      try Data("x".utf8).write(to: machines.path(file.replacing(".filmz", with: " (1).filmz")))
      for name in try machines.files where name.hasSuffix(".filmzsync") {
        var data = try Data(contentsOf: machines.path(name))
        data[data.count - 1] ^= 1
        try data.write(to: machines.path(name))
      }
      let status = try await machines.run("desktop", ["sync", "status"])
      #expect(status.stderr.contains("1 other file in the folder is ignored"), "\(status.stderr)")
      #expect(status.stderr.contains("a conflict copy, is ignored"), "\(status.stderr)")
      #expect(status.stderr.contains("was altered or is damaged"), "\(status.stderr)")
    }
  }

  /// Nothing is changed in a folder with a file of the form from before the first release; an empty one gets everything.
  @Test func fileOfTheEarlierVersionIsNamedAndStays() async throws {
    try await FilmzProcess.with { filmz in
      let machines = SyncMachines(filmz: filmz)
      for folder in [SyncMachines.folder, "empty"] {
        try FileManager.default.createDirectory(
          at: filmz.folder.url(of: folder), withIntermediateDirectories: false)
      }
      try filmz.folder.write(EarlierSyncFile.key, to: "key")
      for name in ["desktop", "laptop"] { try await machines.setUp(name) }
      try await machines.script("laptop", "add heat")
      try await machines.sync("laptop")
      let data = try #require(Data(base64Encoded: EarlierSyncFile.base64))
      try data.write(to: machines.path(EarlierSyncFile.name))
      try await machines.script("desktop", "add alien")
      let files = try machines.files
      for words in [["sync"], ["sync", "setup", "folder", SyncMachines.folder]] {
        let refused = try await machines.run("desktop", words)
        #expect(refused.status == 1 && refused.stderr.contains(EarlierSyncFile.name))
        #expect(refused.stderr.contains("with an empty folder"), "\(refused.stderr)")
      }
      let status = try await machines.status("desktop")
      #expect(status["state"] == "waiting", "\(status)")
      #expect(status["problem"]?.string?.contains("before the first release") == true)
      #expect(try machines.files == files)
      #expect(try Data(contentsOf: machines.path(EarlierSyncFile.name)) == data)
      for name in ["desktop", "laptop"] {
        let setUp = try await machines.run(name, ["sync", "setup", "folder", "empty"])
        #expect(setUp.status == 0, "\(setUp.stderr)")
      }
      try await machines.expectAlike(["desktop", "laptop"])
      #expect(try await machines.status("laptop")["state"] == "synced")
    }
  }

  /// The machine that wrote a file which became unreadable sends its changes again, and removes it.
  @Test func ownUnreadableFileIsReplaced() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script("desktop", "add heat")
      let before = Set(try machines.files)
      try await machines.sync("desktop")
      let file = try #require(machines.files.first { !before.contains($0) })
      let data = try Data(contentsOf: machines.path(file))
      try data.prefix(data.count / 2).write(to: machines.path(file))
      let told = try await machines.run("laptop", ["sync"])
      #expect(told.stderr.contains("\(file) is not complete yet"), "\(told.stderr)")
      let repaired = try await machines.run("desktop", ["sync"])
      #expect(repaired.stderr.contains("1 change is sent again"), "\(repaired.stderr)")
      #expect(try !machines.files.contains(file))
      try await machines.expectAlike(["desktop", "laptop"])
      for name in ["desktop", "laptop"] {
        let status = try await machines.status(name)
        #expect(status["problem"] == .null && status["state"] == "synced", "\(status)")
      }
      #expect(
        try await machines.run("laptop", ["--format", "json", "ls"]).json.each("title") == ["Heat"])
      try await machines.script("desktop", "add alien")
      try await machines.sync("desktop")
      #expect(try !machines.files.contains(file), "the name is used again")
    }
  }

  @Test(arguments: [[], ["data"], ["data", "backups"], ["config"]])
  func ownFolderIsRefused(folder: [String]) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.run(["--offline"], script: "add heat\nbackup now\nconfig set page.size 9")
      let path = (["home"] + folder).joined(separator: "/")
      let result = try await filmz.run(["sync", "setup", "folder", path])
      #expect(
        result.status == 64 && result.stderr.contains("filmz's own files"), "\(result.stderr)")
      #expect(
        !FileManager.default.fileExists(atPath: filmz.folder.path(of: "home/config/sync.toml")))
    }
  }

  @Test func setUpThatWritesNothingIsUndone() async throws {
    try await FilmzProcess.with { filmz in
      try FileManager.default.createDirectory(
        at: filmz.folder.url(of: "shared"), withIntermediateDirectories: false)
      let library = try FilmzProcess.builtFile("libFaultInjection.so")
      let result = try await filmz.run(
        ["sync", "setup", "folder", "shared"],
        environment: ["LD_PRELOAD": library, "FILMZ_FAULT": "write:\(ENOSPC):.tmp"])
      #expect(result.status == 74 && result.stderr.contains("no space left"), "\(result.stderr)")
      #expect(try await filmz.run("sync", "status").stdout.contains("Sync is off"))
      #expect(try await filmz.run("sync", "setup", "folder", "shared").status == 0)
    }
  }

  /// The names of the machines are known without the folder.
  @Test func logNamesMachinesWithoutTheFolder() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script("laptop", "add heat")
      try await machines.sync("laptop")
      try await machines.sync("desktop")
      try FileManager.default.removeItem(at: machines.filmz.folder.url(of: SyncMachines.folder))
      let log = try await machines.run("desktop", ["--format", "json", "log", "--all"]).json
      #expect(log.each("from") == ["laptop"])
    }
  }

  @Test func copiedHomeListsTheHomeThatItIsACopyOf() async throws {
    try await SyncMachines.with(["desktop"]) { machines in
      let folder = machines.filmz.folder
      try await machines.script("desktop", "add heat")
      try await machines.sync("desktop")
      try FileManager.default.copyItem(
        at: folder.url(of: "desktop"), to: folder.url(of: "copy"))
      try await machines.script("copy", "add alien\nsync name copy")
      try await machines.script("desktop", "add gladiator")
      try await machines.expectAlike(["desktop", "copy"])
      try await machines.script("desktop", "add godfather")
      try await machines.expectAlike(["desktop", "copy"])
      #expect(try await machines.status("copy")["peers"]?.each("name") == ["desktop"])
      #expect(try await machines.status("copy")["peers"]?.each("behind") == [0])
      #expect(try await machines.status("desktop")["peers"]?.each("name") == ["copy"])
    }
  }

  /// What the original does after the copy was made is not the copy's to take back, whichever of them goes on first.
  @Test(arguments: [true, false])
  func copiedHomeUndoesOnlyItsOwnStepsAndThoseFromBefore(copyIsFirst: Bool) async throws {
    try await SyncMachines.with(["desktop"]) { machines in
      let folder = machines.filmz.folder
      try await machines.script("desktop", "add heat")
      try await machines.sync("desktop")
      try FileManager.default.copyItem(
        at: folder.url(of: "desktop"), to: folder.url(of: "copy"))
      if copyIsFirst { try await machines.script("copy", "add alien") }
      for line in ["rate heat 9", "add gladiator"] {
        try await machines.script("desktop", line)
        try await machines.sync("desktop")
        try await machines.sync("copy")
      }
      if !copyIsFirst { try await machines.script("copy", "add alien") }
      let log = try await machines.run("copy", ["--format", "json", "log"]).json
      #expect(log.each("command") == ["add alien", "add heat"])
      let undone = try await machines.run("copy", ["--verbose", "undo"])
      #expect(undone.status == 0 && undone.stderr.contains("Alien"), "\(undone)")
      #expect(try await machines.run("copy", ["undo"]).status == 1)
      #expect(try await machines.run("desktop", ["undo", "3"]).status == 0)
    }
  }

  @Test(arguments: [
    ("add heat\nrate heat 8", "rate heat 9", "the rating of Heat"),
    (
      "watched heat --on 2024-01-02\nviewings edit heat 1 --rating 8",
      "viewings edit heat 1 --rating 9",
      "the rating of a viewing of Heat"
    ),
  ])
  func refusedUndoNamesTheFilm(first: String, second: String, data: String) async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script("desktop", first)
      try await machines.sync("desktop")
      try await machines.sync("laptop")
      try await machines.script("laptop", second)
      try await machines.sync("laptop")
      try await machines.sync("desktop")
      let undo = try await machines.run("desktop", ["undo"])
      #expect(undo.status == 1 && undo.stderr.contains("\(data) has changed"), "\(undo.stderr)")
    }
  }

  @Test func conflictIsCountedWhenItArises() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script("desktop", "add heat")
      try await machines.expectAlike(["desktop", "laptop"])
      try await machines.script("desktop", "rate heat 8")
      try await machines.script("laptop", "rate heat 7")
      try await machines.sync("desktop")
      #expect(try await machines.sync("laptop")["conflicts"] == 1)
      try await machines.script("desktop", "note heat \"later\"")
      try await machines.sync("desktop")
      let later = try await machines.sync("laptop")
      #expect(later["received"] == 1 && later["conflicts"] == 0)
      #expect(try await machines.run("laptop", ["sync", "conflicts"]).stdout.contains("Heat"))
      let kept = try await machines.run(
        "laptop", ["--format", "json", "sync", "conflicts", "keep", "1"]
      ).json
      #expect(kept.each("value") == ["8"] && kept.each("replaced") == ["7"], "\(kept)")
      #expect(kept.each("number") == [1] && kept.each("from") == ["laptop"])
    }
  }

  @Test func machineThatRemovesItsFilesIsNamed() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script("desktop", "add heat")
      try await machines.sync("desktop")
      try await machines.sync("laptop")
      #expect(try await machines.run("desktop", ["--yes", "sync", "off", "--remove"]).status == 0)
      let sync = try await machines.run("laptop", ["sync"])
      #expect(
        sync.stderr.contains("the files of desktop were removed; 1 change is sent"),
        "\(sync.stderr)")
    }
  }

  /// Files without changes only tell what a machine has received.
  @Test func statusWaitsOnlyForChanges() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script("desktop", "add heat")
      try await machines.sync("desktop")
      let count = try machines.files.count
      try await machines.sync("laptop")
      #expect(try machines.files.count > count)
      #expect(try await machines.status("desktop")["state"] == "synced")
      try await machines.script("laptop", "add alien")
      try await machines.sync("laptop")
      #expect(try await machines.status("desktop")["state"] == "waiting")
    }
  }

  @Test func machinesOfOneNameAreToldApart() async throws {
    try await SyncMachines.with(["desktop", "laptop", "third"]) { machines in
      for name in ["laptop", "third"] {
        #expect(
          try await machines.run(name, ["--verbose", "sync", "name", " Twin "]).stderr.contains(
            "is Twin"))
      }
      try await machines.sync("desktop")
      let peers = try #require(try await machines.status("desktop")["peers"])
      #expect(peers.each("name") == ["Twin", "Twin"])
      let status = try await machines.run("desktop", ["sync", "status"]).stdout
      let label = try #require(status.firstMatch(of: /Twin \([0-9A-F]{8}\)/)?.output)
      let ambiguous = try await machines.run("desktop", ["sync", "forget", "twin"])
      #expect(ambiguous.status == 1 && ambiguous.stderr.contains("brackets"), "\(ambiguous)")
      let id = String(label.dropFirst(6).dropLast())
      #expect(try await machines.run("desktop", ["sync", "forget", id]).status == 0)
      #expect(try await machines.status("desktop")["peers"]?.each("name") == ["Twin"])
    }
  }
}
