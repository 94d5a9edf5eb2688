import CLibEdit
import FilmzFiles
import Foundation

/// The lines of `~/.editrc`, or of the file that `EDITRC` names.
struct UsersKeys {
  /// Commands that no key is bound to: `ed-command` reads a quote that is not closed from memory that
  /// is not its own, and `vi-histedit` starts `$EDITOR` in a terminal that is not given to it.
  private static let refusedCommands: Set = ["ed-command", "vi-histedit"]

  private let lines: [Substring]

  /// Reads the file; there are no lines if it cannot be read.
  init() {
    let text = Self.path.flatMap { try? PrivateFile.read(URL(filePath: $0)) } ?? Data()
    lines = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
  }

  /// Runs the lines, or those of them that do not choose between the keys of emacs and vi.
  ///
  /// Not by `el_source`, which crashes on a quote that is not closed and ends at the first wrong line.
  func apply(to handle: OpaquePointer, choosingKeys: Bool = true) {
    for line in lines { Self.run(String(line), handle, choosingKeys) }
  }

  private static func run(_ line: String, _ handle: OpaquePointer, _ choosesKeys: Bool) {
    guard let tokenizer = tok_init(nil) else { return }
    defer { tok_end(tokenizer) }
    var count: CInt = 0
    var pointers: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    guard tok_str(tokenizer, line, &count, &pointers) == 0, count > 0 else { return }
    let words = (0..<Int(count)).compactMap { pointers?[$0].map { String(cString: $0) } }
    guard words[0].first != "#", refusedCommands.isDisjoint(with: words),
      choosesKeys || !words.contains(where: ["-v", "-e"].contains)
    else { return }
    el_parse(handle, count, pointers)
  }

  private static var path: String? {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    return variable("EDITRC") ?? variable("HOME").map { $0 + "/.editrc" }
  }
}
