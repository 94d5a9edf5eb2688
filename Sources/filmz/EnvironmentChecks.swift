import FilmzShell
import FilmzTerminal
import FilmzViewModels
import Glibc

/// What there is to say of locale and terminal, for `doctor`.
struct EnvironmentChecks {
  let environment: [String: String]

  var checks: [HealthCheck] { [locale, terminal] }

  private var locale: HealthCheck {
    let name = RenderTarget.locale(environment: environment)
    guard RenderTarget.isUTF8(environment: environment) else {
      return .warn(
        "locale", "\(name ?? "none is set"), not UTF-8; filmz writes UTF-8 all the same",
        remedy: "export LANG=C.UTF-8, if titles look odd")
    }
    return .ok("locale", name ?? "")
  }

  private var terminal: HealthCheck {
    guard isTerminal(STDOUT_FILENO) else { return .ok("terminal", "none; output is not cut") }
    let kind = environment["TERM"].flatMap { $0.isEmpty ? nil : $0 }
    let size = [columns(of: STDOUT_FILENO), rows(of: STDOUT_FILENO)]
      .map { $0.map(String.init) ?? "?" }.joined(separator: " × ")
    guard let kind, kind != "dumb" else {
      return .warn(
        "terminal", "\(kind ?? "TERM is not set"), \(size): no colour, no sign of progress",
        remedy: "export TERM=xterm-256color, if the terminal is more than that")
    }
    let colours = Style.resolve(choice: .auto, environment: environment, isTerminal: true).isOn
    return .ok("terminal", "\(kind), \(size), \(colours ? "with" : "without") colour")
  }
}
