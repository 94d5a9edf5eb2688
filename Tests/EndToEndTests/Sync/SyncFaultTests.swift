import FilmzTestSupport
import Foundation
import Testing

/// What happens to the folder and to the programs that sync: nothing is lost, and each fault is told.
@Suite(.processes)
struct SyncFaultTests {
  private enum Fault: String, CaseIterable {
    case truncated, altered, removed, renamed, swapped, conflictCopy, emptied, foreign, link, pipe
  }

  private static let films = ["heat", "alien", "gladiator", "amadeus"]

  private static func harm(_ machines: SyncMachines, _ fault: Fault, _ files: [String]) throws {
    let manager = FileManager.default
    let path = machines.path(files[0])
    switch fault {
    case .truncated:
      let data = try Data(contentsOf: path)
      try data.prefix(data.count / 2).write(to: path)
    case .altered:
      var data = try Data(contentsOf: path)
      data[data.count - 20] ^= 1
      try data.write(to: path)
    case .removed: try manager.removeItem(at: path)
    case .renamed:
      try manager.moveItem(
        at: path,
        to: machines.path(files[0].replacing(/\d+\.filmzsync/, with: "0000000099.filmzsync")))
    case .swapped:
      let other = machines.path(files[1])
      let (first, second) = (try Data(contentsOf: path), try Data(contentsOf: other))
      try first.write(to: other)
      try second.write(to: path)
    case .conflictCopy:
      try manager.copyItem(
        at: path,
        to: machines.path(files[0].replacing(".filmzsync", with: " (conflicted copy).filmzsync")))
    case .emptied: for file in files { try manager.removeItem(at: machines.path(file)) }
    case .foreign: try Data("hello".utf8).write(to: machines.path("notes.txt"))
    case .link:
      try manager.removeItem(at: path)
      try manager.createSymbolicLink(at: path, withDestinationURL: URL(filePath: "/etc/passwd"))
    case .pipe:
      try manager.removeItem(at: path)
      try NamedPipe.make("\(SyncMachines.folder)/\(files[0])", in: machines.filmz.folder)
    }
  }

  /// A file of the folder is harmed before, or after, another machine has read it.
  @Test(arguments: Fault.allCases.map(\.rawValue), [false, true])
  func harmedFileLosesNothing(fault: String, isRead: Bool) async throws {
    let fault = try #require(Fault(rawValue: fault))
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      // The files that the desktop has written without changes cannot lose any.
      let empty = try machines.files
      for film in Self.films.prefix(2) {
        try await machines.script("desktop", "add \(film)")
        try await machines.sync("desktop")
      }
      let files = try machines.files.filter { !empty.contains($0) }
      try await machines.script("laptop", "add \(Self.films[2])")
      if isRead { try await machines.sync("laptop") }
      try Self.harm(machines, fault, files)
      try await machines.script("desktop", "add \(Self.films[3])")
      for name in ["laptop", "desktop", "laptop"] {
        let result = try await machines.run(name, ["sync"])
        #expect(result.status == 0, "\(result.stderr)")
      }
      try await machines.expectAlike(["desktop", "laptop"])
      let films = try await machines.run("laptop", ["--format", "json", "ls"]).json
      #expect(films.each("title").count == 4)
    }
  }

  @Test func folderThatVanishesAndAppears() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script("desktop", "add heat")
      try await machines.sync("desktop")
      let folder = machines.filmz.folder.url(of: SyncMachines.folder)
      let away = machines.filmz.folder.url(of: "away")
      try FileManager.default.moveItem(at: folder, to: away)
      let result = try await machines.run("laptop", ["sync"])
      #expect(result.status == 1 || result.status == 74)
      #expect(result.stderr.contains("it does not exist"), "\(result.stderr)")
      #expect(!FileManager.default.fileExists(atPath: folder.path))
      #expect(try await machines.status("laptop")["state"] == "unreachable")
      try await machines.script("laptop", "add alien")
      try FileManager.default.moveItem(at: away, to: folder)
      try await machines.expectAlike(["desktop", "laptop"])
      #expect(try await machines.status("laptop")["state"] == "synced")
    }
  }

  @Test(arguments: ["write", "fsync"])
  func fullDiskLosesNothing(call: String) async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script("desktop", "add heat")
      let library = try FilmzProcess.builtFile("libFaultInjection.so")
      let result = try await machines.filmz.run(
        ["--home", "desktop", "--offline", "sync"],
        environment: ["LD_PRELOAD": library, "FILMZ_FAULT": "\(call):\(ENOSPC):.tmp"])
      let left = try machines.files.filter { !$0.hasSuffix(".filmzsync") }
      #expect(left.isEmpty, "\(result.stderr)")
      #expect(result.status == 74 && result.stderr.contains("no space left"), "\(result.stderr)")
      try await machines.expectAlike(["desktop", "laptop"])
      #expect(
        try await machines.run("laptop", ["--format", "json", "ls"]).json.each("title") == ["Heat"])
    }
  }

  @Test func collectionOfYesterdayTakesUpWhatItHadSent() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script("desktop", "add heat")
      try await machines.expectAlike(["desktop", "laptop"])
      let database = "desktop/data/collection.sqlite"
      let copy = try Data(contentsOf: machines.filmz.folder.url(of: database))
      try await machines.script("desktop", "add alien")
      try await machines.expectAlike(["desktop", "laptop"])
      for suffix in ["-wal", "-shm"] {
        try? FileManager.default.removeItem(at: machines.filmz.folder.url(of: database + suffix))
      }
      // The file keeps its inode: only its content is that of yesterday.
      let handle = try FileHandle(forWritingTo: machines.filmz.folder.url(of: database))
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: copy)
      try handle.close()
      try await machines.script("desktop", "add gladiator")
      try await machines.expectAlike(["desktop", "laptop"])
      let films = try await machines.run("desktop", ["--format", "json", "ls"]).json
      #expect(films.each("title").count == 3)
    }
  }

  @Test func manyFilesAreWrittenAnewAsFew() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      let lines = (1...70).map { "rate heat \($0 % 10)\nsync" }.joined(separator: "\n")
      try await machines.script("desktop", "add heat\n" + lines)
      #expect(try machines.files.count < 20)
      try await machines.expectAlike(["desktop", "laptop"])
      #expect(try await machines.sync("laptop")["received"] == 0)
      try await machines.setUp("third")
      try await machines.expectAlike(["desktop", "laptop", "third"])
    }
  }

  @Test func twoSyncsAtOnceAreOneAfterTheOther() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script(
        "desktop", (1...50).map { "rate heat \($0 % 10)" }.joined(separator: "\n"))
      try await withThrowingTaskGroup(of: Int32.self) { group in
        for _ in 1...4 { group.addTask { try await machines.run("desktop", ["sync"]).status } }
        for try await status in group { #expect(status == 0) }
      }
      try await machines.expectAlike(["desktop", "laptop"])
    }
  }

  @Test func restoredBackupReachesTheOtherMachines() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script(
        "desktop", "add heat --rating 8\nlist add Noir heat --create\nbackup now")
      try await machines.expectAlike(["desktop", "laptop"])
      let backups = try await machines.run("desktop", ["--format", "json", "backup", "ls"]).json
      let name = try #require(
        backups.each("name").compactMap { $0?.string }.first { $0.hasPrefix("manual") })
      try await machines.script("laptop", "rate heat 3\nadd alien\nlist delete Noir")
      try await machines.expectAlike(["desktop", "laptop"])
      let restore = try await machines.run("desktop", ["--yes", "backup", "restore", name])
      #expect(restore.status == 0, "\(restore.stderr)")
      try await machines.expectAlike(["desktop", "laptop"])
      let films = try await machines.run("laptop", ["--format", "json", "ls"]).json
      #expect(films.each("title") == ["Heat"] && films.each("myRating") == [8])
      let lists = try await machines.run("laptop", ["--format", "json", "list", "ls"]).json
      #expect(lists.each("name") == ["Noir"])
      // It is one step.
      #expect(try await machines.run("desktop", ["undo"]).status == 0)
      let undone = try await machines.run("desktop", ["--format", "json", "ls"]).json
      #expect(undone.each("title").count == 2)
    }
  }

  /// A sync is killed while it writes or reads; the next one completes it.
  @Test(arguments: 0..<6)
  func killedSyncLosesNothing(delay: Int) async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      let rows = (0..<3000).map { "tt\(7_000_000 + $0),\($0 % 10 + 1),Film \($0),1999" }
      try machines.filmz.folder.write(
        "Const,Your Rating,Title,Year\n" + rows.joined(separator: "\n"), to: "films.csv")
      #expect(try await machines.run("desktop", ["import", "films.csv"]).status == 0)
      let name = delay.isMultiple(of: 2) ? "desktop" : "laptop"
      if name == "laptop" { try await machines.sync("desktop") }
      let process = Process()
      process.executableURL = URL(filePath: machines.filmz.executable)
      process.arguments = ["--home", name, "--offline", "sync"]
      process.currentDirectoryURL = machines.filmz.folder.url
      process.environment = machines.filmz.environment
      (process.standardOutput, process.standardError) = (nil, nil)
      try process.run()
      try await Task.sleep(for: .milliseconds(30 + 120 * delay))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      try await machines.expectAlike(["desktop", "laptop"])
      let check = try await machines.run("laptop", ["--format", "json", "ls", "--limit", "1"])
      #expect(check.status == 0)
      let count = try await machines.run(
        "laptop", ["--format", "csv", "sql", "select count(*) from entries"])
      #expect(count.stdout.contains("3000"), "\(count.stdout)")
    }
  }
}
