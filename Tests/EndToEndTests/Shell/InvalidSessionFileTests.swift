import FilmzTestSupport
import Testing

/// Session files with values that filmz does not write.
struct InvalidSessionFileTests {
  private static let file = "home/state/session.json"

  @Test(arguments: [
    (#""pages":{"1":"#, #""pages":{"9223372036854775807":"#),
    (#""pages":{"1":"#, #""pages":{"-9223372036854775808":"#),
    (#""isExact":false"#, #""isExact":false,"years":{"first":2000,"last":1990}"#),
    (#""total":25"#, #""total":1000000000"#), (#""total":25"#, #""total":9223372036854775807"#),
    (#""pageSize":10"#, #""pageSize":9223372036854775807"#),
    (#""page":1"#, #""page":9223372036854775807"#),
  ])
  func nextShellStartsAndWorks(from: String, to: String) async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      try await Self.storeResults(filmz)
      let text = try filmz.folder.read(Self.file)
      try #require(text.contains(from))
      try filmz.folder.write(text.replacing(from, with: to), to: Self.file)
      let terminal = try await filmz.openShell()
      let results = try await terminal.answer(to: "results")
      #expect(results.contains("there are no results") || results.contains(" of 25 "))
      for line in ["next", "show 1", "show 11"] {
        _ = try await terminal.answer(to: line)
        #expect(terminal.status == nil, "\(line)")
      }
      #expect(try await terminal.answer(to: "show tt9000026").contains("Quince (2021)"))
      #expect(try await terminal.quit() == 0)
    }
  }

  private static func storeResults(_ filmz: FilmzProcess) async throws {
    let terminal = try await filmz.openShell()
    _ = try await terminal.answer(to: "search lantern --source omdb --limit 10")
    #expect(try await terminal.quit() == 0)
  }
}
