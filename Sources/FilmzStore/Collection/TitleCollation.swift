import FilmzDomain
import Foundation
import Glibc

/// How titles are sorted: by the rules of the user's language, where the system knows them.
///
/// The keys are glibc's (`strxfrm`, ISO 14651 with the locale's own rules), to be compared byte by
/// byte. Without a locale that has rules of its own the key is the folded title.
package struct TitleCollation: Sendable {
  /// Titles without case, accents and punctuation.
  package static let folded = TitleCollation(name: "folded 1", locale: nil)

  /// Tells collations apart, so that stored keys of another one are made anew.
  let name: String
  private let locale: SystemLocale?

  /// The collation that the environment asks for.
  package init(environment: [String: String]) {
    let name = ["LC_ALL", "LC_COLLATE", "LANG"].compactMap { environment[$0] }
      .first { !$0.isEmpty }
    guard let name, let locale = SystemLocale(name) else {
      self = .folded
      return
    }
    self.init(name: "\(locale.name) \(Self.systemVersion)", locale: locale)
  }

  private init(name: String, locale: SystemLocale?) {
    self.name = name
    self.locale = locale
  }

  /// Another version of glibc may have other rules.
  private static var systemVersion: String {
    var bytes = [CChar](repeating: 0, count: 64)
    let length = confstr(Int32(_CS_GNU_LIBC_VERSION), &bytes, bytes.count)
    let text = bytes.prefix(max(0, min(length, bytes.count) - 1)).map(UInt8.init(bitPattern:))
    return String(decoding: text, as: UTF8.self)
  }

  /// The sort key of a title; what has none comes last.
  func key(_ title: String?) -> Data {
    guard let title, !title.isEmpty else { return Data([0xFF]) }
    return locale?.key(title) ?? Data(TextFolding.key(title).utf8)
  }
}

/// A locale of the system that has rules for sorting.
private struct SystemLocale: Sendable {
  let name: String
  // Unsafe by its type alone, a pointer: it is never changed or freed, and the `_l` functions may be
  // called from any thread (POSIX).
  private nonisolated(unsafe) let handle: locale_t

  /// The locale of a name such as `sv_SE.UTF-8`, or nothing where it is not installed.
  init?(_ name: String) {
    let language = name.prefix { $0 != "." && $0 != "@" }
    guard language != "C", language != "POSIX" else { return nil }
    let modifier = name.firstIndex(of: "@").map { name[$0...] } ?? ""
    self.name = language + ".UTF-8" + modifier
    guard let handle = newlocale(LC_COLLATE_MASK, self.name, nil) else { return nil }
    self.handle = handle
  }

  func key(_ title: String) -> Data {
    var key = [CChar](repeating: 0, count: title.utf8.count * 8 + 16)
    var length = strxfrm_l(&key, title, key.count, handle)
    if length >= key.count {
      key = [CChar](repeating: 0, count: length + 1)
      length = strxfrm_l(&key, title, key.count, handle)
    }
    return Data(key.prefix(length).map(UInt8.init(bitPattern:)))
  }
}
