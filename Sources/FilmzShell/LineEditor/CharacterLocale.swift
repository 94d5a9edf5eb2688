import Glibc

/// The character set of the C database, by which libedit reads and measures text.
enum CharacterLocale {
  /// Takes the user's, and UTF-8 without a language where the user's is another.
  ///
  /// Only `LC_CTYPE` is set: dates and numbers of the program do not follow it.
  static func establish() {
    setlocale(LC_CTYPE, "")
    let isUTF8 = nl_langinfo(CInt(CODESET)).map { String(cString: $0) } == "UTF-8"
    if !isUTF8 { setlocale(LC_CTYPE, "C.UTF-8") }
  }
}
