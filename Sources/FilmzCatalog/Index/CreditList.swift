/// The people of a title in the order in which they are named, as a row of the catalog holds them:
/// for each a role (1 byte) and IMDb's number as a varint.
enum CreditList {
  static func append(_ person: UInt32, _ role: Role, to bytes: inout [UInt8]) {
    bytes.append(role.rawValue)
    Varint.append(person, to: &bytes)
  }

  /// The people of a row; what is damaged ends it.
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
