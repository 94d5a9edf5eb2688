import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Testing

struct SettingsStoreTests {
  private func store(
    _ folder: ScratchFolder, environment: [String: String] = [:]
  ) -> SettingsStore {
    SettingsStore(
      file: SettingsFile(url: folder.url(of: "config.toml")), environment: environment)
  }

  @Test func environmentOverridesTheFile() async throws {
    try await ScratchFolder.with { folder in
      try folder.write("omdb.apiKey = filed\npage.size = 5\n", to: "config.toml")
      let store = store(folder, environment: ["OMDB_API_KEY": "given"])
      #expect(await store.settings().omdbAPIKey == "given")
      #expect(await store.settings().pageSize == 5)
      #expect(await store.problems().isEmpty)
    }
  }

  @Test func problemsNameFileAndLineNumber() async throws {
    try await ScratchFolder.with { folder in
      try folder.write("page.size = 5\nwrong\ncache.days = x\n", to: "config.toml")
      let store = store(folder)
      let problems = await store.problems().messages
      let path = folder.path(of: "config.toml")
      #expect(problems.count == 2)
      #expect(problems.first?.hasPrefix("\(path) line 2 ") == true)
      #expect(problems.last?.hasPrefix("\(path) line 3 ") == true)
      #expect(await store.settings().pageSize == 5)
      #expect(await store.settings().cacheDays == 30)
    }
  }

  @Test func invalidEnvironmentVariablesAreProblems() async throws {
    try await ScratchFolder.with { folder in
      let store = store(folder, environment: ["OMDB_BASE_URL": "localhost"])
      #expect(await store.problems().count == 1)
      #expect(await store.problems().messages.first?.hasPrefix("OMDB_BASE_URL ") == true)
    }
  }

  @Test func unreadableFileIsAProblemAndCountsAsEmpty() async throws {
    try await ScratchFolder.with { folder in
      try folder.write("", to: "config.toml/x")
      let store = store(folder)
      #expect(await store.settings() == Settings())
      let problems = await store.problems().messages
      #expect(problems.count == 1)
      #expect(problems.first?.contains(folder.path(of: "config.toml")) == true)
    }
  }

  @Test func changesTakeEffectImmediatelyAndAreWrittenToTheFile() async throws {
    try await ScratchFolder.with { folder in
      try folder.write("wrong\n", to: "config.toml")
      let store = store(folder)
      #expect(await store.settings().pageSize == nil)
      try await store.set(.key(.pageSize), to: "7")
      #expect(await store.settings().pageSize == 7)
      #expect(await store.problems().count == 1)
      #expect(try folder.read("config.toml") == "wrong\npage.size = \"7\"\n")
      try await store.set(.key(.pageSize), to: nil)
      #expect(await store.settings().pageSize == nil)
    }
  }

  @Test func invalidValuesAreRejectedAndNotWritten() async throws {
    try await ScratchFolder.with { folder in
      let store = store(folder)
      await #expect(throws: DomainError.self) { try await store.set(.key(.pageSize), to: "0") }
      let files = try folder.files()
      #expect(files.isEmpty)
    }
  }
}
