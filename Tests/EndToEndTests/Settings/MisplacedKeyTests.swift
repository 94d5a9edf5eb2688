import FilmzTestSupport
import Foundation
import Testing

/// Keys in a place where they would be visible to others.
struct MisplacedKeyTests {
  @Test(arguments: [
    ["omdb.baseURL", "http://127.0.0.1:1/?apikey=s3cr3tkey"],
    ["omdb.baseURL", "http://127.0.0.1:1/?r=json&APIKEY=s3cr3tkey"],
    ["omdb.baseURL", "http://u:s3cr3tkey@h/"], ["tmdb.baseURL", "https://u:s3cr3tkey@h/"],
    ["s3cr3tkey", "omdb.apiKey"], ["omdb.apiKey=s3cr3tkey", "x"], ["omdb.apiKey=s3cr3tkey"],
    ["omdb.apiKey", "s3cr3tkey", "extra"], ["omdb.apiKey", "extra", "s3cr3tkey"],
    ["omdb.apiKey s3cr3tkey"],
  ])
  func misplacedKeyIsRejectedAndNotEchoed(words: [String]) async throws {
    try await FilmzProcess.with { filmz in
      for option in [[], ["--verbose"]] {
        let result = try await filmz.run(option + ["config", "set"] + words)
        #expect(result.status == 64 && result.stdout == "")
        #expect(result.stderr.contains("filmz: "))
        #expect(!result.stderr.contains(FilmzProcess.key))
        #expect(!filmz.folder.exists("home"))
      }
    }
  }

  @Test func userInAURLIsRejected() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("config", "set", "omdb.baseURL", "http://u:p@h/")
      #expect(result.status == 64)
      #expect(result.errorLines.count == 1 && !result.stderr.contains("u:p@h"))
      #expect(!filmz.folder.exists("home"))
    }
  }

  @Test func misspelledSettingIsNamed() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("config", "set", "page.sise", "5")
      #expect(result.status == 64 && result.stderr.contains("did you mean page.size?"))
    }
  }
}
