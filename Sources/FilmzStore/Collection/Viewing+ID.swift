import Crypto
package import FilmzDomain
package import Foundation

extension Viewing {
  /// The UUID namespace of viewing ids: 5b1d2f3e-6a0c-4e9b-8f47-0c2d9a7e4f10.
  private static let namespace: [UInt8] = [
    0x5b, 0x1d, 0x2f, 0x3e, 0x6a, 0x0c, 0x4e, 0x9b, 0x8f, 0x47, 0x0c, 0x2d, 0x9a, 0x7e, 0x4f, 0x10,
  ]

  /// Returns the id of a viewing, a name-based UUID that is the same on every computer (RFC 9562,
  /// version 5).
  ///
  /// `number` counts the film's viewings with the same date, or without a date, from 1.
  package static func id(film: FilmID, date: PartialDate?, number: Int) -> UUID {
    let name = "\(film.rawValue)\n\(date?.text ?? "")\n\(number)"
    var bytes = Array(Insecure.SHA1.hash(data: namespace + Array(name.utf8)).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
