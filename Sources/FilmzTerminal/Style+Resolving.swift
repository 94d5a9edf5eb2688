extension Style {
  /// The style that option, environment and terminal ask for together.
  ///
  /// `--color` beats a non-empty `NO_COLOR`, that beats a non-empty `CLICOLOR_FORCE`, and that
  /// the terminal, which has colour if `TERM` is neither empty nor `dumb`. Source: contract.md,
  /// Text.
  package static func resolve(
    choice: ColorChoice, environment: [String: String], isTerminal: Bool
  ) -> Style {
    switch choice {
    case .always: Style(isOn: true)
    case .never: Style(isOn: false)
    case .auto: Style(isOn: isOn(environment: environment, isTerminal: isTerminal))
    }
  }

  private static func isOn(environment: [String: String], isTerminal: Bool) -> Bool {
    func isSet(_ name: String) -> Bool { environment[name]?.isEmpty == false }
    if isSet("NO_COLOR") { return false }
    if isSet("CLICOLOR_FORCE") { return true }
    return isTerminal && isSet("TERM") && environment["TERM"] != "dumb"
  }
}
