import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

struct SettingsFileTests {
  @Test func missingFileIsEmptyAndNotCreated() throws {
    try ScratchFolder.with { folder in
      let file = SettingsFile(url: folder.url(of: "config/config.toml"))
      #expect(try file.load().values.isEmpty)
      try file.set(.key(.pageSize), to: nil)
      #expect(try folder.files().isEmpty)
    }
  }

  @Test func firstSettingCreatesAPrivateFile() throws {
    try ScratchFolder.with { folder in
      let file = SettingsFile(url: folder.url(of: "config/config.toml"))
      try file.set(.key(.omdbAPIKey), to: #"a"b\c"#)
      #expect(try folder.mode(of: "config/config.toml") == 0o600)
      #expect(try folder.mode(of: "config") == 0o700)
      #expect(try file.load().values == [.omdbAPIKey: #"a"b\c"#])
      #expect(try folder.files() == ["config/config.toml"])
    }
  }

  @Test func onlyTheLineOfTheSettingIsChanged() throws {
    try ScratchFolder.with { folder in
      try folder.write("# mine\nwrong line\npage.size = 5\n", to: "config.toml")
      let file = SettingsFile(url: folder.url(of: "config.toml"))
      try file.set(.key(.pageSize), to: "20")
      #expect(try folder.read("config.toml") == "# mine\nwrong line\npage.size = \"20\"\n")
      try file.set(.key(.pageSize), to: nil)
      #expect(try folder.read("config.toml") == "# mine\nwrong line\n")
    }
  }

  @Test func changingASettingMakesTheFilePrivate() throws {
    try ScratchFolder.with { folder in
      try folder.write("", to: "config.toml")
      try #require(chmod(folder.path(of: "config.toml"), 0o644) == 0)
      try SettingsFile(url: folder.url(of: "config.toml")).set(.key(.omdbAPIKey), to: "secret")
      #expect(try folder.mode(of: "config.toml") == 0o600)
    }
  }

  @Test func unchangedSettingsAreNotWritten() throws {
    try ScratchFolder.with { folder in
      try folder.write("page.size = \"5\"\n", to: "config.toml")
      let file = SettingsFile(url: folder.url(of: "config.toml"))
      let inodeBefore = try inode(folder.path(of: "config.toml"))
      try file.set(.key(.pageSize), to: "5")
      try file.set(.key(.cacheDays), to: nil)
      #expect(try inode(folder.path(of: "config.toml")) == inodeBefore)
      try file.set(.key(.pageSize), to: "6")
      #expect(try inode(folder.path(of: "config.toml")) != inodeBefore)
    }
  }

  @Test func symbolicLinksAreFollowedAndPreserved() throws {
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

  @Test func fileThatIsNotUTF8IsReadButNotChanged() throws {
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

  @Test func errorsNameAFolderInPlaceOfTheFile() throws {
    try ScratchFolder.with { folder in
      try folder.write("", to: "config.toml/x")
      let file = SettingsFile(url: folder.url(of: "config.toml"))
      for operation in [{ _ = try file.load() }, { try file.set(.key(.pageSize), to: "5") }] {
        let error = #expect(throws: StoreError.self) { try operation() }
        #expect(error?.message.contains(folder.path(of: "config.toml")) == true)
        #expect(error?.exitCategory == .inputOutput)
      }
    }
  }

  @Test func errorsNameTheFileIfItsFolderIsAFile() throws {
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
