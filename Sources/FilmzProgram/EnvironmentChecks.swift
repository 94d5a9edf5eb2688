import FilmzDomain
import FilmzShell
import FilmzTerminal
import FilmzViewModels

/// The checks of the locale and the terminal for `doctor`.
struct EnvironmentChecks {
  let environment: [String: String]
  /// The descriptor of standard output.
  let output: CInt

  var checks: [HealthCheck] { [locale, terminal] }

  private var locale: HealthCheck {
    let name = RenderTarget.locale(environment: environment)
    guard RenderTarget.isUTF8(environment: environment) else {
      return .warn(
        "locale", "\(name ?? "none is set"), not UTF-8; filmz writes UTF-8 anyway",
        remedy: .setLocale)
    }
    return .ok("locale", name ?? "")
  }

  private var terminal: HealthCheck {
    guard isTerminal(output) else { return .ok("terminal", "none; output is not truncated") }
    let type = environment["TERM"].flatMap { $0.isEmpty ? nil : $0 }
    let size = [columns(of: output), rows(of: output)]
      .map { $0.map(String.init) ?? "?" }.joined(separator: " × ")
    guard let type, type != "dumb" else {
      return .warn(
        "terminal", "\(type ?? "TERM is not set"), \(size): no color, no progress display",
        remedy: .setTerminalType)
    }
    let usesColor = Style.resolve(choice: .auto, environment: environment, isTerminal: true)
      .usesColor
    return .ok("terminal", "\(type), \(size), \(usesColor ? "with" : "without") color")
  }
}
