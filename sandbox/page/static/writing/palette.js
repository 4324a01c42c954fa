// The list above the composer: commands, or suggestions for a parameter, walked through with the arrow keys.

import { fill, h } from "../base/dom.js";

const popup = document.getElementById("palette");
const text = document.getElementById("composer-text");
let rows = [];
let active = -1;

export const isOpen = () => !popup.hidden;

/** Whether it is open with a row marked, which Enter or Tab then picks. */
export const isMarked = () => !popup.hidden && active >= 0 && active < rows.length;
export const isEmpty = () => rows.length === 0;
export const pickMarked = () => rows[active]?.pick();

/** The marked row's own word, in lower case. */
export const markedName = () => popup.querySelector(`#palette-${active} .row-choice`)?.textContent.toLowerCase();

export function closePopup() {
  popup.hidden = true;
  rows = [];
  active = -1;
  for (const field of document.querySelectorAll("#composer [aria-activedescendant]")) field.removeAttribute("aria-activedescendant");
  text.setAttribute("aria-expanded", "false");
}

/** Show rows under a heading. Each row is { node, pick }; `first` says whether the first is marked at once. */
export function showPopup(heading, made, { first = true, empty = null } = {}) {
  rows = made;
  active = first && rows.length ? 0 : -1;
  const list = h("ul", { class: "palette-list", id: "palette-list", role: "listbox", aria: { label: "Suggestions" } });
  rows.forEach((row, index) => {
    list.append(
      h(
        "li",
        {
          id: `palette-${index}`,
          class: "palette-row",
          role: "option",
          aria: { selected: "false" },
          on: { mousedown: (event) => event.preventDefault(), click: () => row.pick(), mousemove: () => active !== index && markRow(index, false) },
        },
        row.node,
      ),
    );
  });
  fill(popup, heading, rows.length ? list : empty ? h("div", { class: "nothing" }, empty) : null);
  popup.hidden = false;
  text.setAttribute("aria-expanded", "true");
  markRow(active);
}

/** Mark a row, -1 for none. */
export function markRow(index, scroll = true) {
  active = index;
  popup.querySelectorAll("[role=option]").forEach((row, at) => {
    row.classList.toggle("active", at === index);
    row.setAttribute("aria-selected", String(at === index));
  });
  if (index < 0) return;
  document.activeElement?.setAttribute("aria-activedescendant", `palette-${index}`);
  if (scroll) popup.querySelector(`#palette-${index}`)?.scrollIntoView({ block: "nearest" });
}

/** Move the mark up or down, around the ends. */
export function moveRow(step) {
  if (rows.length) markRow(active < 0 ? (step > 0 ? 0 : rows.length - 1) : (active + step + rows.length) % rows.length);
}
