extension Rating {
  /// The rating in half stars, 0–10, rounded to the nearest; halves are rounded up.
  package var halfStars: Int { (tenths + 5) / 10 }

  /// The rating in stars, such as `★★★★½`; `☆` for a rating that rounds to no star.
  package var stars: String {
    guard halfStars > 0 else { return "☆" }
    return String(repeating: "★", count: halfStars / 2) + (halfStars.isMultiple(of: 2) ? "" : "½")
  }
}
