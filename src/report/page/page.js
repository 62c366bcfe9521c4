"use strict";
(() => {
  const rows = JSON.parse(document.getElementById("rows").textContent);
  const table = document.getElementById("instances");
  const heads = [...table.tHead.rows[0].cells];
  const numbers = heads.map((head) => head.classList.contains("number"));
  const body = table.tBodies[0];
  const find = (id) => document.getElementById(id);
  const perPage = 100;
  let shown = rows, page = 0, sorted = -1, down = false;

  // A pair is what to sort by and what to show.
  const key = (value) => (Array.isArray(value) ? value[0] : value);
  const text = (value) => (value === null ? "" : String(Array.isArray(value) ? value[1] : value));

  const draw = () => {
    const pages = Math.max(1, Math.ceil(shown.length / perPage));
    page = Math.min(Math.max(page, 0), pages - 1);
    const lines = shown.slice(page * perPage, (page + 1) * perPage).map((row) => {
      const line = document.createElement("tr");
      heads.forEach((head, column) => {
        const cell = line.insertCell();
        const thumbnail = row[heads.length];
        if (numbers[column]) cell.className = "number";
        if (column === 1 && row[1].startsWith("error")) cell.className = "bad";
        if (column === 1 && row[1].startsWith("stopped")) cell.className = "warn";
        if (column === 0 && thumbnail !== null) {
          const link = document.createElement("a");
          link.href = "#board-" + thumbnail;
          link.textContent = text(row[0]);
          cell.append(link);
        } else {
          cell.textContent = text(row[column]);
        }
      });
      return line;
    });
    body.replaceChildren(...lines);
    find("shown").textContent = shown.length === rows.length
      ? `${rows.length} instances` : `${shown.length} of ${rows.length} instances`;
    find("page").textContent = `${page + 1} / ${pages}`;
    find("back").disabled = page === 0;
    find("on").disabled = page === pages - 1;
  };

  // What is not known comes last, whichever way the rest is sorted.
  const sort = () => {
    if (sorted < 0) return;
    shown = shown.slice().sort((a, b) => {
      const [x, y] = [key(a[sorted]), key(b[sorted])];
      if (x === null || y === null) return (x === null) - (y === null);
      const order = x < y ? -1 : x > y ? 1 : 0;
      return down ? -order : order;
    });
  };

  const select = () => {
    const wanted = find("filter").value.toLowerCase();
    shown = wanted === "" ? rows
      : rows.filter((row) => row.some((value, i) => i < heads.length && text(value).toLowerCase().includes(wanted)));
    sort();
    page = 0;
    draw();
  };

  heads.forEach((head, column) => {
    head.firstElementChild.addEventListener("click", () => {
      down = sorted === column ? !down : numbers[column];
      sorted = column;
      heads.forEach((other) => other.setAttribute("aria-sort", "none"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      sort();
      page = 0;
      draw();
    });
  });
  find("filter").addEventListener("input", select);
  find("back").addEventListener("click", () => { page -= 1; draw(); });
  find("on").addEventListener("click", () => { page += 1; draw(); });
  draw();
})();
