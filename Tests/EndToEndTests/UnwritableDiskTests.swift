import FilmzTestSupport
import Foundation
import Testing

/// Homes on disks that are full or may only be read, as mounts of a process of its own.
@Suite(.enabled("mounting is not allowed here") { try await FilmzProcess.canMount() })
struct UnwritableDiskTests {
  @Test func onAFullDiskTheCollectionIsReadAndLosesNothing() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.mounting(
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
      #expect(refusal.contains(/^filmz: no space left for .*; nothing was changed\n$/))
      let after = try JSON.documents(in: filmz.folder.read("after"))
      #expect(after.dropFirst().map { $0["id"] } == ["tt0068646", "tt0071562", "tt0133093"])
      let backups = try JSON.documents(in: filmz.folder.read("backups"))
      #expect(backups.first?.each("films") == [1])
    }
  }

  /// A backup wants twice the room of the collection; the change itself needs a page or two.
  @Test func whereThereIsNoRoomForABackupTheChangeIsMadeAndNothingElseIsSaid() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.mounting(
        """
        mkdir disk && mount -t tmpfs -o size=1400k none disk && export FILMZ_HOME=$PWD/disk/home
        $FILMZ --offline add tt0068646
        free=$(df -k --output=avail disk | tail -1)
        dd if=/dev/zero of=disk/fill bs=1k count=$((free - 180)) 2>/dev/null
        $FILMZ --offline --format jsonl rate tt0068646 7 2> said; echo "status $?"
        rm disk/fill
        $FILMZ --offline --format jsonl ls; $FILMZ --format jsonl log
        """)
      let said = try filmz.folder.read("said")
      let documents = try JSON.documents(in: result.stdout.replacing(/status \d\n/, with: ""))
      #expect(result.stdout.contains("status 0\n"), "\(said)")
      #expect(said.contains("no backup could be made today: no space left for"), "\(said)")
      #expect(!said.contains("nothing was changed"), "\(said)")
      #expect(documents.dropFirst().first?["myRating"] == 7)
      #expect(documents.last?["command"] != nil)
    }
  }

  /// With a log beside the file that a killed program left, and without; behind a link, and not.
  @Test(arguments: [false, true], [false, true])
  func whatMayOnlyBeReadIsRead(hasLog: Bool, isLink: Bool) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646 --rating 9; backup now")
      if isLink { try putBehindLink(filmz) }
      if hasLog { try await leaveLog(filmz, isLink ? "home/real" : Self.collection) }
      let result = try await filmz.mounting(
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
      #expect(try filmz.folder.read("refusal").contains(/^filmz: cannot write .*\n$/))
      #expect(try JSON.documents(in: filmz.folder.read("backups")).last?["films"] == 1)
    }
  }

  /// Root may read and write all files, unless it gave that right away.
  @Test(.enabled("dropping rights is not allowed here") { try await FilmzProcess.canDropRights() })
  func aFileOfModeReadOnlyWithALogIsRead() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646 --rating 9")
      try await leaveLog(filmz, Self.collection)
      let result = try await filmz.withoutRights(
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

  private func putBehindLink(_ filmz: FilmzProcess) throws {
    let file = filmz.folder.url(of: Self.collection)
    try FileManager.default.moveItem(at: file, to: filmz.folder.url(of: "home/real"))
    try FileManager.default.createSymbolicLink(
      atPath: file.path, withDestinationPath: "../real")
  }

  /// Changes the rating so that this stands in the log alone: the shell is killed before it closes.
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
  /// Runs a shell script in which `mount` works and `$FILMZ` is the program; its mounts go with it.
  fileprivate func mounting(_ script: String) async throws -> ProcessResult {
    let unshare = try FilmzProcess(
      in: folder, executable: "/usr/bin/unshare", environment: ["FILMZ": executable])
    return try await unshare.run(["--map-root-user", "--mount", "sh", "-c", script])
  }

  /// Runs a shell script as a user for whom the modes of files count.
  fileprivate func withoutRights(_ script: String) async throws -> ProcessResult {
    let rights = "-dac_override,-dac_read_search"
    let setpriv = try FilmzProcess(
      in: folder, executable: "/usr/bin/setpriv", environment: ["FILMZ": executable])
    return try await setpriv.run([
      "--bounding-set", rights, "--inh-caps", rights, "sh", "-c", script,
    ])
  }

  static func canDropRights() async throws -> Bool {
    try await with { filmz in
      let script = "touch file && chmod 0400 file && ! ( echo x >> file ) 2>/dev/null"
      return (try? await filmz.withoutRights(script))?.status == 0
    }
  }

  static func canMount() async throws -> Bool {
    try await with { filmz in
      let script = "mkdir disk && mount -t tmpfs -o size=100k none disk && mount --bind disk disk"
      return (try? await filmz.mounting(script))?.status == 0
    }
  }
}
