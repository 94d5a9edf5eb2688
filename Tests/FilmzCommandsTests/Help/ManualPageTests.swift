import Testing

@testable import FilmzCommands

struct ManualPageTests {
  private let lines = ManualPage.text.split(separator: "\n").map(String.init)

  @Test(arguments: [
    "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "TARGETS", "EXIT STATUS",
    "ENVIRONMENT", "FILES", "EXAMPLES", "SEE ALSO",
  ])
  func everySectionIsThereOnce(name: String) {
    #expect(lines.count { $0 == ".SH \(name)" } == 1)
  }

  @Test func everyCommandAndOptionIsOnThePage() {
    for command in Filmz.commands.flatMap(\.withSubcommands) {
      #expect(lines.contains { $0.hasPrefix(Roff.bold(command.name).dropLast(3)) })
      for option in command.options { #expect(lines.contains(Roff.bold(option.label))) }
    }
  }

  @Test func linesThatBeginWithADotAreKnownRequests() {
    let requests = Set(lines.filter { $0.hasPrefix(".") }.map { $0.prefix { $0 != " " } })
    #expect(
      requests.isSubset(
        of: [
          ".\\\"", ".TH", ".SH", ".SS", ".TP", ".TQ", ".PP", ".IP", ".RS", ".RE", ".br", ".nf",
          ".fi",
        ]))
    #expect(!lines.contains { $0.hasPrefix("'") })
    #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
  }

  @Test(arguments: [
    (".nf", "\\&.nf"), ("a-b", "a\\-b"), ("C:\\x", "C:\\ex"), ("'x'", "\\(aqx\\(aq"),
    ("★½", "\\[u2605]\\[u00BD]"), ("\u{1F3AC}", "\\[u1F3AC]"), ("~^`", "\\(ti\\(ha\\(ga"),
  ])
  func charactersWithAMeaningInRoffAreEscaped(text: String, roff: String) {
    #expect(Roff.escaped(text) == roff)
  }

  @Test func wordsInBackquotesAreBoldAndLinesAreShort() {
    #expect(Roff.paragraph("see `ls -x` or .") == "see \\fBls \\-x\\fR or .")
    let shortLines = Roff.paragraph(String(repeating: "a . ", count: 100)).split(separator: "\n")
    #expect(shortLines.count > 1)
    #expect(shortLines.allSatisfy { $0.count <= 80 && !$0.hasPrefix(".") })
  }
}
