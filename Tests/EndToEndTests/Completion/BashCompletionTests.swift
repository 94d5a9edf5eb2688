import FilmzTestSupport
import Foundation
import Testing

/// The generated completion script, run by bash.
struct BashCompletionTests {
  @Test(arguments: [
    ("filmz sea\t", "filmz search "), ("filmz unw\t", "filmz unwatched "),
    ("filmz --form\t", "filmz --format "), ("filmz --format mark\t", "filmz --format markdown "),
    ("filmz --format=mark\t", "filmz --format=markdown "),
    ("filmz ls --unw\t", "filmz ls --unwatched "),
    ("filmz --offline ls --ge\t", "filmz --offline ls --genre "),
    ("filmz --home x config un\t", "filmz --home x config unset "),
    ("filmz config get omdb.a\t", "filmz config get omdb.apiKey "),
    ("filmz search x --type epi\t", "filmz search x --type episode "),
    ("filmz help vers\t", "filmz help version "), ("filmz time of\t", "filmz time off "),
    ("filmz -f eve\t", "filmz -f evening.filmz "), ("filmz --home fol\t", "filmz --home folder/"),
    ("filmz more --verb\t", "filmz more --verbose "),
  ])
  func commandsAndOptionsAreCompleted(keys: String, expectedLine: String) async throws {
    try await withBash(responses: nil, usesRealProgram: true) { bash in
      try await bash.send(keys)
      try await bash.expect(expectedLine)
    }
  }

  @Test func severalCandidatesAreListed() async throws {
    try await withBash(responses: nil, usesRealProgram: true) { bash in
      try await bash.send("filmz --format \t\t")
      try await bash.expect(/csv +json +jsonl|table +json +jsonl/)
    }
  }

  @Test func nothingIsCompletedIfTheProgramFails() async throws {
    try await withBash(responses: nil) { bash in
      try await bash.send("filmz sea\tx")
      try await bash.expect("filmz seax")
    }
  }

  @Test(arguments: [
    ("filmz ls --genre Dr\t", "filmz ls --genre Drama ", "ls|--genre|Dr"),
    ("filmz show Oce\t", "filmz show Ocean\\'s\\ Eleven ", "show|Oce"),
    ("filmz show \"Oce\t", "filmz show \"Ocean's Eleven\" ", "show|Oce"),
    ("filmz show the\\ god\t", "filmz show The\\ Godfather ", "show|the god"),
    ("filmz show title:19\t", "filmz show title:1917 ", "show|title:19"),
    (
      "filmz --home /x show Oce\t", "filmz --home /x show Ocean\\'s\\ Eleven ", "--home|/x|show|Oce"
    ),
    ("filmz ls --genre=Dr\t", "filmz ls --genre=Drama ", "ls|--genre=Dr"),
    ("filmz show 'Wh\t", "filmz show 'What; a $FILM' ", "show|Wh"),
  ])
  func candidatesAreInsertedWithTheRequiredQuoting(
    keys: String, expectedLine: String, arguments: String
  ) async throws {
    let responses = """
      'ls|--genre|Dr') printf 'Drama\\t12 films\\n' ;;
      'ls|--genre=Dr') printf -- '--genre=Drama\\t12 films\\n' ;;
      'show|Oce' | '--home|/x|show|Oce') printf "Ocean's Eleven\\ttt0240772\\n" ;;
      'show|the god') printf 'The Godfather\\ttt0068646\\n' ;;
      'show|title:19') printf 'title:1917\\ttt8579674\\n' ;;
      'show|Wh') printf 'What; a $FILM\\tx\\n' ;;
      """
    #expect(responses.contains("'\(arguments)'"))
    try await withBash(responses: responses) { bash in
      try await bash.send(keys)
      try await bash.expect(expectedLine)
    }
  }

  @Test(arguments: [
    ("filmz sea\t", "filmz search "),
    ("filmz show the\\ godfather\\ part\\ iii\t", "filmz show The\\ Godfather\\ Part\\ III "),
    ("filmz ls --genre=Dr\t", "filmz ls --genre=Drama "), ("filmz rm 1 --y\t", "filmz rm 1 --yes "),
    ("filmz show amélie\t", "filmz show Amélie "),
  ])
  func theProgramCompletesTitlesAndOptions(keys: String, expectedLine: String) async throws {
    try await withBash(responses: nil, usesRealProgram: true) { bash in
      try await bash.send(keys)
      try await bash.expect(expectedLine)
    }
  }

  /// Runs a closure with a bash that has loaded the script; its folder contains a file and a folder.
  ///
  /// `filmz` is a stub that prints the responses, or fails if they are `nil`, unless
  /// `usesRealProgram` is `true`.
  private func withBash(
    responses: String?, usesRealProgram: Bool = false, _ body: (PseudoTerminal) async throws -> Void
  ) async throws {
    try await FilmzProcess.with { filmz in
      let script = try await filmz.run("--generate-completion-script=bash").stdout
      try filmz.folder.write(script, to: "filmz.bash")
      try filmz.folder.write("ls\n", to: "evening.filmz")
      try filmz.folder.write("", to: "folder/x")
      if usesRealProgram {
        let program = try FilmzProcess.builtFile("filmz")
        try filmz.folder.write("#!/bin/sh\nexec '\(program)' \"$@\"\n", to: "bin/filmz")
        try Self.makeExecutable(filmz.folder.url(of: "bin/filmz"))
      } else {
        try Self.writeStub(responses, to: filmz.folder)
      }
      let bash = try FilmzProcess(
        in: filmz.folder, executable: "/bin/bash",
        environment: ["PATH": filmz.folder.path(of: "bin") + ":/usr/bin:/bin", "PS1": "ready> "])
      let terminal = try bash.openTerminal(["--norc", "--noprofile", "-i"])
      try await terminal.send("PS1='go''> '; source ./filmz.bash\r")
      try await terminal.expect("go> ")
      try await body(terminal)
    }
  }

  /// Writes a stub of `filmz` that responds to `--complete`.
  ///
  /// The responses are clauses of a `case` statement for the arguments, joined by `|`.
  private static func writeStub(_ responses: String?, to folder: ScratchFolder) throws {
    let text = """
      #!/bin/bash
      [[ $1 == --complete ]] || exit 64
      shift
      IFS='|'
      case "$*" in
      \(responses ?? "")
      *) exit 64 ;;
      esac
      """
    let file = try folder.write(text, to: "bin/filmz")
    try makeExecutable(file)
  }

  private static func makeExecutable(_ file: URL) throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
  }
}
