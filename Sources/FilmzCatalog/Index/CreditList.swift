/// The format of the credits of a title: the people in the order of the datasets.
///
/// For each person a role (1 byte) and IMDb's number as a varint.
enum CreditList {
  static func append(_ person: UInt32, _ role: Role, to bytes: inout [UInt8]) {
    bytes.append(role.rawValue)
    Varint.append(person, to: &bytes)
  }

  /// Returns the people of a row, up to the first damaged credit.
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
