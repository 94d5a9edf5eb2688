import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

struct SettingsFileTests {
  @Test func aFileThatIsNotThereIsEmptyAndIsNotMade() throws {
    try ScratchFolder.with { folder in
      let file = SettingsFile(url: folder.url(of: "config/config.toml"))
      #expect(try file.load().values.isEmpty)
      try file.set(.key(.pageSize), to: nil)
      #expect(try folder.files().isEmpty)
    }
  }

  @Test func theFirstSettingMakesTheFileForTheUserAlone() throws {
    try ScratchFolder.with { folder in
      let file = SettingsFile(url: folder.url(of: "config/config.toml"))
      try file.set(.key(.omdbAPIKey), to: #"a"b\c"#)
      #expect(try folder.mode(of: "config/config.toml") == 0o600)
      #expect(try folder.mode(of: "config") == 0o700)
      #expect(try file.load().values == [.omdbAPIKey: #"a"b\c"#])
      #expect(try folder.files() == ["config/config.toml"])
    }
  }

  @Test func oneLineIsChangedAndTheRestStays() throws {
    try ScratchFolder.with { folder in
      try folder.write("# mine\nwrong line\npage.size = 5\n", to: "config.toml")
      let file = SettingsFile(url: folder.url(of: "config.toml"))
      try file.set(.key(.pageSize), to: "20")
      #expect(try folder.read("config.toml") == "# mine\nwrong line\npage.size = \"20\"\n")
      try file.set(.key(.pageSize), to: nil)
      #expect(try folder.read("config.toml") == "# mine\nwrong line\n")
    }
  }

  @Test func aFileThatOthersMayReadIsClosedToThemByAChange() throws {
    try ScratchFolder.with { folder in
      try folder.write("", to: "config.toml")
      try #require(chmod(folder.path(of: "config.toml"), 0o644) == 0)
      try SettingsFile(url: folder.url(of: "config.toml")).set(.key(.omdbAPIKey), to: "secret")
      #expect(try folder.mode(of: "config.toml") == 0o600)
    }
  }

  @Test func whereNothingChangesNothingIsWritten() throws {
    try ScratchFolder.with { folder in
      try folder.write("page.size = \"5\"\n", to: "config.toml")
      let file = SettingsFile(url: folder.url(of: "config.toml"))
      let number = try inode(folder.path(of: "config.toml"))
      try file.set(.key(.pageSize), to: "5")
      try file.set(.key(.cacheDays), to: nil)
      #expect(try inode(folder.path(of: "config.toml")) == number)
      try file.set(.key(.pageSize), to: "6")
      #expect(try inode(folder.path(of: "config.toml")) != number)
    }
  }

  @Test func aFileOfDotfilesIsChangedBehindItsLink() throws {
    try ScratchFolder.with { folder in
      try folder.write("# mine\n", to: "dotfiles/filmz.toml")
      let link = folder.path(of: "config.toml")
      try #require(symlink(folder.path(of: "dotfiles/filmz.toml"), link) == 0)
      try SettingsFile(url: folder.url(of: "config.toml")).set(.key(.pageSize), to: "5")
      #expect(try folder.read("dotfiles/filmz.toml") == "# mine\npage.size = \"5\"\n")
      #expect(throws: Never.self) {
        try FileManager.default.destinationOfSymbolicLink(atPath: link)
      }
    }
  }

  @Test func aFileThatIsNoUTF8IsReadButNotChanged() throws {
    try ScratchFolder.with { folder in
      let bytes = Data("# Schl\u{FC}ssel\npage.size = 5\n".unicodeScalars.map { UInt8($0.value) })
      try folder.write(bytes, to: "config.toml")
      let file = SettingsFile(url: folder.url(of: "config.toml"))
      #expect(try file.load().values == [.pageSize: "5"])
      let error = #expect(throws: StoreError.self) { try file.set(.key(.pageSize), to: "6") }
      #expect(error?.message.contains(folder.path(of: "config.toml")) == true)
      #expect(try Data(contentsOf: folder.url(of: "config.toml")) == bytes)
    }
  }

  @Test func aFolderInItsPlaceIsSaidWithThePath() throws {
    try ScratchFolder.with { folder in
      try folder.write("", to: "config.toml/x")
      let file = SettingsFile(url: folder.url(of: "config.toml"))
      for act in [{ _ = try file.load() }, { try file.set(.key(.pageSize), to: "5") }] {
        let error = #expect(throws: StoreError.self) { try act() }
        #expect(error?.message.contains(folder.path(of: "config.toml")) == true)
        #expect(error?.kind == .inputOutput)
      }
    }
  }

  @Test func aFileInPlaceOfTheFolderIsSaidWithThePath() throws {
    try ScratchFolder.with { folder in
      try folder.write("mine", to: "config")
      let file = SettingsFile(url: folder.url(of: "config/config.toml"))
      let error = #expect(throws: StoreError.self) { try file.set(.key(.pageSize), to: "5") }
      #expect(error?.message.contains(folder.path(of: "config/config.toml")) == true)
      #expect(try folder.read("config") == "mine")
    }
  }

  private func inode(_ path: String) throws -> UInt64 {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.systemFileNumber] as? UInt64)
  }
}
