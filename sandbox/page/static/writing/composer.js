// Where a member types: plain messages, and the slash that begins a command.

import { dealOut, flatten, search } from "./commands.js";
import { h } from "../base/dom.js";
import { closePopup, isMarked, isOpen, moveRow, pickMarked, showPopup } from "./palette.js";
import { collect, enter, inCommand, leave } from "./parameters.js";
import { avatar } from "../base/people.js";
import { state } from "../base/store.js";

const form = document.getElementById("composer");
const text = document.getElementById("composer-text");
const trouble = document.getElementById("composer-error");

let entries = [];
let lastRun = null;
let onSend = () => {};
let onRun = () => {};

/** Set up the composer. `send(content)` sends a message; `run(path, options, files)` runs a command. */
export function startComposer({ send, run }) {
  onSend = send;
  onRun = run;
}

/** Take a fresh list of commands. */
export function setCommands(commands) {
  entries = flatten(commands);
  if (!inCommand() && text.value.startsWith("/")) showCommands();
}

export function setPlaceholder(words) {
  text.placeholder = words;
  text.setAttribute("aria-label", words);
}

/** Begin a command by its path, as when its mention is clicked. */
export function beginCommand(path) {
  const entry = entries.find((one) => one.path === path);
  if (entry) enter(entry, {});
  else {
    text.value = `/${path}`;
    text.focus();
    showCommands();
  }
}

function grow() {
  text.style.height = "auto";
  text.style.height = `${Math.min(text.scrollHeight, 220)}px`;
}

function showCommands() {
  const found = search(entries, text.value.slice(1));
  const bots = [...state.members.values()].filter((member) => member.user.bot);
  const title = h("div", { class: "palette-head" }, bots.length === 1 ? [avatar(bots[0].user, "tiny"), bots[0].user.username] : "Commands", h("span", { class: "palette-keys" }, "↑ ↓ to move, Tab or Enter to choose, Esc to leave"));
  const made = found.map((entry) => ({
    pick: () => enter(entry, {}),
    node: [
      h(
        "div",
        { class: "row-main" },
        h("span", { class: "row-name" }, `/${entry.path}`),
        entry.options.filter((option) => option.required).map((option) => h("span", { class: "row-option" }, option.name)),
        entry.options.some((option) => !option.required)
          ? h("span", { class: "row-more" }, `+${entry.options.filter((option) => !option.required).length} optional`)
          : null,
      ),
      h("div", { class: "row-about" }, entry.description),
    ],
  }));
  const empty = entries.length ? "No command fits." : "No bot has given this table commands yet.";
  showPopup(title, made, { empty });
}

text.addEventListener("input", () => {
  trouble.textContent = "";
  grow();
  if (!text.value.startsWith("/") || text.value.includes("\n")) {
    closePopup();
    return;
  }
  const typed = text.value.slice(1);
  const whole = entries.find((entry) => typed.toLowerCase().startsWith(`${entry.path} `));
  if (whole) enter(whole, dealOut(whole, typed.slice(whole.path.length)));
  else showCommands();
});

text.addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  if (isOpen() && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    event.preventDefault();
    moveRow(event.key === "ArrowDown" ? 1 : -1);
  } else if (isMarked() && (event.key === "Tab" || (event.key === "Enter" && !event.shiftKey))) {
    event.preventDefault();
    pickMarked();
  } else if (event.key === "Escape" && isOpen()) {
    event.preventDefault();
    closePopup();
  } else if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    form.requestSubmit();
  } else if (event.key === "ArrowUp" && !text.value && lastRun) {
    event.preventDefault();
    enter(lastRun.entry, lastRun.kept.typed, lastRun.kept.chosen);
  }
});
text.addEventListener("blur", () => setTimeout(() => document.activeElement !== text && !inCommand() && closePopup(), 120));

// --- sending

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (inCommand()) submitCommand();
  else submitText();
});

function submitText() {
  const content = text.value.trim();
  if (!content) return;
  if (content.length > 2000) {
    trouble.textContent = `A message holds at most 2000 characters; this is ${content.length}.`;
    return;
  }
  if (content.startsWith("/")) {
    const bare = entries.find((entry) => entry.path === content.slice(1).toLowerCase());
    if (bare) {
      enter(bare, {});
      return;
    }
    if (entries.length) {
      trouble.textContent = "No such command. Choose one from the list.";
      return;
    }
  }
  text.value = "";
  grow();
  closePopup();
  onSend(content);
}

function submitCommand() {
  const filled = collect();
  if (!filled) return;
  lastRun = filled;
  leave("");
  onRun(filled.entry.path, filled.options, filled.files);
}
