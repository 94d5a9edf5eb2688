/// The format of the credits of a title.
///
/// Each credit consists of the role (1 byte) and the id of the person as a ``Varint``. The credits are
/// in the order in which the datasets list them.
enum CreditList {
  static func append(_ person: UInt32, _ role: Role, to bytes: inout [UInt8]) {
    bytes.append(role.rawValue)
    Varint.append(person, to: &bytes)
  }

  /// Returns the credits; damaged bytes result in wrong ids or roles.
  static func read(_ bytes: UnsafeRawBufferPointer) -> [(person: UInt32, role: Role)] {
    var people: [(person: UInt32, role: Role)] = []
    var index = 0
    while index + 1 < bytes.count {
      let role = Role(rawValue: bytes[index])
      index += 1
      people.append((Varint.read(bytes, at: &index), role))
    }
    return people
  }
}
