import FilmzDomain

/// Creates the HTML document of a page.
struct PageTemplate {
  let page: Page

  var document: HTML {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="\(contentSecurityPolicy)">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <meta name="color-scheme" content="light dark">
    \(generator)
    <title>\(page.title)</title>
    <style>\(HTML.pageStyle)</style>
    </head>
    <body>
    <header>
    <h1><bdi>\(page.title)</bdi></h1>
    \(page.byline.map { "<p class=\"byline\"><bdi>\($0)</bdi></p>\n" })\
    \(page.description.map(paragraphs))\
    \(figures)\
    \(navigation)\
    </header>
    <main>
    \(charts)\
    \(page.sections.enumerated().map { section($1, number: $0 + 1) })\
    </main>
    <footer><p>Made with filmz on \(PartialDate(day: page.madeAt).text).\(tmdbNotice)</p></footer>
    <script>\(HTML.pageScript)</script>
    </body>
    </html>

    """
  }

  /// The element by which ``Page/isPage(_:_:)`` recognizes the page.
  private var generator: HTML { HTML(stringLiteral: Page.mark(page.kind)) }

  /// The policy that allows only the style and the script of the page and, if they are shown, posters.
  private var contentSecurityPolicy: String {
    let rules = [
      "default-src 'none'", "style-src '\(Self.hash(HTML.pageStyle))'",
      "script-src '\(Self.hash(HTML.pageScript))'",
      page.hasPosters ? "img-src https:" : nil, "base-uri 'none'", "form-action 'none'",
    ]
    return rules.compactMap(\.self).joined(separator: "; ")
  }

  private static func hash(_ source: HTML) -> String { "sha256-" + SHA256.base64Hash(of: source.markup) }

  /// The sentence that TMDB's terms require where its pictures are shown; `nil` if no poster is from TMDB.
  private var tmdbNotice: HTML? {
    let posters = page.hasPosters ? page.sections.flatMap(\.films).compactMap(\.securePoster) : []
    guard posters.contains(where: { $0.hasPrefix("https://image.tmdb.org/") }) else { return nil }
    return " This product uses the TMDB API but is not endorsed or certified by TMDB."
  }

  // MARK: - Header

  private func paragraphs(_ text: String) -> HTML {
    let lines = text.split(whereSeparator: \.isNewline).map { line -> HTML in
      "<p class=\"lead\"><bdi>\(String(line))</bdi></p>\n"
    }
    return "\(lines)"
  }

  private var figures: HTML? {
    guard !page.figures.isEmpty else { return nil }
    let items = page.figures.map { figure -> HTML in "<div><dt>\(figure.label)</dt><dd>\(figure.value)</dd></div>\n" }
    return "<dl class=\"figures\">\n\(items)</dl>\n"
  }

  private var navigation: HTML? {
    guard page.sections.count > 1 else { return nil }
    let links = page.sections.enumerated().map { index, section -> HTML in
      """
      <li><a href="#section-\(index + 1)"><bdi>\(section.heading)</bdi></a> \
      <span class="count">\(section.films.count)</span></li>

      """
    }
    return "<nav aria-label=\"Sections\"><ul>\n\(links)</ul></nav>\n"
  }

  // MARK: - Content

  private var charts: HTML? {
    guard !page.charts.isEmpty else { return nil }
    // Charts of the same height are placed side by side.
    let charts = page.charts.filter(\.kind.hasColumns) + page.charts.filter { !$0.kind.hasColumns }
    let figures = charts.map { ChartFigure(chart: $0).html }
    return "<section class=\"charts\" aria-label=\"Charts\">\n\(figures)</section>\n"
  }

  private func section(_ section: Page.Section, number: Int) -> HTML {
    // The heading of the only section of a list would repeat the title.
    let isHeadingShown = page.sections.count > 1 || section.heading != page.title
    let heading: HTML =
      isHeadingShown
      ? "<h2 id=\"heading-\(number)\"><bdi>\(section.heading)</bdi></h2>\n"
      : "<h2 id=\"heading-\(number)\" class=\"hidden\"><bdi>\(section.heading)</bdi></h2>\n"
    let table: HTML =
      section.films.isEmpty ? "<p>No films.</p>\n" : FilmTable(section: section, hasPosters: page.hasPosters).html
    return """
      <section id="section-\(number)" aria-labelledby="heading-\(number)">
      \(heading)\(section.description.map(paragraphs))\(table)</section>

      """
  }
}

/// A part of an HTML document.
///
/// A string literal is markup, and strings that are interpolated in it are escaped. Interpolate strings only in the
/// content of elements and in quoted attributes, because the escaping is not safe elsewhere.
struct HTML: ExpressibleByStringInterpolation {
  private(set) var markup: String

  init(stringLiteral markup: String) { self.markup = markup }

  init(stringInterpolation: StringInterpolation) { markup = stringInterpolation.markup }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      markup.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) { markup += literal }

    mutating func appendInterpolation(_ text: String) { markup += text.escapedForHTML }

    mutating func appendInterpolation(_ number: Int) { markup += String(number) }

    /// Appends markup; does nothing for `nil`.
    mutating func appendInterpolation(_ part: HTML?) { markup += part?.markup ?? "" }

    mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { markup += part.markup } }
  }
}

extension String {
  /// The text with the special characters of HTML escaped, and without control characters.
  ///
  /// Control characters are replaced by blanks. Characters that change the direction of all following text in a
  /// paragraph are removed; titles are in `bdi` elements, which isolate their direction.
  fileprivate var escapedForHTML: String {
    var result = ""
    result.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": break
      case _ where scalar.properties.generalCategory == .control: result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
