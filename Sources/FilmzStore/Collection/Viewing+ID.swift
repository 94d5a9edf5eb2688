package import FilmzDomain
package import Foundation

extension Viewing {
  /// The UUID namespace of viewing ids: 5b1d2f3e-6a0c-4e9b-8f47-0c2d9a7e4f10.
  private static let namespace: [UInt8] = [
    0x5b, 0x1d, 0x2f, 0x3e, 0x6a, 0x0c, 0x4e, 0x9b, 0x8f, 0x47, 0x0c, 0x2d, 0x9a, 0x7e, 0x4f, 0x10,
  ]

  /// Returns the id of a viewing, which is the same on every computer.
  ///
  /// `number` counts the film's viewings with the same date, or without a date, from 1.
  package static func id(film: FilmID, date: PartialDate?, number: Int) -> UUID {
    UUID(
      nameBased: Array("\(film.rawValue)\n\(date?.text ?? "")\n\(number)".utf8), in: namespace)
  }
}

extension UUID {
  /// Creates the name-based UUID of a name in a namespace (RFC 9562, version 5).
  package init(nameBased name: [UInt8], in namespace: [UInt8]) {
    var bytes = SHA1.hash(of: namespace + name)
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
