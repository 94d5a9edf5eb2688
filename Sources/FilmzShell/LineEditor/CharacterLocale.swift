import Glibc

/// The C locale category `LC_CTYPE`, which determines how libedit decodes and measures text.
enum CharacterLocale {
  /// Sets `LC_CTYPE` to the user's locale, or to `C.UTF-8` if the user's character set is not
  /// UTF-8.
  ///
  /// The other categories, such as those for dates and numbers, do not change.
  static func set() {
    setlocale(LC_CTYPE, "")
    let isUTF8 = nl_langinfo(CInt(CODESET)).map { String(cString: $0) } == "UTF-8"
    if !isUTF8 { setlocale(LC_CTYPE, "C.UTF-8") }
  }
}
