import FilmzDomain
import FilmzTerminal
import Testing

@testable import FilmzCommands

struct ArgumentReaderTests {
  /// Arguments of every kind.
  private struct Probe: ArgumentGroup {
    static let arguments: [Argument<Self>] = [
      .positionals(\.words, as: "text", "Words."),
      .option("--note", \.note, "A note."),
      .option("--tag", \.tags, "A tag."),
      .option("--sort", \.sort, allowsLeadingDash: true, "A key."),
      .option("--limit", \.limit, "A number."),
      .flag("--watched", short: "-w", \.watched, "A flag."),
    ]

    var words: [Word] = []
    var note: Word?
    var tags: [Word] = []
    var sort: Word?
    var limit: Int?
    var watched = false

    /// The values that were read, in the order of the declarations.
    var summary: String {
      let values: [String] = [
        words.map(\.text).joined(separator: "|"), note.map { "note=\($0.text)" } ?? "",
        tags.map { "tag=\($0.text)" }.joined(separator: " "), sort.map { "sort=\($0.text)" } ?? "",
        limit.map { "limit=\($0)" } ?? "", watched ? "watched" : "",
      ]
      return values.filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  private static let command = Command(of: Probe.self, "probe", "Try arguments.")

  private func read(_ line: String) throws -> (probe: Probe, global: GlobalOptions) {
    let words = try LineParser.commands(in: "probe " + line).first?.words ?? []
    var reader = ArgumentReader<Probe>(command: Self.command)
    try reader.read(Array(words.dropFirst()))
    return (reader.arguments, reader.global)
  }

  @Test(arguments: [
    ("", ""), ("a b", "a|b"), ("a --limit 5 b", "a|b limit=5"), ("--limit=5 a", "a limit=5"),
    ("a -w b --watched", "a|b watched"), ("--note x --note y", "note=y"),
    ("--tag x a --tag=y", "a tag=x tag=y"), ("--sort -year", "sort=-year"),
    ("--sort=-year", "sort=-year"), ("--note=--watched", "note=--watched"), ("--note=", "note="),
    ("--note a=b", "note=a=b"), ("--note=a=b", "note=a=b"), ("--note -5", "note=-5"),
    ("--note -", "note=-"), ("- a", "-|a"), ("-7 -0.5 -1-4", "-7|-0.5|-1-4"),
    ("-- -ology --watched", "-ology|--watched"), ("a -- --", "a|--"),
    ("--watched -- -w", "-w watched"),
    ("'--watched' \"-w\" '--'", "--watched|-w|--"), ("--note '--watched'", "note=--watched"),
    ("\"\" a", "|a"), ("--format json a --offline", "a"),
  ])
  func optionsCanBeAnywhereBetweenWords(line: String, summary: String) throws {
    #expect(try read(line).probe.summary == summary)
  }

  @Test func globalOptionsAreReadAsWell() throws {
    let (probe, global) = try read("a --format json --limit 2 --yes --color=never")
    #expect(probe.summary == "a limit=2")
    #expect(
      global.overriding(RunOptions()) == RunOptions(format: .json, color: .never, yes: true))
  }

  @Test(arguments: [
    ("--note", "--note needs a value: a note"),
    ("--note --watched", "--note needs a value: a note"),
    ("--limit", "--limit needs a positive number"),
    ("--limit x", "--limit takes a positive number, not \"x\""),
    ("--watched=yes", "--watched takes no value"), ("-x", "probe has no option -x"),
    ("-wx", "probe has no option -wx"), ("--nonsense=1 a", "probe has no option --nonsense"),
    ("--wached", "probe has no option --wached; did you mean --watched?"),
  ])
  func invalidOptionsAreExplained(line: String, message: String) throws {
    let error = try #require(throws: CommandError.self) { try read(line) }
    #expect(error == .wrongUsage(message, verb: "probe"))
  }

  @Test(arguments: ["--bail", "--version"])
  func optionsOfTheProgramMustPrecedeTheCommand(option: String) throws {
    let error = try #require(throws: CommandError.self) { try read(option) }
    #expect(error == .wrongOption("\(option) must come before the command"))
  }
}
