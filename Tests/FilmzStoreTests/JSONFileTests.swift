import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

struct JSONFileTests {
  private struct Value: Codable, Sendable, Equatable {
    var number: Int
    var text = "é \u{1B} 🎬"
  }

  private static func file(_ folder: ScratchFolder, _ name: String = "a/b/x.json") -> JSONFile<
    Value
  > {
    JSONFile(url: folder.url(of: name))
  }

  @Test func savedValuesAreLoadedUnchanged() throws {
    try ScratchFolder.with { folder in
      let file = Self.file(folder)
      #expect(file.load() == nil)
      try file.save(Value(number: 1))
      #expect(file.load() == Value(number: 1))
      try file.save(Value(number: 2))
      #expect(Self.file(folder).load() == Value(number: 2))
    }
  }

  @Test func fileAndItsFoldersArePrivate() throws {
    try ScratchFolder.with { folder in
      try Self.file(folder).save(Value(number: 1))
      try Self.file(folder, "c/x.json").update { $0 = Value(number: 1) }
      for folderName in ["a", "a/b", "c"] { #expect(try folder.mode(of: folderName) == 0o700) }
      for name in ["a/b/x.json", "c/x.json"] { #expect(try folder.mode(of: name) == 0o600) }
      let files = try folder.files()
      #expect(files == ["a/b/x.json", "c/x.json"])
    }
  }

  @Test(arguments: ["", "{", "null", "[]", #"{"number":"1","text":""}"#, "\u{0}"])
  func filesWithOtherContentAreLoadedAsNil(content: String) throws {
    try ScratchFolder.with { folder in
      try folder.write(content, to: "a/b/x.json")
      let file = Self.file(folder)
      #expect(file.load() == nil)
      try file.update { $0 = Value(number: ($0?.number ?? 0) + 1) }
      #expect(file.load() == Value(number: 1))
    }
  }

  @Test func folderInPlaceOfTheFileIsLoadedAsNil() throws {
    try ScratchFolder.with { folder in
      try folder.write("", to: "a/b/x.json/y")
      #expect(Self.file(folder).load() == nil)
      #expect(throws: StoreError.self) { try Self.file(folder).save(Value(number: 1)) }
    }
  }

  @Test func updatesReceiveTheCurrentValue() throws {
    try ScratchFolder.with { folder in
      let file = Self.file(folder)
      var receivedNumbers: [Int?] = []
      for number in 1...3 {
        try file.update { value in
          receivedNumbers.append(value?.number)
          value = Value(number: number)
        }
      }
      #expect(receivedNumbers == [nil, 1, 2])
      #expect(file.load()?.number == 3)
    }
  }

  @Test func updatingToNilRemovesTheValue() throws {
    try ScratchFolder.with { folder in
      let file = Self.file(folder)
      try file.update { _ in }
      #expect(file.load() == nil)
      try file.save(Value(number: 1))
      try file.update { $0 = nil }
      #expect(file.load() == nil)
      try file.update { $0 = Value(number: ($0?.number ?? 0) + 2) }
      #expect(file.load() == Value(number: 2))
    }
  }

  @Test func shorterValueReplacesALongerOneCompletely() throws {
    try ScratchFolder.with { folder in
      let file = Self.file(folder)
      try file.save(Value(number: 1, text: String(repeating: "long ", count: 2000)))
      try file.update { $0?.text = "short" }
      #expect(file.load() == Value(number: 1, text: "short"))
    }
  }

  @Test func concurrentUpdatesAreNotLost() async throws {
    try await ScratchFolder.with { folder in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 1...8 {
          group.addTask {
            let file = Self.file(folder)
            for _ in 1...20 { try file.update { $0 = Value(number: ($0?.number ?? 0) + 1) } }
          }
        }
        try await group.waitForAll()
      }
      #expect(Self.file(folder).load()?.number == 160)
    }
  }

  @Test func errorsNameThePathThatCannotBeWritten() throws {
    try ScratchFolder.with { folder in
      try folder.write("in the way", to: "a")
      let file = Self.file(folder)
      let writes = [{ try file.save(Value(number: 1)) }, { try file.update { _ in } }]
      for write in writes {
        let error = try #require(#expect(throws: StoreError.self, performing: write))
        #expect(error.message.contains("cannot write \(folder.path(of: "a"))"))
        #expect(error.message.contains("Not a directory"))
      }
      #expect(file.load() == nil)
    }
  }
}
