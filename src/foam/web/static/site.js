// What scripts add: progress as it happens, and weights as sliders. Every page works without them.

const put = (id, text) => {
  const found = document.getElementById(id);
  if (found && found.textContent !== text) found.textContent = text;
};

const fill = (id, figure) => {
  const found = document.getElementById(id);
  put(id, figure ? found.dataset.text.replace("{}", String(figure)) : "");
};

function follow(work) {
  const source = new EventSource(work.dataset.events);
  source.onmessage = (event) => {
    const now = JSON.parse(event.data);
    if (["done", "failed", "cancelled"].includes(now.state)) {
      source.close();
      location.replace(location.pathname);
      return;
    }
    put("work-done", String(now.done));
    put("work-step", now.step || document.getElementById("work-step").textContent);
    put("work-seconds", String(now.seconds));
    fill("work-left", now.left);
    fill("work-expected", now.expected);
    put("work-said", now.said);
    document.getElementById("work-said-box").hidden = !now.said;
    const bar = document.getElementById("work-bar");
    if (now.expected) {
      bar.max = now.expected;
      bar.value = now.done;
    }
    const lines = document.getElementById("work-lines");
    lines.replaceChildren(...now.lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
  };
}

function slide(form) {
  const inputs = [...form.querySelectorAll("input[type=number]")];
  let asked = 0;
  const work = async () => {
    const mine = ++asked;
    const query = new URLSearchParams(new FormData(form)).toString();
    const page = await fetch(`${form.action}?${query}`, { headers: { accept: "text/html" } });
    const parsed = new DOMParser().parseFromString(await page.text(), "text/html");
    if (!page.ok || mine !== asked) return;
    for (const id of ["what-if-answer", "what-if-moved"]) {
      const fresh = parsed.getElementById(id);
      if (fresh) document.getElementById(id).replaceWith(fresh);
    }
    history.replaceState(null, "", `${location.pathname}?${query}`);
  };
  let waiting = 0;
  form.querySelectorAll("select").forEach((one) => one.addEventListener("input", work));
  for (const input of inputs) {
    const range = Object.assign(document.createElement("input"), { type: "range", min: "0", max: "1", step: "0.05" });
    range.value = input.value;
    range.setAttribute("aria-label", `${input.closest("fieldset").querySelector("legend").textContent}: ${input.labels[0].textContent}`);
    input.before(range);
    const later = () => { clearTimeout(waiting); waiting = setTimeout(work, 60); };
    range.addEventListener("input", () => { input.value = range.value; later(); });
    input.addEventListener("input", () => { range.value = input.value; later(); });
  }
}

const work = document.getElementById("work");
if (work && work.dataset.ended === "no") follow(work);
const weights = document.getElementById("weights");
if (weights) slide(weights);

if (document.getElementById("choose")) import("/static/cutting.js");
if (document.getElementById("flow-table")) import("/static/flow.js");

// On paper nothing can be unfolded.
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
