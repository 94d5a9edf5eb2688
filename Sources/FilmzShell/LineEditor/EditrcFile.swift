import CLibEdit
import FilmzFiles
import Foundation

/// The libedit configuration in `~/.editrc`, or in the file that `EDITRC` names.
struct EditrcFile {
  /// Commands to which no key may be bound; lines that contain them are skipped.
  ///
  /// `ed-command` reads past the end of its buffer if a quote is not closed, and `vi-histedit`
  /// starts `$EDITOR` without setting the terminal's modes for it.
  private static let disabledCommands: Set = ["ed-command", "vi-histedit"]

  private let lines: [Substring]

  /// Reads the file; a file that cannot be read is treated as empty.
  init() {
    let text = Self.path.flatMap { try? PrivateFile.read(URL(filePath: $0)) } ?? Data()
    lines = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
  }

  /// Runs the lines.
  ///
  /// If `selectingKeyMap` is `false`, lines that select emacs or vi keys are skipped.
  ///
  /// Does not use `el_source`, which crashes if a quote is not closed and stops at the first error.
  func apply(to handle: OpaquePointer, selectingKeyMap: Bool = true) {
    for line in lines { Self.run(String(line), handle, selectingKeyMap) }
  }

  private static func run(_ line: String, _ handle: OpaquePointer, _ selectsKeyMap: Bool) {
    guard let tokenizer = tok_init(nil) else { return }
    defer { tok_end(tokenizer) }
    var count: CInt = 0
    var pointers: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    guard tok_str(tokenizer, line, &count, &pointers) == 0, count > 0 else { return }
    let words = (0..<Int(count)).compactMap { pointers?[$0].map { String(cString: $0) } }
    guard words[0].first != "#", disabledCommands.isDisjoint(with: words),
      selectsKeyMap || !words.contains(where: ["-v", "-e"].contains)
    else { return }
    el_parse(handle, count, pointers)
  }

  private static var path: String? {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    return variable("EDITRC") ?? variable("HOME").map { $0 + "/.editrc" }
  }
}
