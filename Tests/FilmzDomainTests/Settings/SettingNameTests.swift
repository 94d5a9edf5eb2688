import FilmzDomain
import Testing

struct SettingNameTests {
  @Test(arguments: ["w", "to-see", "a1", "x-", "unwatched2"])
  func aliasNameConsistsOfLettersDigitsAndHyphens(name: String) throws {
    let setting = try SettingName(named: "alias.\(name)")
    #expect(setting == .alias(name))
    #expect(setting.rawValue == "alias.\(name)")
    #expect(!setting.isSecret && setting.variable == nil)
  }

  @Test(arguments: ["", "W", "1a", "-a", "a b", "a.b", "é", "a_b", "a=b"])
  func invalidAliasNamesAreRejected(name: String) {
    #expect(throws: DomainError.invalidAlias) { try SettingName(named: "alias.\(name)") }
  }

  @Test func otherNamesAreSettingKeys() throws {
    #expect(try SettingName(named: "page.size") == .key(.pageSize))
    #expect(try SettingName(named: "omdb.apiKey").isSecret)
    #expect(throws: DomainError.self) { try SettingName(named: "aliases.w") }
  }

  @Test(arguments: ["", "  ", ";", " ; ", "ls\nstats", "ls\u{1B}[2J", "a\u{0}"])
  func aliasValueIsACommandOnOneLine(value: String) {
    #expect(throws: DomainError.self) { try SettingName.alias("w").check(value, reservedNames: []) }
  }

  @Test func aliasMustNotHideACommand() {
    #expect(throws: Never.self) { try SettingName.alias("w").check("ls", reservedNames: ["ls"]) }
    #expect(throws: DomainError.aliasHidesCommand("ls")) {
      try SettingName.alias("ls").check("version", reservedNames: ["ls"])
    }
  }

  @Test func aliasesAreParsedChangedAndRemoved() {
    var text = SettingsText(
      "alias.w = \"ls \\\"a b\\\"\" # mine\npage.size = 5\n", reservedNames: ["ls"])
    #expect(text.aliases == ["w": "ls \"a b\""])
    text.set(.alias("w"), to: "stats")
    text.set(.alias("v"), to: "version")
    #expect(
      text.text == "alias.w = \"stats\" # mine\npage.size = 5\nalias.v = \"version\"\n")
    text.set(.alias("w"), to: nil)
    #expect(text.aliases == ["v": "version"])
    #expect(text.text == "page.size = 5\nalias.v = \"version\"\n")
  }

  @Test(arguments: [
    ("alias.ls = \"stats\"", "would hide the command `ls`"), ("alias.W = \"ls\"", "a-z"),
    ("alias.w = \" \"", "a filmz command"), ("alias.w = ls --watched", "is not of the form"),
  ])
  func invalidLineAffectsOnlyItself(line: String, reason: String) throws {
    let text = SettingsText("alias.a = \"ls\"\n\(line)\nalias.b = \"ls\"\n", reservedNames: ["ls"])
    #expect(text.aliases == ["a": "ls", "b": "ls"])
    let problem = try #require(text.problems.first)
    #expect(problem.line == 2 && problem.reason.contains(reason))
    #expect(text.text.contains(line))
  }
}
