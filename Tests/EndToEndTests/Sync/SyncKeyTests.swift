import FilmzTestSupport
import Foundation
import Testing

/// The keys of `sync`, with homes that share a folder.
struct SyncKeyTests {
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

  @Test func mistypedKeyIsAskedForAgain() async throws {
    try await SyncMachines.with(["desktop"]) { machines in
      let key = try await machines.run("desktop", ["sync", "key"]).stdout
      let folder = machines.filmz.folder.path(of: SyncMachines.folder)
      let shell = try await machines.filmz.openShell(["--home", "laptop", "--offline"])
      try await shell.send("sync setup folder \(folder)\r")
      try await shell.expect("Key of the other machine: ")
      try await shell.send("ABCD-EFGH\r")
      try await shell.expect("this is not a key")
      for groups in [[3], [5, 14]] {
        try await shell.expect("Key of the other machine: ")
        try await shell.send(Self.key(key, mistypedIn: groups) + "\r")
        let names = groups.map(String.init).joined(separator: " and ")
        let noun = groups.count == 1 ? "group \(names) of the key is" : "groups \(names) of the key are"
        try await shell.expect("\(noun) mistyped or missing")
      }
      try await shell.expect("Key of the other machine: ")
      try await shell.send(key.trimmingCharacters(in: .whitespacesAndNewlines) + "\r")
      let answer = try await shell.expectPrompt()
      #expect(answer.contains("received"), "\(answer)")
      #expect(!answer.contains(key.prefix(9)))
      #expect(try await shell.quit() == 0)
    }
  }

  @Test func keyIsVisibleWithShow() async throws {
    try await SyncMachines.with(["desktop"]) { machines in
      let key = try await machines.run("desktop", ["sync", "key"]).stdout.trimmingCharacters(
        in: .newlines)
      let folder = machines.filmz.folder.path(of: SyncMachines.folder)
      let shell = try await machines.filmz.openShell(
        ["--home", "laptop", "--offline"], columns: 200)
      for line in ["sync setup folder \(folder) --show", "sync key set --show"] {
        try await shell.send(line + "\r")
        try await shell.expect("Key of the other machine: ")
        let answer = try await shell.answer(to: key)
        #expect(answer.contains(key), "\(answer)")
        #expect(try await machines.status("laptop")["state"] == "synced")
      }
      #expect(try await shell.quit() == 0)
      let history = machines.filmz.folder.url(of: "laptop/state/history")
      #expect(try !String(contentsOf: history, encoding: .utf8).contains(key.prefix(5)))
    }
  }

  /// Returns the key with a wrong first character in the groups with these numbers.
  private static func key(_ key: String, mistypedIn groups: [Int]) -> String {
    let parts = key.trimmingCharacters(in: .newlines).split(separator: "-")
    return parts.enumerated().map { index, part in
      groups.contains(index + 1) ? (part.hasPrefix("A") ? "B" : "A") + part.dropFirst() : String(part)
    }.joined(separator: "-")
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

  @Test func keyIsShownBeforeItIsForgotten() async throws {
    try await SyncMachines.with(["desktop"]) { machines in
      let key = try await machines.run("desktop", ["sync", "key"]).stdout.trimmingCharacters(
        in: .newlines)
      let off = try await machines.run("desktop", ["sync", "off"])
      #expect(off.status == 0 && off.stderr.contains(key))
      try machines.filmz.folder.write(key, to: "key")
      let setup = ["sync", "setup", "folder", SyncMachines.folder, "--key", "key"]
      #expect(try await machines.run("desktop", setup).status == 0)
    }
  }
}
