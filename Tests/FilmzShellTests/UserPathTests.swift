import FilmzShell
import Testing

struct UserPathTests {
  @Test(arguments: [
    ("~/x y", "/home/me/x y"), ("~", "/home/me"), ("x", "x"), ("/x", "/x"), ("~you/x", "~you/x"),
    ("a~/b", "a~/b"), ("", ""),
  ])
  func leadingTildeIsReplacedByTheHomeFolder(name: String, path: String) {
    #expect(UserPath(environment: ["HOME": "/home/me"]).expanded(name) == path)
  }

  @Test(arguments: [[:], ["HOME": ""]])
  func tildeIsUnchangedWithoutAHomeFolder(environment: [String: String]) {
    #expect(UserPath(environment: environment).expanded("~/x") == "~/x")
  }

  @Test(arguments: [
    ("x", "/work/x"), ("./x", "/work/./x"), ("/x", "/x"), ("~/x", "/home/me/x"), ("", ""),
  ])
  func relativePathsAreInTheFolder(name: String, path: String) {
    #expect(UserPath(environment: ["HOME": "/home/me"], folder: "/work").expanded(name) == path)
  }
}
