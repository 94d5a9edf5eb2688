/// The state of something that the user switches on or off.
enum Switch: String, NamedChoice {
  case on
  case off
}
