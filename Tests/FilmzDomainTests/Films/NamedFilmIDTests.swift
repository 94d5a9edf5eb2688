import FilmzDomain
import Testing

/// The ids of films that are known by title and year only, which all machines must make alike.
struct NamedFilmIDTests {
  /// The UUIDs (version 5) were computed with Python from the namespace 8a3c6f0e-1b52-4d97-a6e4-95d0c7b81f23 and the lines
  /// `1`, the folded title, the year, `film` or `series`, and the address if there is one.
  @Test(
    arguments: [
      ("Summer in Graz", 2019, false, nil, "2919A441-ED48-583F-9ABC-8472F7EA811C"),
      ("SUMMER IN GRAZ!", 2019, false, nil, "2919A441-ED48-583F-9ABC-8472F7EA811C"),
      ("Summer in Graz", nil, false, nil, "01ACEF6E-DB04-56E1-A744-55529A95C082"),
      ("Summer in Graz", 2019, true, nil, "CAF7692B-D5EB-508D-A5EC-BFE0A23E5B2E"),
      (
        "Summer in Graz", 2019, false, "https://boxd.it/abcd",
        "D624F445-6ACC-554C-8379-15377DDA3BE6"
      ), ("The Lantern", 1961, false, nil, "868C29E4-79B5-5E59-9562-8BA27E059930"),
      ("Žluťoučký kůň", 2011, false, nil, "03E0C7C0-B5B1-5C88-9679-6E322FA6A5A9"),
      ("Straße", 1988, false, nil, "588C5544-FBC1-5C8E-90E5-7A70A84DD44B"),
      ("Don't Look", 1973, false, nil, "9EFBF222-8B22-5B3E-9E98-FCA2AAB99DD3"),
      ("紙の灯台", 2021, false, nil, "783DB455-40C4-507C-933B-06058CACB564"),
      ("$", 1971, false, nil, "AC525B5A-5A00-50EB-97EE-1DE15052EB67"),
      ("???", nil, true, nil, "19650D0C-F15A-5940-B6B8-C03E398B2C76"),
    ] as [(String, Int?, Bool, String?, String)])
  func idsAreFrozen(title: String, year: Int?, isSeries: Bool, address: String?, uuid: String) {
    let id = FilmID(named: title, year: year, isSeries: isSeries, address: address)
    #expect(id.rawValue == "named:" + uuid)
    #expect(id.isNamed && id.isCanonical)
  }
}
