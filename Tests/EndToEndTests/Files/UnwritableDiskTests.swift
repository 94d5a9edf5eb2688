import FilmzTestSupport
import Foundation
import Testing

/// Homes on full and read-only disks, which are mounted in a mount namespace of their own.
@Suite(.processes, .enabled("mounting is not allowed here") { try await FilmzProcess.canMount() })
struct UnwritableDiskTests {
  @Test func onAFullDiskTheCollectionIsReadableAndUnchanged() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.runWithMounts(
        """
        mkdir disk && mount -t tmpfs -o size=1200k none disk && export FILMZ_HOME=$PWD/disk/home
        $FILMZ --offline add tt0068646 && $FILMZ --offline add tt0071562
        $FILMZ --offline --format jsonl ls > before
        dd if=/dev/zero of=disk/fill bs=1k 2>/dev/null
        $FILMZ --offline add tt0133093 2> refusal; echo "status $?"
        $FILMZ --offline --format jsonl ls > full; echo "status $?"
        cmp before full && rm disk/fill
        $FILMZ --offline --format jsonl -c 'add tt0133093; ls --sort name' > after; echo "status $?"
        $FILMZ --format json backup ls > backups
        """)
      #expect(result.stdout == "status 74\nstatus 0\nstatus 0\n", "\(result.stderr)")
      #expect(result.stderr == "")
      let refusal = try filmz.folder.read("refusal")
      #expect(
        refusal.contains(
          /^filmz: Failed to save: no space left for .*; nothing was changed; free some space\n$/))
      let after = try JSON.documents(in: filmz.folder.read("after"))
      #expect(after.dropFirst().map { $0["id"] } == ["tt0068646", "tt0071562", "tt0133093"])
      let backups = try JSON.documents(in: filmz.folder.read("backups"))
      #expect(backups.first?.each("films") == [1])
    }
  }

  /// Each case is a command, and the file that it names.
  @Test(arguments: [
    ("db compact", "data/collection.sqlite"), ("cache clear", "cache/films.sqlite"),
    ("db rebuild", "data/collection.sqlite"),
    ("cache prune", "cache/films.sqlite"), ("undo", "data/collection.sqlite"),
    ("backup now", "data/backups"), ("config set page.size 7", "config/config.toml"),
    ("reset all --yes", "data/collection.sqlite"), ("kids on", "config/config.toml"),
  ])
  func commandSaysThatTheDiskIsFull(command: String, file: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.runWithMounts(
        """
        mkdir disk && mount -t tmpfs -o size=1500k none disk && export FILMZ_HOME=$PWD/disk/home
        $FILMZ --offline -c 'add tt0068646; ls' > list
        dd if=/dev/zero of=disk/fill bs=1k 2>/dev/null
        $FILMZ --offline \(command); echo "status $?"
        """)
      #expect(result.stdout == "status 74\n", "\(result.stderr)")
      #expect(result.errorLines.count == 1, "\(result.stderr)")
      #expect(
        result.stderr.contains("no space left for") && result.stderr.contains("/disk/home/\(file)"),
        "\(result.stderr)")
    }
  }

  /// A backup needs twice the size of the collection, but a change needs only a page or two.
  @Test func changesAreSavedIfTheBackupDoesNotFit() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.runWithMounts(
        """
        mkdir disk && mount -t tmpfs -o size=1400k none disk && export FILMZ_HOME=$PWD/disk/home
        $FILMZ --offline add tt0068646
        free=$(df -k --output=avail disk | tail -1)
        dd if=/dev/zero of=disk/fill bs=1k count=$((free - 180)) 2>/dev/null
        $FILMZ --offline --format jsonl rate tt0068646 7 2> said; echo "status $?"
        rm disk/fill
        $FILMZ --offline --format jsonl ls; $FILMZ --format jsonl log
        """)
      let warning = try filmz.folder.read("said")
      let documents = try JSON.documents(in: result.stdout.replacing(/status \d\n/, with: ""))
      #expect(result.stdout.contains("status 0\n"), "\(warning)")
      #expect(warning.contains("no backup could be made today: no space left for"), "\(warning)")
      #expect(!warning.contains("nothing was changed"), "\(warning)")
      #expect(documents.dropFirst().first?["myRating"] == 7)
      #expect(documents.last?["command"] != nil)
    }
  }

  @Test func kidsFilterHoldsInAReadOnlyHome() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(
        to: """
          watched tt0068646 tt0071562 --on 2020; edit tt0068646 rated=PG; edit tt0071562 rated=R; kids on
          """)
      let result = try await filmz.runWithMounts(
        """
        mount --bind home home && mount -o remount,bind,ro home
        for verb in ls 'find godfather' 'search godfather' stats log genres
        do $FILMZ --offline --verbose --format jsonl $verb; done
        """)
      #expect(result.stdout.contains("tt0068646") && result.stdout.contains("\"total\":1,"))
      #expect(!(result.stdout + result.stderr).contains("tt0071562"), "\(result.stdout)")
      #expect(result.stderr.contains("1 hidden by the kids filter"), "\(result.stderr)")
    }
  }

  /// The file may have a write-ahead log, left by a killed program, and may be a symbolic link.
  @Test(arguments: [false, true], [false, true])
  func readOnlyHomesAreReadable(hasLog: Bool, isLink: Bool) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646 --rating 9; backup now")
      if isLink { try replaceWithLink(filmz) }
      if hasLog { try await leaveLog(filmz, isLink ? "home/real" : Self.collection) }
      let result = try await filmz.runWithMounts(
        """
        mount --bind home home && mount -o remount,bind,ro home
        $FILMZ --offline --format jsonl ls > list; echo "status $?"
        $FILMZ --offline --format jsonl stats > /dev/null; echo "status $?"
        $FILMZ --offline add tt0133093 2> refusal; echo "status $?"
        $FILMZ --format jsonl backup ls > backups; echo "status $?"
        """)
      #expect(result.stdout == "status 0\nstatus 0\nstatus 74\nstatus 0\n", "\(result.stderr)")
      let list = try JSON.documents(in: filmz.folder.read("list"))
      #expect(list.map { $0["myRating"] } == [hasLog ? 3 : 9])
      #expect(list.first?["imdbRating"] != .null)
      #expect(
        try filmz.folder.read("refusal").contains(/^filmz: Failed to save: cannot write .*\n$/))
      #expect(try JSON.documents(in: filmz.folder.read("backups")).last?["films"] == 1)
    }
  }

  /// Root can read and write all files unless it has dropped these capabilities.
  @Test(
    .enabled("dropping rights is not allowed here") { try await FilmzProcess.canDropCapabilities() }
  )
  func readOnlyFilesWithALogAreReadable() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646 --rating 9")
      try await leaveLog(filmz, Self.collection)
      let result = try await filmz.runWithoutCapabilities(
        """
        chmod 0400 home/data/collection.sqlite* && chmod 0500 home/data
        $FILMZ --offline --format jsonl ls; echo "status $?"
        $FILMZ --offline rate tt0068646 5 2> refusal; echo "status $?"; chmod 0700 home/data
        """)
      #expect(result.stdout.contains(#""myRating":3"#), "\(result.stderr)")
      #expect(result.stdout.contains("status 0\n") && result.stdout.hasSuffix("status 74\n"))
    }
  }

  private static let collection = "home/data/collection.sqlite"

  /// Moves the collection file to `home/real`, and creates a symbolic link in its place.
  private func replaceWithLink(_ filmz: FilmzProcess) throws {
    let file = filmz.folder.url(of: Self.collection)
    try FileManager.default.moveItem(at: file, to: filmz.folder.url(of: "home/real"))
    try FileManager.default.createSymbolicLink(
      atPath: file.path, withDestinationPath: "../real")
  }

  /// Changes the rating, and kills the shell so that the change is only in the write-ahead log.
  private func leaveLog(_ filmz: FilmzProcess, _ file: String) async throws {
    let terminal = try await filmz.openShell(["--offline"])
    _ = try await terminal.answer(to: "rate tt0068646 3")
    terminal.kill()
    _ = try await terminal.waitForExit()
    try #require(filmz.folder.exists(file + "-wal"))
    try FileManager.default.removeItem(at: filmz.folder.url(of: file + "-shm"))
  }
}

extension FilmzProcess {
  /// Runs a shell script that can use `mount`, with `$FILMZ` as the program.
  ///
  /// The mounts are visible only to the script, and are removed when it ends.
  func runWithMounts(_ script: String) async throws -> ProcessResult {
    let unshare = try FilmzProcess(
      in: folder, executable: "/usr/bin/unshare", environment: ["FILMZ": executable])
    return try await unshare.run(["--map-root-user", "--mount", "sh", "-c", script])
  }

  /// Runs a shell script without the capabilities that bypass file permissions.
  fileprivate func runWithoutCapabilities(_ script: String) async throws -> ProcessResult {
    let capabilities = "-dac_override,-dac_read_search"
    let setpriv = try FilmzProcess(
      in: folder, executable: "/usr/bin/setpriv", environment: ["FILMZ": executable])
    return try await setpriv.run([
      "--bounding-set", capabilities, "--inh-caps", capabilities, "sh", "-c", script,
    ])
  }

  /// Returns whether the capabilities that bypass file permissions can be dropped.
  static func canDropCapabilities() async throws -> Bool {
    try await with { filmz in
      let script = "touch file && chmod 0400 file && ! ( echo x >> file ) 2>/dev/null"
      return (try? await filmz.runWithoutCapabilities(script))?.status == 0
    }
  }

  /// Returns whether a shell script can use `mount`.
  static func canMount() async throws -> Bool {
    try await with { filmz in
      let script = "mkdir disk && mount -t tmpfs -o size=100k none disk && mount --bind disk disk"
      return (try? await filmz.runWithMounts(script))?.status == 0
    }
  }
}
