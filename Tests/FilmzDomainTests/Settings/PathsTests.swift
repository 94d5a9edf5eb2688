import FilmzDomain
import Foundation
import Testing

struct PathsTests {
  private static func filePaths(_ paths: Paths) -> [String] {
    [paths.configFile, paths.collection, paths.filmCache, paths.stateFolder].map {
      $0.path(percentEncoded: false)
    }
  }

  private static func filePathsInHome(_ root: String) -> [String] {
    ["config/config.toml", "data/collection.sqlite", "cache/films.sqlite", "state"].map {
      "\(root)/\($0)"
    }
  }

  private static let defaultFilePaths = [
    "/home/ann/.config/filmz/config.toml", "/home/ann/.local/share/filmz/collection.sqlite",
    "/home/ann/.cache/filmz/films.sqlite", "/home/ann/.local/state/filmz",
  ]

  @Test func defaultPathsAreTheXDGDefaults() {
    let paths = Paths(home: nil, config: nil, environment: ["HOME": "/home/ann"])
    #expect(Self.filePaths(paths) == Self.defaultFilePaths)
  }

  @Test func xdgVariablesSetTheFolders() {
    let environment = [
      "HOME": "/home/ann", "XDG_CONFIG_HOME": "/x/c", "XDG_DATA_HOME": "/x/d",
      "XDG_CACHE_HOME": "/x/k", "XDG_STATE_HOME": "/x/s",
    ]
    #expect(
      Self.filePaths(Paths(home: nil, config: nil, environment: environment)) == [
        "/x/c/filmz/config.toml", "/x/d/filmz/collection.sqlite", "/x/k/filmz/films.sqlite",
        "/x/s/filmz",
      ])
  }

  @Test(arguments: ["", "relative/folder", "./x", "~/x"])
  func relativeXDGFolderIsIgnored(value: String) {
    let environment = [
      "HOME": "/home/ann", "XDG_CONFIG_HOME": value, "XDG_DATA_HOME": value,
      "XDG_CACHE_HOME": value, "XDG_STATE_HOME": value,
    ]
    #expect(
      Self.filePaths(Paths(home: nil, config: nil, environment: environment))
        == Self.defaultFilePaths)
  }

  @Test(arguments: ["/tmp/films", "/tmp/my films", "/tmp/ä#1?%41", "/tmp/films/"])
  func homeContainsAllFiles(home: String) {
    let root = home.hasSuffix("/") ? String(home.dropLast()) : home
    let environment = ["HOME": "/home/ann", "XDG_DATA_HOME": "/x/d"]
    let pathsOfOption = Paths(home: home, config: nil, environment: environment)
    #expect(Self.filePaths(pathsOfOption) == Self.filePathsInHome(root))
    let pathsOfVariable = Paths(
      home: nil, config: nil,
      environment: environment.merging(["FILMZ_HOME": home]) { $1 })
    #expect(Self.filePaths(pathsOfVariable) == Self.filePathsInHome(root))
  }

  @Test func optionOverridesTheVariable() {
    let paths = Paths(home: "/flag", config: nil, environment: ["FILMZ_HOME": "/variable"])
    #expect(Self.filePaths(paths) == Self.filePathsInHome("/flag"))
  }

  @Test func emptyHomeIsIgnored() {
    let paths = Paths(
      home: nil, config: nil, environment: ["FILMZ_HOME": "", "HOME": "/home/ann"])
    #expect(Self.filePaths(paths) == Self.defaultFilePaths)
  }

  @Test func settingsFileOptionAffectsOnlyTheSettingsFile() {
    let paths = Paths(home: "/flag", config: "/etc/my.toml", environment: [:])
    #expect(Self.filePaths(paths) == ["/etc/my.toml"] + Self.filePathsInHome("/flag").dropFirst())
  }
}
