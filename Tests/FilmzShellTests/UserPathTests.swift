import FilmzShell
import Testing

struct UserPathTests {
  @Test(arguments: [
    ("~/x y", "/home/me/x y"), ("~", "/home/me"), ("x", "x"), ("/x", "/x"), ("~you/x", "~you/x"),
    ("a~/b", "a~/b"), ("", ""),
  ])
  func leadingTildeIsReplacedByTheHomeFolder(name: String, path: String) {
    #expect(UserPath.expanded(name, environment: ["HOME": "/home/me"]) == path)
  }

  @Test(arguments: [[:], ["HOME": ""]])
  func tildeIsUnchangedWithoutAHomeFolder(environment: [String: String]) {
    #expect(UserPath.expanded("~/x", environment: environment) == "~/x")
  }
}
