// Where scripts run: selecting text ticks the sentences that it touches.

const form = document.getElementById("choose");
const boxes = [...form.querySelectorAll("input[name=sentence]")];

document.addEventListener("selectionchange", () => {
  const selected = getSelection();
  if (!selected.rangeCount || selected.isCollapsed) return;
  const range = selected.getRangeAt(0);
  const touched = boxes.filter((box) => range.intersectsNode(box.labels[0]));
  if (!touched.length || !form.contains(range.commonAncestorContainer)) return;
  boxes.forEach((box) => { box.checked = touched.includes(box); });
});
