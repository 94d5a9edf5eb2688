import FilmzDomain
import FilmzTerminal
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzCommands

struct HelpSnapshotTests {
  /// All commands, including those that have subcommands.
  static let commands = Filmz.commands.flatMap(\.withSubcommands)
  static let names = commands.map(\.name)

  @Test(arguments: names)
  func helpOfACommandMatchesItsSnapshot(name: String) throws {
    let file = "Help/\(name.replacing(" ", with: "-")).txt"
    let text = try help(of: name, width: 80) + "\n"
    let difference = try Snapshot(file).difference(from: text)
    #expect(difference == nil)
  }

  @Test(arguments: [60, 80])
  func overviewMatchesItsSnapshot(width: Int) throws {
    let help = try Snapshot("Overview/help-\(width).txt")
      .difference(from: HelpOverview.text(width: width) + "\n")
    #expect(help == nil)
    let program = try Snapshot("Overview/filmz--help-\(width).txt")
      .difference(from: HelpOverview.programText(width: width) + "\n")
    #expect(program == nil)
  }

  @Test func everySnapshotBelongsToACommand() throws {
    let folder = Snapshot.folder.appending(path: "Help").path
    let recorded = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(recorded) == Set(Self.names.map { "\($0.replacing(" ", with: "-")).txt" }))
  }

  @Test(arguments: names)
  func helpFitsWithoutCuttingWords(name: String) throws {
    let words = Set(try help(of: name, width: 1000).split(whereSeparator: \.isWhitespace))
    for width in [40, 60, 80] {
      let text = try help(of: name, width: width)
      #expect(text.split(separator: "\n").allSatisfy { $0.displayWidth <= width })
      #expect(Set(text.split(whereSeparator: \.isWhitespace)) == words)
    }
  }

  @Test(arguments: names)
  func everyCommandHasUsageAndExamples(name: String) throws {
    let help = try help(of: name, width: 80)
    #expect(help.hasPrefix(name))
    #expect(help.contains("\nUsage\n  \(name)") || help.contains("\nCommands\n  \(name) "))
    #expect(help.contains("\nExamples\n  "))
    let command = try #require(Self.commands.first { $0.name == name })
    #expect((2...4).contains(command.examples.count))
    for option in command.options { #expect(help.contains(option.label)) }
    #expect(!help.contains("OVERVIEW") && !help.contains("USAGE") && !help.contains("--help"))
  }

  @Test func globalOptionsTakeOneLine() throws {
    let lines = try help(of: "search", width: 80).split(separator: "\n")
    #expect(lines.count { $0.contains("--offline") } == 1)
    #expect(lines.last?.contains("--format --color --offline --yes --verbose") == true)
  }

  private func help(of name: String, width: Int) throws -> String {
    let words = name.split(separator: " ").map { Word(String($0)) }
    let command = try CommandTree.find(words, abbreviated: false).namedCommand
    #expect(command.name == name)
    return command.help(width: width)
  }
}
