import FilmzDomain
import Testing

struct AudienceTests {
  @Test(arguments: [
    ("me", Audience.me), ("ME", .me), ("Me alone", .me), ("me alone", .me), ("partner", .partner),
    ("Me and partner", .partner), ("ME AND PARTNER", .partner), ("family", .family),
    ("Family", .family),
  ])
  func shortAndLongNamesAreAccepted(text: String, audience: Audience) {
    #expect(Audience(named: text) == audience)
  }

  @Test(arguments: ["", "none", "kids", "me ", "alone", "meandpartner"])
  func otherNamesAreRejected(text: String) {
    #expect(Audience(named: text) == nil)
  }

  @Test func errorMessageListsAllAudiences() {
    let message = DomainError.invalidAudience("kids").message
    for audience in Audience.allCases { #expect(message.contains(audience.rawValue)) }
    #expect(message.contains("\"kids\"") && message.contains("none"))
  }
}
