import FilmzDomain
import Foundation
import Glibc

/// The order of titles, by the rules of the user's language if its locale is installed.
///
/// With a locale, the sort keys are those of glibc (`strxfrm`, ISO 14651 with the locale's rules). Without one, the
/// sort key is the folded title. Sort keys are compared byte by byte.
package struct TitleCollation: Sendable {
  /// The order of folded titles, which ignores case, accents, and punctuation.
  package static let folded = TitleCollation(name: "folded 1", locale: nil)

  /// The name of the collation.
  ///
  /// If the stored sort keys are those of a collation with another name, they are computed again.
  let name: String
  private let locale: SystemLocale?

  /// Creates the collation for the locale in the environment variables.
  package init(environment: [String: String]) {
    let name = ["LC_ALL", "LC_COLLATE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
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

  /// The version of glibc, because each version may have different rules.
  private static var systemVersion: String {
    var bytes = [CChar](repeating: 0, count: 64)
    let length = confstr(Int32(_CS_GNU_LIBC_VERSION), &bytes, bytes.count)
    let text = bytes.prefix(max(0, min(length, bytes.count) - 1)).map(UInt8.init(bitPattern:))
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the sort key of a title; a missing or empty title is sorted last.
  func key(_ title: String?) -> Data {
    guard let title, !title.isEmpty else { return Data([0xFF]) }
    return locale?.key(title) ?? Data(TextFolding.key(title).utf8)
  }
}

/// An installed locale with collation rules.
private struct SystemLocale: Sendable {
  let name: String
  // `nonisolated(unsafe)` is only needed because this is a pointer. The locale is never changed or freed, and
  // the `_l` functions may be called from any thread (POSIX).
  private nonisolated(unsafe) let handle: locale_t

  /// Creates the locale with a name such as `sv_SE.UTF-8`; another encoding in the name is replaced by UTF-8.
  ///
  /// Returns `nil` for `C` and `POSIX`, and if the locale is not installed.
  init?(_ name: String) {
    let language = name.prefix { $0 != "." && $0 != "@" }
    guard language != "C", language != "POSIX" else { return nil }
    let modifier = name.firstIndex(of: "@").map { name[$0...] } ?? ""
    self.name = language + ".UTF-8" + modifier
    guard let handle = newlocale(LC_COLLATE_MASK, self.name, nil) else { return nil }
    self.handle = handle
  }

  /// Returns the sort key of a title.
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
