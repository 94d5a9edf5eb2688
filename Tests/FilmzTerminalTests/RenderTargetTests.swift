import FilmzTerminal
import Glibc
import Testing

struct RenderTargetTests {
  @Test(
    arguments: [
      (["COLUMNS": "40"], 100, 100), (["COLUMNS": "40"], nil, 40), ([:], 80, 80), ([:], nil, nil),
      (["COLUMNS": "0"], nil, nil), (["COLUMNS": "-5"], nil, nil), (["COLUMNS": "wide"], nil, nil),
      (["COLUMNS": ""], nil, nil), (["COLUMNS": "1"], nil, 1),
      (["COLUMNS": "9223372036854775807"], nil, 1_000_000), (["COLUMNS": "+60"], nil, 60),
      (["COLUMNS": "99999999999999999999"], nil, nil), (["COLUMNS": "40"], 0, 40),
    ] as [([String: String], Int?, Int?)])
  func widthComesFromTheTerminalThenFromColumns(
    environment: [String: String], terminal: Int?, expected: Int?
  ) {
    #expect(RenderTarget.width(environment: environment, terminalColumns: terminal) == expected)
  }

  @Test(arguments: [-1, 0, 1])
  func aTargetIsAtLeastOneCellWide(width: Int) {
    #expect(RenderTarget(width: width).width == 1)
  }

  @Test func sizeOfATerminalIsReported() {
    var (leader, follower): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: 33, ws_col: 97, ws_xpixel: 0, ws_ypixel: 0)
    #expect(openpty(&leader, &follower, nil, nil, &size) == 0)
    defer { _ = (close(leader), close(follower)) }
    #expect(isTerminal(follower))
    #expect(columns(of: follower) == 97)
    #expect(rows(of: follower) == 33)
  }

  @Test func terminalWithoutASizeHasNoColumnsAndRows() {
    var (leader, follower): (Int32, Int32) = (-1, -1)
    #expect(openpty(&leader, &follower, nil, nil, nil) == 0)
    defer { _ = (close(leader), close(follower)) }
    #expect(columns(of: follower) == nil)
    #expect(rows(of: follower) == nil)
  }

  @Test func fileIsNotATerminal() {
    let null = open("/dev/null", O_RDONLY)
    defer { close(null) }
    #expect(!isTerminal(null))
    #expect(columns(of: null) == nil)
    #expect(columns(of: -1) == nil)
  }
}
