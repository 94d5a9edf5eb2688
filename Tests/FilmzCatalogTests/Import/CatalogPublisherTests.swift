import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzCatalog

/// Where a catalog is made.
@Suite struct CatalogPublisherTests {
  @Test("Two imports at once are one too many")
  func placesAreHeld() async throws {
    try await ScratchFolder.with { folder in
      try folder.write(.basics, [Datasets.title(1, "Zorbal")])
      do {
        let place = try CatalogPublisher(folder.catalog)
        #expect(throws: CatalogError.busy) { try CatalogPublisher(folder.catalog) }
        await #expect(throws: CatalogError.busy) { try await folder.importCatalog() }
        #expect(folder.exists("home/catalog.sqlite.new"))
        place.discard()
        #expect(!folder.exists("home/catalog.sqlite.new"))
      }
      #expect(try await folder.importCatalog().titles == 1)
    }
  }

  @Test("What a killed import left is overwritten, and the folder is the user's own")
  func leftoversAreOverwritten() throws {
    try ScratchFolder.with { folder in
      try folder.write("old", to: "home/catalog.sqlite.new")
      let place = try CatalogPublisher(folder.catalog)
      #expect(try folder.read("home/catalog.sqlite.new") == "")
      #expect(try folder.mode(of: "home/catalog.sqlite.new") == 0o600)
      try folder.write("new", to: "home/catalog.sqlite.new")
      #expect(try place.publish() == 3)
      #expect(try folder.read("home/catalog.sqlite") == "new")
      #expect(!folder.exists("home/catalog.sqlite.new"))
      _ = try CatalogPublisher(folder.url(of: "other/home/catalog.sqlite"))
      #expect(try folder.mode(of: "other/home") == 0o700)
    }
  }

  @Test("A catalog that is a link stays one")
  func linksStay() throws {
    try ScratchFolder.with { folder in
      try folder.write("old", to: "big/catalog.sqlite")
      try folder.write("", to: "home/x")
      try FileManager.default.createSymbolicLink(
        at: folder.catalog, withDestinationURL: folder.url(of: "big/catalog.sqlite"))
      let place = try CatalogPublisher(folder.catalog)
      try folder.write("new", to: "big/catalog.sqlite.new")
      _ = try place.publish()
      #expect(try folder.read("big/catalog.sqlite") == "new")
      #expect(try folder.read("home/catalog.sqlite") == "new")
    }
  }

  @Test("A folder that cannot be made is named")
  func foldersThatCannotBe() throws {
    try ScratchFolder.with { folder in
      try folder.write("", to: "home")
      #expect {
        try CatalogPublisher(folder.catalog)
      } throws: { error in
        if case .unusableFolder? = error as? CatalogError { true } else { false }
      }
    }
  }
}
