import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzCatalog

/// The lock and the atomic replacement of the catalog file.
@Suite struct CatalogPublisherTests {
  @Test("A second concurrent import is rejected")
  func concurrentImportsAreRejected() async throws {
    try await ScratchFolder.with { folder in
      try folder.write(.basics, [DatasetRow.title(1, "Zorbal")])
      do {
        let publisher = try CatalogPublisher(folder.catalog)
        #expect(throws: CatalogError.busy) { try CatalogPublisher(folder.catalog) }
        await #expect(throws: CatalogError.busy) { try await folder.importCatalog() }
        #expect(folder.exists("home/catalog.sqlite.new"))
        publisher.discard()
        #expect(!folder.exists("home/catalog.sqlite.new"))
      }
      #expect(try await folder.importCatalog().titles == 1)
    }
  }

  @Test("The draft of a killed import is overwritten, and the folder is private")
  func leftoversAreOverwritten() throws {
    try ScratchFolder.with { folder in
      try folder.write("old", to: "home/catalog.sqlite.new")
      let publisher = try CatalogPublisher(folder.catalog)
      #expect(try folder.read("home/catalog.sqlite.new") == "")
      #expect(try folder.mode(of: "home/catalog.sqlite.new") == 0o600)
      try folder.write("new", to: "home/catalog.sqlite.new")
      #expect(try publisher.publish() == 3)
      #expect(try folder.read("home/catalog.sqlite") == "new")
      #expect(!folder.exists("home/catalog.sqlite.new"))
      _ = try CatalogPublisher(folder.url(of: "other/home/catalog.sqlite"))
      #expect(try folder.mode(of: "other/home") == 0o700)
    }
  }

  @Test("A symbolic link to the catalog is preserved")
  func symbolicLinksArePreserved() throws {
    try ScratchFolder.with { folder in
      try folder.write("old", to: "big/catalog.sqlite")
      try folder.write("", to: "home/x")
      try FileManager.default.createSymbolicLink(
        at: folder.catalog, withDestinationURL: folder.url(of: "big/catalog.sqlite"))
      let publisher = try CatalogPublisher(folder.catalog)
      try folder.write("new", to: "big/catalog.sqlite.new")
      _ = try publisher.publish()
      #expect(try folder.read("big/catalog.sqlite") == "new")
      #expect(try folder.read("home/catalog.sqlite") == "new")
    }
  }

  @Test("A folder that cannot be created is reported")
  func unusableFoldersAreReported() throws {
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
