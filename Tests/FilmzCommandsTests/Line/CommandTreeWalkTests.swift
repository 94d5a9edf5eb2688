import FilmzTerminal
import Testing

@testable import FilmzCommands

struct CommandTreeWalkTests {
  /// The commands without subcommands.
  static let leaves = Filmz.commands.flatMap(\.withSubcommands).filter { $0.subcommands.isEmpty }

  /// The minimum arguments, by the names of the commands that need some.
  private static let requiredArguments = [
    "page": "2", "time": "on", "config get": "page.size", "config set": "page.size 20",
    "config unset": "page.size", "backup restore": "2026-11-21", "source": "evening",
    "catalog import": "imdb", "import": "lb.zip", "reset": "all", "list show": "Noir",
    "list create": "Noir",
    "list add": "Noir", "list remove": "Noir", "list move": "Noir 1 2", "list edit": "Noir",
    "list rename": "Noir Film", "list describe": "Noir x", "list delete": "Noir",
    "list share": "Noir", "list publish": "Noir", "list unpublish": "Noir",
    "collections save": "rainy is:unwatched", "collections rm": "rainy",
    "unfollow": "Noir", "sync name": "desktop", "sync forget": "laptop",
  ]

  @Test func treeHasTheImplementedVerbs() {
    let verbs = """
      search next more prev first page results back show open add rm rate watched unwatched note ls stats \
      genres undo redo log help about version config time history quit exit bye :q ? clear cls retry refresh cache \
      doctor backup viewings audience from find source catalog identify offline seen watchlist skip unskip \
      reset discover random list share collections library tag untag \
      comment comments db sql record edit kids browse import export sync purge follow unfollow
      """.split(separator: " ").map(String.init)
    #expect(Set(CommandTree.names) == Set(verbs))
    #expect(Self.leaves.filter { $0.name.hasPrefix("config ") }.count == 5)
  }

  @Test func namesAreUnique() {
    let names = Filmz.commands.flatMap(\.withSubcommands).flatMap(\.names)
    #expect(names.count == Set(names).count)
  }

  @Test func helpOfTheProgramListsEveryGroup() {
    let help = HelpOverview.programText(width: 80)
    for group in Filmz.groups {
      #expect(help.contains("\n\n\(group.name)\n"))
      for command in group.commands { #expect(help.contains("  \(command.name)")) }
    }
  }

  @Test(arguments: leaves)
  func summaryOfEveryCommandIsOneShortSentence(leaf: Command) {
    let summary = leaf.summary
    #expect(summary.hasSuffix("."))
    #expect(summary.first?.isUppercase == true)
    #expect(!summary.contains("\n"))
    #expect(summary.count <= 64)
  }

  @Test(arguments: leaves)
  func everyCommandIsFoundAndParsed(leaf: Command) throws {
    let match = try match(of: leaf.name + " " + Self.requiredArguments[leaf.name, default: ""])
    #expect(match.command.name == leaf.name)
    _ = try match.command.read(match.words)
  }

  @Test(arguments: leaves)
  func everyCommandAcceptsTheGlobalOptions(leaf: Command) throws {
    let options = "--format jsonl --color never --offline --yes --verbose"
    let match = try match(
      of: "\(leaf.name) \(Self.requiredArguments[leaf.name, default: ""]) \(options)")
    let parsed = try match.command.read(match.words)
    #expect(
      parsed.global.overriding(RunOptions())
        == RunOptions(format: .jsonl, color: .never, offline: true, yes: true, verbose: true))
  }

  @Test(arguments: leaves)
  func noCommandAcceptsTheOptionsThatMustPrecedeTheVerb(leaf: Command) throws {
    for option in ["--home x", "--config x", "--bail", "--version"] {
      let words = "\(leaf.name) \(Self.requiredArguments[leaf.name, default: ""]) \(option)"
      let match = try match(of: words)
      #expect(throws: CommandError.self, "\(words)") { try match.command.read(match.words) }
    }
  }

  @Test(arguments: leaves)
  func examplesOfACommandAreValid(leaf: Command) throws {
    for example in leaf.examples {
      let match = try match(of: example)
      #expect(match.command.name == leaf.name, "\(example)")
      _ = try match.command.read(match.words)
    }
  }

  @Test func examplesOfCommandsWithSubcommandsAreValid() throws {
    let parents = Filmz.commands.filter { !$0.subcommands.isEmpty }
    #expect(parents.count == 11)
    for example in parents.flatMap(\.examples) {
      let match = try match(of: example)
      _ = try match.command.read(match.words)
    }
  }

  @Test(arguments: leaves)
  func helpOfACommandDescribesEveryOption(leaf: Command) {
    let help = leaf.help(width: 200)
    for line in help.split(separator: "\n") where line.hasPrefix("  -") {
      #expect(line.contains(/\ {2,}[A-Za-z0-9][^\n]{8,}$/), "\(leaf.name): \(line)")
    }
    #expect(help.contains("--format"))
  }

  private func match(of line: String) throws -> CommandTree.Match {
    let command = try #require(try LineParser.commands(in: line).first)
    return try CommandTree.find(command.words, abbreviated: false)
  }
}
