/// How a piece of text stands out; what it says must also be in the text itself.
package enum Emphasis: Sendable, CaseIterable {
  case plain
  case bold
  case dim
  case red
  case green
  case yellow
  case blue
  case magenta
  case cyan

  /// The SGR parameters that switch it on and off again, `nil` for plain.
  var codes: (on: String, off: String)? {
    switch self {
    case .plain: nil
    case .bold: ("1", "22")
    case .dim: ("2", "22")
    case .red: ("31", "39")
    case .green: ("32", "39")
    case .yellow: ("33", "39")
    case .blue: ("34", "39")
    case .magenta: ("35", "39")
    case .cyan: ("36", "39")
    }
  }
}
