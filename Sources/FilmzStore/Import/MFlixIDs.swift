package import FilmzDomain
package import Foundation

extension UUID {
  /// The namespace of comments of MFlix: 2c7be0f4-9d0e-4a53-8f16-5d2a41c3e978.
  private static let commentNamespace: [UInt8] = [
    0x2c, 0x7b, 0xe0, 0xf4, 0x9d, 0x0e, 0x4a, 0x53, 0x8f, 0x16, 0x5d, 0x2a, 0x41, 0xc3, 0xe9, 0x78,
  ]

  /// Creates the id of a comment from the id of its document at MFlix; it is the same on every computer.
  package init(ofMFlixComment document: String) {
    self.init(nameBased: Array(document.utf8), in: Self.commentNamespace)
  }
}

extension FilmID {
  /// The namespace of films of MFlix: 7e1f03ab-64c8-4d9b-b2f5-08c6d1e4925a.
  private static let movieNamespace: [UInt8] = [
    0x7e, 0x1f, 0x03, 0xab, 0x64, 0xc8, 0x4d, 0x9b, 0xb2, 0xf5, 0x08, 0xc6, 0xd1, 0xe4, 0x92, 0x5a,
  ]

  /// Creates the id of a film without another id from the id of its document at MFlix.
  package init(ofMFlixMovie document: String) {
    let uuid = UUID(nameBased: Array(document.utf8), in: Self.movieNamespace)
    self.init(unchecked: "own:\(uuid.uuidString)")
  }
}
