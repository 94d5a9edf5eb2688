import FilmzDomain

extension String {
  /// The names in a field, which are separated by commas; at most 100, without control characters.
  var namesInField: [String] {
    let isPlain = utf8.count <= TextLimit.nameLength && utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    guard isPlain else {
      return split(separator: ",", maxSplits: 100).prefix(100).map { String($0).withoutLineBreaks.trimmed }
        .filter { !$0.isEmpty && $0.isName }
    }
    return utf8.split(separator: UInt8(ascii: ",")).prefix(100).compactMap { field in
      let name = field.drop { $0 == 0x20 }
      let end = name.lastIndex { $0 != 0x20 }
      return end.flatMap { String(name[...$0]) }
    }
  }
}
