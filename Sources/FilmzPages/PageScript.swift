extension HTML {
  /// The script of all pages: a click on a heading sorts the table, and long tables have a field that filters the rows.
  ///
  /// A page is complete without the script.
  static let pageScript: HTML = """

    "use strict";
    const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
    for (const table of document.querySelectorAll("table")) {
      const headings = [...table.tHead.rows[0].cells];
      const body = table.tBodies[0];
      const rows = [...body.rows];
      const key = (row, column) => {
        const cell = row.cells[column];
        return cell.dataset.key ?? cell.textContent;
      };
      headings.forEach((heading, column) => {
        const button = document.createElement("button");
        button.type = "button";
        button.append(...heading.childNodes);
        heading.append(button);
        button.addEventListener("click", () => {
          const order = heading.getAttribute("aria-sort");
          const first = heading.dataset.order ?? "ascending";
          const other = first === "ascending" ? "descending" : "ascending";
          const sort = order === first ? other : first;
          for (const each of headings) each.removeAttribute("aria-sort");
          heading.setAttribute("aria-sort", sort);
          const sign = sort === "ascending" ? 1 : -1;
          const keyed = rows.map((row) => [key(row, column), row]);
          keyed.sort(([left], [right]) =>
            left === "" || right === ""
              ? (left === "") - (right === "")
              : sign * collator.compare(left, right));
          body.replaceChildren(...keyed.map(([, row]) => row));
        });
      });
      if (rows.length > 20) {
        const filter = document.createElement("div");
        const label = document.createElement("label");
        const input = document.createElement("input");
        const count = document.createElement("span");
        input.type = "search";
        filter.className = "filter";
        count.className = "count";
        count.setAttribute("role", "status");
        label.append("Filter ", input);
        filter.append(label, count);
        table.before(filter);
        // Case and accents are ignored.
        const fold = (text) => text.normalize("NFD").replace(/\\p{M}/gu, "").toLocaleLowerCase();
        const texts = rows.map((row) =>
          fold([...row.cells].map((cell) => cell.textContent).join(" ")));
        const filterRows = () => {
          const words = fold(input.value).split(/\\s+/).filter(Boolean);
          let shown = 0;
          rows.forEach((row, index) => {
            row.hidden = !words.every((word) => texts[index].includes(word));
            if (!row.hidden) shown += 1;
          });
          count.textContent = words.length === 0 ? "" : shown + " of " + rows.length;
        };
        let pause;
        input.addEventListener("input", () => {
          clearTimeout(pause);
          pause = setTimeout(filterRows, 150);
        });
      }
    }

    """
}
