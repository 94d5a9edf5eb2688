extension HTML {
  /// The style sheet of all pages.
  static let pageStyle: HTML = """

    :root { color-scheme: light dark; --page: #fbfaf7; --card: #fff; --text: #1d1a16; --quiet: #665f56;
      --line: #e5e0d8; --link: #8a3d00; --bar: #c9731b; --track: #efeae2; }
    @media (prefers-color-scheme: dark) {
      :root { --page: #14120f; --card: #1e1b17; --text: #ece7df; --quiet: #aaa196;
        --line: #37322b; --link: #f5b453; --bar: #d98a2b; --track: #2b2722; }
    }
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; }
    body { margin: 0 auto; max-width: 76rem; padding: clamp(1rem, 4vw, 3rem); background: var(--page);
      color: var(--text); font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
    h1 { margin: 0; font-size: clamp(1.7rem, 5vw, 2.8rem); line-height: 1.15; letter-spacing: -0.015em; }
    h1, h2, .lead, th, td { overflow-wrap: anywhere; }
    h2 { margin: 2.5rem 0 0.75rem; font-size: 1.3rem; }
    .byline, .type, .count, footer, figure p { color: var(--quiet); }
    .byline { margin: 0.4rem 0 0; }
    .lead { margin: 0.8rem 0 0; max-width: 45rem; }
    .hidden { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }
    a { color: var(--link); text-underline-offset: 0.15em; text-decoration-thickness: 1px; }
    a:hover { text-decoration-thickness: 2px; }
    :focus-visible { outline: 3px solid var(--bar); outline-offset: 2px; border-radius: 3px; }
    .figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: 0.75rem;
      margin: 1.5rem 0 0; }
    .figures div, figure { margin: 0; padding: 0.9rem 1.1rem; border: 1px solid var(--line); border-radius: 10px;
      background: var(--card); }
    .figures div { display: flex; flex-direction: column-reverse; }
    dt { color: var(--quiet); font-size: 0.9rem; }
    dd { margin: 0; font-size: 1.6rem; font-weight: 650; line-height: 1.2; font-variant-numeric: tabular-nums; }
    nav ul { display: flex; flex-wrap: wrap; gap: 0.4rem 1.4rem; margin: 1.5rem 0 0; padding: 0; list-style: none; }
    .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 21rem), 1fr)); gap: 0.75rem;
      margin-top: 0.75rem; align-items: start; }
    figcaption { margin-bottom: 0.6rem; font-weight: 650; }
    figure p { margin: 0.4rem 0 0; font-size: 0.85rem; }
    svg { display: block; overflow: visible; }
    svg rect { fill: var(--bar); }
    svg .track { fill: var(--track); }
    svg text { fill: var(--quiet); font-size: 12px; text-anchor: middle; font-variant-numeric: tabular-nums; }
    svg .name { fill: var(--text); font-size: 14px; text-anchor: start; }
    svg .end { font-size: 14px; text-anchor: end; }
    table { width: 100%; border-collapse: collapse; }
    th, td { padding: 0.5rem 0.6rem; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
    th:first-child, td:first-child { padding-inline-start: 0; }
    th:last-child, td:last-child { padding-inline-end: 0; }
    tbody th { font-weight: inherit; }
    thead th { position: sticky; top: 0; z-index: 1; background: var(--page); color: var(--quiet); font-size: 0.9rem;
      font-weight: 600; vertical-align: bottom; }
    .number { text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
    td.number:first-child { color: var(--quiet); }
    tbody img { float: inline-start; margin-inline-end: 0.75rem; border-radius: 4px; background: var(--track);
      object-fit: cover; }
    thead button { margin: 0; padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: inherit;
      cursor: pointer; }
    thead button:hover { color: var(--text); text-decoration: underline; }
    [aria-sort] button::after { content: " \\2193"; }
    [aria-sort="ascending"] button::after { content: " \\2191"; }
    .filter { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.75rem; margin: 0 0 0.75rem; }
    .filter input { width: min(20rem, 55vw); padding: 0.45rem 0.7rem; border: 1px solid var(--quiet); border-radius: 8px;
      background: var(--card); color: inherit; font: inherit; }
    footer { margin-top: 3rem; font-size: 0.85rem; }
    @media screen and (max-width: 62rem) { .p2 { display: none; } }
    @media screen and (max-width: 42rem) { .p1 { display: none; } }
    @media print {
      body { max-width: none; padding: 0; }
      nav, .filter { display: none; }
      thead th { position: static; }
      tr, figure { break-inside: avoid; }
    }

    """
}
