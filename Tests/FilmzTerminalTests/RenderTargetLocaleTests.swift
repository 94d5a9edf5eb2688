import FilmzTerminal
import Testing

/// The detection of the locale, and the transliteration of text if its encoding is not UTF-8.
struct RenderTargetLocaleTests {
  @Test(
    arguments: [
      ([:], nil, false), (["LANG": "C"], "C", false), (["LANG": "POSIX"], "POSIX", false),
      (["LANG": "C.UTF-8"], "C.UTF-8", true), (["LANG": "de_DE.utf8"], "de_DE.utf8", true),
      (["LANG": "de_DE.Utf-8"], "de_DE.Utf-8", true), (["LANG": ""], nil, false),
      (["LANG": "de_DE.ISO-8859-1"], "de_DE.ISO-8859-1", false),
      (["LC_ALL": "C", "LC_CTYPE": "C.UTF-8", "LANG": "C.UTF-8"], "C", false),
      (["LC_ALL": "", "LC_CTYPE": "C.UTF-8", "LANG": "C"], "C.UTF-8", true),
      (["LC_CTYPE": "C", "LANG": "C.UTF-8"], "C", false),
    ] as [([String: String], String?, Bool)])
  func firstVariableThatIsNotEmptyNamesTheLocale(
    environment: [String: String], name: String?, isUTF8: Bool
  ) {
    #expect(RenderTarget.locale(environment: environment) == name)
    #expect(RenderTarget.isUTF8(environment: environment) == isUTF8)
  }

  @Test(arguments: [
    ("Heat", "Heat"), ("7.61 ± 1.42", "7.61 +/- 1.42"), ("Léon", "Leon"),
    ("Søren Łuk", "Soren Luk"), ("★★★★½ (9)", "**** 1/2 (9)"), ("8½", "8 1/2"),
    ("e\u{301}", "e"), ("2011–2019…", "2011-2019..."), ("千と", "??"), ("👩‍👩‍👧 x", "??? x"),
  ])
  func textIsTransliteratedIfTheLocaleIsNotUTF8(text: String, ascii: String) {
    #expect(RenderTarget(isUTF8: false).transliterated(text) == ascii)
    #expect(RenderTarget().transliterated(text) == text)
  }

  @Test(arguments: [
    (5, "Al..."), (4, "A..."), (3, "..."), (2, ".."), (1, "."), (0, ""), (9, "Al Pacino"),
  ])
  func truncatedTextFitsWithAnEndingOfSeveralCharacters(width: Int, text: String) {
    #expect("Al Pacino".truncated(toWidth: width, ending: "...") == text)
  }
}
