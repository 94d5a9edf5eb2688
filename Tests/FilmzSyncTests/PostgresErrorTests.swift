import Testing

@testable import FilmzSync

struct PostgresErrorTests {
  @Test(arguments: [nil, "08000", "08006", "57P01", "57P02", "57P03", "57P05"])
  func lostConnectionIsUnreachable(code: String?) {
    let error = PostgresError(code: code, message: "terminating connection")
    #expect(error == PostgresError(.unreachable, "terminating connection"))
  }

  @Test(arguments: ["42501", "57014", "23505", "53100", "0A000"])
  func otherCodesAreRefusals(code: String) {
    #expect(PostgresError(code: code, message: nil).kind == .refused(code: code))
    #expect(PostgresError(code: code, message: nil).message == "error \(code)")
  }

  @Test func messageOfALostConnectionCanBeMissing() {
    #expect(PostgresError(code: nil, message: nil).message == "the connection was lost")
  }
}
