import Glibc

/// Different texts in the order of their first use, to which columns refer by their indices.
///
/// Texts are different if their bytes are, even if they are canonically equivalent.
struct TextTable {
  private(set) var texts: [String] = []
  private var indices: [ExactText: Int] = [:]
  private var previous: (text: ExactText, index: Int)?

  /// Returns the index of a text, or `nil` if it has not been inserted.
  mutating func index(of text: String) -> Int? {
    let text = ExactText(text)
    if let previous, previous.text == text { return previous.index }
    guard let index = indices[text] else { return nil }
    previous = (text, index)
    return index
  }

  /// Inserts a text unless it has been inserted, and returns its index.
  @discardableResult
  mutating func insert(_ text: String) -> Int {
    if let index = index(of: text) { return index }
    indices[ExactText(text)] = texts.count
    texts.append(text)
    return texts.count - 1
  }
}

/// A text that is compared by its UTF-8 bytes.
struct ExactText: Hashable {
  private let text: String

  init(_ text: String) { self.text = text }

  static func == (left: Self, right: Self) -> Bool {
    var (left, right) = (left.text, right.text)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        guard left.count == right.count else { return false }
        guard let start = left.baseAddress, let other = right.baseAddress else { return true }
        return memcmp(start, other, left.count) == 0
      }
    }
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
