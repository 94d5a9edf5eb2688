import FilmzDomain
import GRDBSQLite

/// Functions on texts whose time grows with the sum of the sizes of their arguments.
///
/// Except for `fold`, their results are those of SQLite's functions for all texts in valid UTF-8.
enum TextFunctions {
  /// `fold(X)`: a text without case and accents, for comparisons.
  static func fold(_ call: FunctionCall) {
    guard let text = call.text(0) else { return }
    var key = TextFolding.key(String(decoding: text, as: UTF8.self))
    key.withUTF8 { call.returnText(UnsafeRawBufferPointer($0)) }
  }

  /// `instr(X, Y)`: the position of the first `Y` in `X`, from 1; 0 if there is none.
  ///
  /// The position is in characters or, for two BLOBs, in bytes.
  static func instr(_ call: FunctionCall) {
    let countsBytes = call.isBlob(0) && call.isBlob(1)
    guard let text = call.text(0), let part = call.text(1) else { return }
    guard !part.isEmpty else { return call.returnInteger(1) }
    guard let offset = BytePattern(part).firstOffset(in: text) else { return call.returnInteger(0) }
    guard offset > 0, !countsBytes else { return call.returnInteger(offset + 1) }
    let before = text[1..<offset].reduce(into: 1) { if !$1.isContinuation { $0 += 1 } }
    call.returnInteger(text[offset].isContinuation ? 0 : before + 1)
  }

  /// `replace(X, Y, Z)`: `X` with `Z` for each `Y`.
  static func replace(_ call: FunctionCall) {
    guard let text = call.text(0), let part = call.text(1) else { return }
    guard let first = part.first, first != 0 else { return call.returnValue(call.argument(0)) }
    guard let replacement = call.text(2) else { return }
    let maximum = call.maximumSize
    let pattern = BytePattern(part)
    var result: [UInt8] = []
    var rest = text
    while let offset = pattern.firstOffset(in: rest) {
      guard result.count + offset + replacement.count <= maximum else {
        return call.returnTooLarge()
      }
      result += rest.slice(0..<offset)
      result += replacement
      rest = rest.slice(offset + part.count..<rest.count)
    }
    result += rest
    result.withUnsafeBytes(call.returnText)
  }

  /// `like(Y, X)` and `like(Y, X, Z)`: whether `X` matches the pattern `Y` with the escape character `Z`.
  ///
  /// The escape character must not be `%` or `_`.
  static func like(_ call: FunctionCall) {
    var escape: Unicode.Scalar?
    if call.count == 3 {
      guard let text = call.text(2) else { return }
      let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
      guard scalars.count == 1, let first = scalars.first else {
        return call.returnError("ESCAPE expression must be a single character")
      }
      guard first != "%", first != "_" else {
        return call.returnError("ESCAPE expression must not be % or _")
      }
      escape = first
    }
    match(call) { sqlite3_strlike($0, $1, escape?.value ?? 0) }
  }

  /// `glob(Y, X)`: whether `X` matches the pattern `Y`.
  static func glob(_ call: FunctionCall) { match(call, sqlite3_strglob) }

  /// Returns 1 if a text matches a pattern, for which `compare` returns 0.
  private static func match(
    _ call: FunctionCall, _ compare: (UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> CInt
  ) {
    guard call.size(0) <= call.maximumPatternSize else {
      return call.returnError("LIKE or GLOB pattern too complex")
    }
    guard let pattern = call.text(0), let text = call.text(1) else { return }
    // SQLite's texts end with NUL.
    let isMatch = compare(
      pattern.baseAddress?.assumingMemoryBound(to: CChar.self),
      text.baseAddress?.assumingMemoryBound(to: CChar.self))
    call.returnInteger(isMatch == 0 ? 1 : 0)
  }

  /// The places where `trim` removes characters.
  enum Side {
    case start
    case end
    case both
  }

  /// `trim(X, Y)`: `X` without the characters of `Y` at its sides; without `Y`, blanks are removed.
  static func trim(_ call: FunctionCall, _ side: Side) {
    guard var text = call.text(0) else { return }
    var removed: Set = [UInt32(UInt8(ascii: " "))]
    if call.count == 2 {
      guard let characters = call.text(1) else { return }
      removed = Self.codes(of: characters)
    }
    while side != .end, let first = text.firstCharacter, removed.contains(first.utf8Code) {
      text = text.slice(first.count..<text.count)
    }
    while side != .start, let last = text.lastCharacter, removed.contains(last.utf8Code) {
      text = text.slice(0..<text.count - last.count)
    }
    call.returnText(text)
  }

  /// Returns the codes of the characters of a text, up to its first NUL.
  private static func codes(of text: UnsafeRawBufferPointer) -> Set<UInt32> {
    var codes: Set<UInt32> = []
    var rest = text
    while let first = rest.firstCharacter, first[0] != 0 {
      codes.insert(first.utf8Code)
      rest = rest.slice(first.count..<rest.count)
    }
    return codes
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func slice(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[range])
  }

  /// The bytes of the first character in UTF-8; `nil` if there is none.
  fileprivate var firstCharacter: UnsafeRawBufferPointer? {
    guard let first else { return nil }
    let followers = first < 0xC0 ? 0 : dropFirst().prefix(3).prefix { $0.isContinuation }.count
    return slice(0..<1 + followers)
  }

  /// The bytes of the last character in UTF-8; `nil` if there is none.
  fileprivate var lastCharacter: UnsafeRawBufferPointer? {
    guard !isEmpty else { return nil }
    let start = suffix(4).lastIndex { !$0.isContinuation } ?? count - 1
    return slice((self[start] < 0xC0 ? count - 1 : start)..<count)
  }

  /// The bytes of a character as a number.
  fileprivate var utf8Code: UInt32 { reduce(0) { $0 << 8 | UInt32($1) } }
}

extension UInt8 {
  /// `true` if a byte in UTF-8 does not begin a character.
  fileprivate var isContinuation: Bool { self & 0xC0 == 0x80 }
}
