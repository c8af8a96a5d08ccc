// What scripts add to a flow: arrows go from point to point, and every time of the format can be started.

function move(table) {
  const rows = [...table.tBodies[0].rows];
  const at = (row, column) => rows[row]?.cells[column];
  const holds = (cell) => cell?.dataset.point !== undefined;
  table.setAttribute("role", "grid");
  for (const cell of table.querySelectorAll("tbody td")) cell.setAttribute("role", "gridcell");
  document.getElementById("flow-keys").hidden = false;

  const go = (cell) => {
    table.querySelectorAll("td[tabindex='0']").forEach((one) => { one.tabIndex = -1; });
    cell.tabIndex = 0;
    cell.focus();
  };
  // The next point in a direction: empty cells are passed over.
  const seek = (row, column, down, right) => {
    do { row += down; column += right; } while (at(row, column) && !holds(at(row, column)));
    return at(row, column);
  };
  const steps = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] };
  table.addEventListener("keydown", (event) => {
    const cell = event.target.closest("td");
    if (!cell || event.ctrlKey || event.altKey || event.metaKey) return;
    const row = rows.indexOf(cell.parentElement);
    const held = [...cell.parentElement.cells].filter(holds);
    let next = null;
    if (steps[event.key]) next = seek(row, cell.cellIndex, ...steps[event.key]);
    else if (event.key === "Home") next = held[0];
    else if (event.key === "End") next = held.at(-1);
    else return;
    event.preventDefault();
    if (next) go(next);
  });
  const points = [...table.querySelectorAll("td[data-point]")];
  points.forEach((cell, place) => {
    cell.tabIndex = place ? -1 : 0;
    cell.addEventListener("click", () => go(cell));
  });
}

function time(clocks) {
  const said = document.getElementById("clock-said");
  const tell = (text, name) => { said.textContent = text.replace("{}", name); };
  let running = null;
  const made = (row) => {
    const total = Number(row.dataset.seconds);
    const shown = row.querySelector(".left");
    const button = (text) => {
      const one = Object.assign(document.createElement("button"), { type: "button", className: "quiet", textContent: text });
      one.setAttribute("aria-label", `${text}: ${row.dataset.name}`);
      row.querySelector(".clock").append(one);
      return one;
    };
    const clock = { left: total, until: 0, row };
    clock.show = () => {
      const left = Math.max(0, Math.ceil(clock.left));
      shown.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    };
    const name = (text) => {
      toggle.textContent = text;
      toggle.setAttribute("aria-label", `${text}: ${row.dataset.name}`);
      row.classList.toggle("running", running === clock);
    };
    clock.stop = () => {
      running = null;
      name(clocks.dataset.start);
    };
    const toggle = button(clocks.dataset.start);
    toggle.addEventListener("click", () => {
      const mine = running === clock;
      running?.stop();
      if (mine || clock.left <= 0) return;
      clock.until = performance.now() / 1000 + clock.left;
      running = clock;
      name(clocks.dataset.pause);
    });
    button(clocks.dataset.reset).addEventListener("click", () => {
      if (running === clock) clock.stop();
      clock.left = total;
      clock.show();
    });
  };
  clocks.querySelectorAll("tr[data-seconds]").forEach(made);
  setInterval(() => {
    const clock = running;
    if (!clock) return;
    const before = clock.left;
    clock.left = clock.until - performance.now() / 1000;
    clock.show();
    if (before > 60 && clock.left <= 60) tell(clocks.dataset.minute, clock.row.dataset.name);
    if (clock.left <= 0) {
      tell(clocks.dataset.up, clock.row.dataset.name);
      clock.stop();
    }
  }, 200);
}

const flow = document.getElementById("flow-table");
move(flow);
const clocks = document.getElementById("clocks");
if (clocks) time(clocks);
