import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// The sort order of titles.
struct TitleCollationTests {
  private static let titles = ["Öl", "Zebra", "Ål", "Äpple", "apple 2", "Orm"]

  private static func sorted(_ titles: [String], by collation: TitleCollation) -> [String] {
    titles.sorted { collation.key($0).lexicographicallyPrecedes(collation.key($1)) }
  }

  @Test(arguments: [
    [:], ["LANG": ""], ["LANG": "C"], ["LC_ALL": "POSIX"], ["LC_COLLATE": "C.UTF-8"],
    ["LANG": "C.utf8"], ["LANG": "xx_YY.UTF-8"], ["LC_ALL": "no/such/../locale"],
    ["LC_ALL": "@"], ["LC_ALL": ".UTF-8"], ["LC_ALL": String(repeating: "x", count: 5000)],
    ["LC_CTYPE": "sv_SE.UTF-8"],
  ])
  func titlesAreFoldedIfTheLocaleHasNoCollationRules(environment: [String: String]) {
    let collation = TitleCollation(environment: environment)
    #expect(collation.name == TitleCollation.folded.name)
    #expect(
      Self.sorted(Self.titles, by: collation)
        == ["Ål", "Äpple", "apple 2", "Öl", "Orm", "Zebra"])
  }

  @Test(arguments: [("The Matrix", "the matrix"), ("ÀB", "ab"), ("L'Élan!", "lelan"), ("!", "")])
  func foldedKeyIsTheFoldedTitle(title: String, key: String) {
    #expect(TitleCollation.folded.key(title) == Data(key.utf8))
  }

  @Test(arguments: [nil, ""])
  func missingTitlesAreLast(title: String?) {
    let key = TitleCollation.folded.key(title)
    for other in ["zzz", "\u{10FFFF}", "北京", "ÿ"] {
      #expect(TitleCollation.folded.key(other).lexicographicallyPrecedes(key))
    }
  }

  // MARK: - A locale of the system

  /// The path of a folder with a compiled Swedish locale; `nil` if it cannot be created.
  private static let swedishLocaleFolder: String? = {
    let folder = FileManager.default.temporaryDirectory.appending(path: "filmz-locale-\(getpid())")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/localedef")
    process.arguments = [
      "-i", "sv_SE", "-f", "UTF-8", "--no-archive", folder.path + "/sv_SE.UTF-8",
    ]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    process.waitUntilExit()
    let file = folder.path + "/sv_SE.UTF-8/LC_COLLATE"
    return FileManager.default.fileExists(atPath: file) ? folder.path : nil
  }()

  private static let canCreateLocales =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/localedef")
    && FileManager.default.fileExists(atPath: "/usr/share/i18n/locales/sv_SE")

  @Test(.enabled(if: canCreateLocales, "localedef and its sources are not installed"))
  func localesSortByTheirOwnRules() async throws {
    let folder = try #require(Self.swedishLocaleFolder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    await #expect(processExitsWith: .success) { [folder = folder as String] in
      setenv("LOCPATH", folder, 1)
      Self.expectSwedishOrder()
      Self.expectVariablePrecedence()
      try await Self.expectStoredKeysToBeRecreated()
    }
  }

  private static func expectSwedishOrder() {
    let collation = TitleCollation(environment: ["LANG": "sv_SE.UTF-8"])
    #expect(collation.name.hasPrefix("sv_SE.UTF-8 glibc "))
    let order = ["apple 2", "Orm", "Zebra", "Ål", "Äpple", "Öl"]
    #expect(sorted(titles, by: collation) == order)
    let longTitles = titles.map { String(repeating: "x", count: 50_000) + $0 }
    #expect(sorted(longTitles, by: collation).map { String($0.dropFirst(50_000)) } == order)
    for title in titles + ["\u{10FFFF}", "北京", "ÿ", "!", "😀"] {
      #expect(collation.key(title).lexicographicallyPrecedes(collation.key(nil)), "\(title)")
    }
  }

  private static func expectVariablePrecedence() {
    let names: [([String: String], Bool)] = [
      (["LC_ALL": "sv_SE.utf8", "LANG": "C"], true), (["LC_ALL": "C", "LANG": "sv_SE"], false),
      (["LC_ALL": "", "LC_COLLATE": "sv_SE", "LANG": "C"], true),
      (["LC_COLLATE": "POSIX", "LANG": "sv_SE.UTF-8"], false),
      (["LC_ALL": "xx_YY", "LANG": "sv_SE"], false), (["LANG": "sv_SE.ISO-8859-1"], true),
    ]
    for (environment, isSwedish) in names {
      let name = TitleCollation(environment: environment).name
      #expect(name.hasPrefix("sv_SE.UTF-8") == isSwedish, "\(environment)")
    }
  }

  private static func expectStoredKeysToBeRecreated() async throws {
    let swedish = TitleCollation(environment: ["LANG": "sv_SE.UTF-8"])
    try await Home.with { home in
      let captions = Dictionary(
        uniqueKeysWithValues: titles.enumerated().map { ("tt\($0 + 1)", $1) })
      try await home.addFilms(captions)
      for collation in [TitleCollation.folded, swedish, .folded, swedish, swedish] {
        let database = CollectionDatabase(paths: home.paths, collation: collation)
        #expect(try await titles(of: database) == sorted(titles, by: collation))
      }
      let store = try await CollectionDatabase(paths: home.paths, collation: swedish)
        .openForWriting().collection
      try await store.insert([.sample("tt9", "Ärta"), .sample("tt8", nil)])
      let database = CollectionDatabase(paths: home.paths, collation: swedish)
      let sortedTitles = try await titles(of: database)
      #expect(sortedTitles == sorted(titles + ["Ärta"], by: swedish))
    }
  }

  private static func titles(of database: CollectionDatabase) async throws -> [String] {
    var query = CollectionQuery()
    query.order = FilmOrder(.name)
    let store = try await database.openForReading().collection
    return try await store.listedFilms(store.find(query).ids).compactMap { $0.entry.caption?.title }
  }
}
