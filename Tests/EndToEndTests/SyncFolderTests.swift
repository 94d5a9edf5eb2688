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

  @Test func refusedUndoNamesTheFilm() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script("desktop", "add heat\nrate heat 8")
      try await machines.sync("desktop")
      try await machines.sync("laptop")
      try await machines.script("laptop", "rate heat 9")
      try await machines.sync("laptop")
      try await machines.sync("desktop")
      let undo = try await machines.run("desktop", ["undo"])
      #expect(undo.status == 1 && undo.stderr.contains("the rating of Heat"), "\(undo.stderr)")
    }
  }
}
