import ArgumentParser
import FilmzTerminal
import Testing

@testable import FilmzCommands

struct CommandTreeWalkTests {
  /// A leaf of the tree with the words that lead to it.
  struct Leaf: Sendable, CustomTestStringConvertible {
    let path: String
    let type: any ShellCommand.Type
    var testDescription: String { path }
  }

  static let leaves: [Leaf] = Filmz.allCommands.flatMap { command -> [Leaf] in
    let name = command._commandName
    let below = command.configuration.subcommands.compactMap { $0 as? any ShellCommand.Type }
    let own = (command as? any ShellCommand.Type).map { [Leaf(path: name, type: $0)] } ?? []
    return own + below.map { Leaf(path: "\(name) \($0._commandName)", type: $0) }
  }

  /// What a leaf needs at least.
  private static let needed = [
    "page": "2", "time": "on", "config get": "page.size", "config set": "page.size 20",
    "config unset": "page.size", "backup restore": "2026-11-21", "source": "evening",
    "catalog import": "imdb",
  ]

  @Test func theTreeHasTheVerbsThatAreBuilt() {
    let wanted = """
      search next more prev first page results show add rm rate watched unwatched note ls stats \
      genres undo redo log help about version config time history quit exit retry refresh cache \
      doctor backup viewings audience from find source catalog identify
      """.split(separator: " ").map(String.init)
    #expect(Set(CommandTree.names) == Set(wanted))
    #expect(Self.leaves.filter { $0.path.hasPrefix("config ") }.count == 5)
  }

  @Test func noNameStandsForTwoCommands() {
    let names = Filmz.allCommands.flatMap { [$0._commandName] + $0.configuration.aliases }
    #expect(names.count == Set(names).count)
    for command in Filmz.allCommands {
      let below = command.configuration.subcommands.map { $0._commandName }
      #expect(below.count == Set(below).count)
    }
  }

  @Test func everyGroupIsShownByTheProgramsHelp() {
    let help = HelpOverview().programText(width: 80)
    for group in Filmz.groups {
      #expect(help.contains("\n\n\(group.name)\n"))
      for command in group.commands { #expect(help.contains("  \(command._commandName)")) }
    }
  }

  @Test(arguments: leaves)
  func everyCommandSaysInOneSentenceWhatItDoes(leaf: Leaf) {
    let abstract = leaf.type.configuration.abstract
    #expect(abstract.hasSuffix("."))
    #expect(abstract.first?.isUppercase == true)
    #expect(!abstract.contains("\n"))
    #expect(abstract.count <= 64)
  }

  @Test(arguments: leaves)
  func everyCommandIsFoundAndParses(leaf: Leaf) throws {
    let match = try match(of: leaf.path + " " + Self.needed[leaf.path, default: ""])
    #expect(ObjectIdentifier(match.leaf) == ObjectIdentifier(leaf.type))
    #expect(match.name == leaf.path)
    _ = try match.leaf.parse(match.arguments.map(\.argument))
  }

  @Test(arguments: leaves)
  func everyCommandTakesTheGlobalOptions(leaf: Leaf) throws {
    let options = "--format jsonl --color never --offline --yes --verbose"
    let match = try match(of: "\(leaf.path) \(Self.needed[leaf.path, default: ""]) \(options)")
    let parsed = try match.leaf.parse(match.arguments.map(\.argument))
    #expect(
      parsed.global.over(RunOptions())
        == RunOptions(format: .jsonl, color: .never, offline: true, yes: true, verbose: true))
  }

  @Test(arguments: leaves)
  func noCommandTakesTheOptionsThatStandBeforeTheVerb(leaf: Leaf) throws {
    for option in ["--home x", "--config x", "--bail", "--version"] {
      let words = "\(leaf.path) \(Self.needed[leaf.path, default: ""]) \(option)"
      let match = try match(of: words)
      let parsed = try? match.leaf.parse(match.arguments.map(\.argument))
      #expect(parsed == nil, "\(words)")
    }
  }

  @Test(arguments: leaves)
  func theExamplesOfACommandRun(leaf: Leaf) throws {
    for example in Self.examples(of: leaf) {
      let match = try match(of: example)
      #expect(ObjectIdentifier(match.leaf) == ObjectIdentifier(leaf.type), "\(example)")
      _ = try match.leaf.parse(match.arguments.map(\.argument))
    }
  }

  @Test func theExamplesOfConfigRun() throws {
    let examples = Self.examples(in: ConfigCommand.configuration.discussion)
    #expect(examples.count == 3)
    for example in examples {
      let match = try match(of: example)
      _ = try match.leaf.parse(match.arguments.map(\.argument))
    }
  }

  @Test(arguments: leaves)
  func theHelpOfACommandNamesEveryOptionWithAWordAboutIt(leaf: Leaf) {
    let help = CommandHelp(Declaration(of: leaf.type, name: leaf.path)).text(width: 200)
    for line in help.split(separator: "\n") where line.hasPrefix("  -") {
      #expect(line.contains(/\ {2,}[A-Za-z0-9][^\n]{8,}$/), "\(leaf.path): \(line)")
    }
    #expect(help.contains("--format"))
  }

  private func match(of line: String) throws -> CommandTree.Match {
    let command = try #require(try LineParser.commands(in: line).first)
    return try CommandTree.find(command.words, abbreviated: false)
  }

  private static func examples(of leaf: Leaf) -> [String] {
    examples(in: leaf.type.configuration.discussion)
  }

  private static func examples(in discussion: String) -> [String] {
    discussion.split(separator: "\n").drop { $0 != "Examples:" }.dropFirst()
      .map { String($0.drop { $0 == " " }) }
  }
}
