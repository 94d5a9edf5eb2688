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

  /// With a log beside the file that a killed program left, and without.
  @Test(arguments: [false, true])
  func whatMayOnlyBeReadIsRead(hasLog: Bool) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646 --rating 9; backup now")
      if hasLog { try await leaveLog(filmz) }
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

  /// Changes the rating so that this stands in the log alone: the shell is killed before it closes.
  private func leaveLog(_ filmz: FilmzProcess) async throws {
    let terminal = try await filmz.openShell(["--offline"])
    _ = try await terminal.answer(to: "rate tt0068646 3")
    terminal.kill()
    _ = try await terminal.waitForExit()
    let log = "home/data/collection.sqlite-wal"
    try #require(filmz.folder.exists(log))
    try FileManager.default.removeItem(
      at: filmz.folder.url(of: "home/data/collection.sqlite-shm"))
  }
}

extension FilmzProcess {
  /// Runs a shell script in which `mount` works and `$FILMZ` is the program; its mounts go with it.
  fileprivate func mounting(_ script: String) async throws -> ProcessResult {
    let unshare = try FilmzProcess(
      in: folder, executable: "/usr/bin/unshare", environment: ["FILMZ": executable])
    return try await unshare.run(["--map-root-user", "--mount", "sh", "-c", script])
  }

  static func canMount() async throws -> Bool {
    try await with { filmz in
      let script = "mkdir disk && mount -t tmpfs -o size=100k none disk && mount --bind disk disk"
      return (try? await filmz.mounting(script))?.status == 0
    }
  }
}
