// Where a member types: plain messages, and slash commands with their parameters.

import { act, Refused } from "./api.js";
import { ATTACHMENT, asksBot, checkValue, dealOut, flatten, isListed, kindOf, listed, narrow, search } from "./commands.js";
import { announce, fill, h, icon } from "./dom.js";
import { avatar } from "./people.js";
import { state } from "./store.js";

const DEBOUNCE = 250;
const form = document.getElementById("composer");
const text = document.getElementById("composer-text");
const bar = document.getElementById("composer-command");
const popup = document.getElementById("palette");
const trouble = document.getElementById("composer-error");
const sendButton = form.querySelector(".send");

let entries = [];
let rows = [];
let active = -1;
let command = null;
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
  if (!command && text.value.startsWith("/")) showCommands();
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

// --- the popup: commands, or suggestions for a parameter

function closePopup() {
  popup.hidden = true;
  rows = [];
  active = -1;
  for (const field of [text, ...bar.querySelectorAll("input")]) field.removeAttribute("aria-activedescendant");
  text.setAttribute("aria-expanded", "false");
}

/** Show rows under a heading. Each row is { node, pick }; `first` says whether the first is marked at once. */
function showPopup(heading, made, { first = true, empty = null } = {}) {
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

function markRow(index, scroll = true) {
  active = index;
  popup.querySelectorAll("[role=option]").forEach((row, at) => {
    row.classList.toggle("active", at === index);
    row.setAttribute("aria-selected", String(at === index));
  });
  if (index < 0) return;
  document.activeElement?.setAttribute("aria-activedescendant", `palette-${index}`);
  if (scroll) popup.querySelector(`#palette-${index}`)?.scrollIntoView({ block: "nearest" });
}

function moveRow(step) {
  if (rows.length) markRow(active < 0 ? (step > 0 ? 0 : rows.length - 1) : (active + step + rows.length) % rows.length);
}

// --- plain text, and the list of commands behind a slash

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
  if (!popup.hidden && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    event.preventDefault();
    moveRow(event.key === "ArrowDown" ? 1 : -1);
  } else if (!popup.hidden && active >= 0 && (event.key === "Tab" || (event.key === "Enter" && !event.shiftKey))) {
    event.preventDefault();
    rows[active].pick();
  } else if (event.key === "Escape" && !popup.hidden) {
    event.preventDefault();
    closePopup();
  } else if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    form.requestSubmit();
  } else if (event.key === "ArrowUp" && !text.value && lastRun) {
    event.preventDefault();
    enter(lastRun.entry, lastRun.typed, lastRun.chosen);
  }
});
text.addEventListener("blur", () => setTimeout(() => document.activeElement !== text && !command && closePopup(), 120));

// --- a command and its parameters

function enter(entry, typed, chosen = {}) {
  closePopup();
  trouble.textContent = "";
  command = { entry, pills: [] };
  text.hidden = true;
  bar.hidden = false;
  form.classList.add("in-command");
  fill(
    bar,
    h("button", { type: "button", class: "command-path", title: entry.description, aria: { label: `/${entry.path}: ${entry.description}. Press to leave this command.` }, on: { click: () => leave("") } }, `/${entry.path}`),
    h("span", { class: "pills", id: "pills" }),
    h("span", { class: "ghosts", id: "ghosts" }),
    entry.options.some((option) => !option.required) ? adder() : null,
  );
  const wanted = entry.options.filter((option) => option.required || typed[option.name] !== undefined);
  for (const option of wanted) addPill(option, typed[option.name] ?? "", chosen[option.name] ?? null);
  drawGhosts();
  const next = command.pills.find((pill) => !filled(pill)) ?? command.pills.at(-1);
  (next?.input ?? bar.querySelector(".adder") ?? sendButton).focus();
  announce(`Command ${entry.path}. ${entry.description}`);
}

function leave(words) {
  command = null;
  bar.hidden = true;
  bar.replaceChildren();
  text.hidden = false;
  form.classList.remove("in-command");
  trouble.textContent = "";
  closePopup();
  text.value = words;
  grow();
  text.focus();
  if (words.startsWith("/")) showCommands();
}

const filled = (pill) => Boolean(pill.file || pill.chosen || pill.input.value.trim());

function addPill(option, typed = "", chosen = null) {
  const pill = { option, chosen, file: null, suggestions: null, asked: 0, timer: null };
  const file = option.type === ATTACHMENT;
  pill.input = h("input", {
    class: "pill-input",
    type: file ? "file" : "text",
    value: file ? null : typed,
    autocomplete: "off",
    spellcheck: "false",
    role: file ? null : "combobox",
    inputmode: option.type === 4 ? "numeric" : option.type === 10 ? "decimal" : null,
    aria: { label: `${option.name}: ${option.description}${option.required ? "" : " (optional)"}`, ...(file ? {} : { controls: "palette-list", expanded: "false", autocomplete: "list" }) },
    dataset: { option: option.name },
  });
  pill.node = h("label", { class: option.required ? "pill" : "pill optional", title: option.description }, h("span", { class: "pill-name" }, option.name), pill.input);
  if (!option.required) {
    pill.node.append(h("button", { type: "button", class: "pill-remove", aria: { label: `Leave out ${option.name}` }, on: { click: () => removePill(pill) } }, icon("close")));
  }
  wire(pill);
  resize(pill);
  command.pills.push(pill);
  bar.querySelector("#pills").append(pill.node);
  return pill;
}

function removePill(pill) {
  const at = command.pills.indexOf(pill);
  command.pills.splice(at, 1);
  pill.node.remove();
  closePopup();
  drawGhosts();
  (command.pills[at - 1]?.input ?? bar.querySelector(".adder")).focus();
}

/** The parameters that may still be added. */
function unused() {
  const used = new Set(command.pills.map((pill) => pill.option.name));
  return command.entry.options.filter((option) => !used.has(option.name));
}

function addOption(option) {
  const pill = addPill(option);
  bar.querySelector(".adder").value = "";
  drawGhosts();
  pill.input.focus();
}

/** What may be added, to click on; keyboards add it through the field behind. */
function drawGhosts() {
  const left = unused();
  const ghost = (option) =>
    h("button", { type: "button", class: "ghost", tabindex: "-1", title: option.description, aria: { label: `Add ${option.name}: ${option.description}` }, on: { click: () => addOption(option) } }, icon("plus"), option.name);
  fill(bar.querySelector("#ghosts"), left.map(ghost));
  const field = bar.querySelector(".adder");
  if (field) field.hidden = !left.length;
}

/** A field in which an optional parameter is found by typing its name, and added. */
function adder() {
  const field = h("input", { class: "adder", type: "text", autocomplete: "off", spellcheck: "false", role: "combobox", aria: { label: "Add an optional parameter", controls: "palette-list", expanded: "false" } });
  const found = () => unused().filter((option) => option.name.startsWith(field.value.trim().toLowerCase()));
  const show = () => {
    if (document.activeElement !== field) return;
    const made = found().map((option) => ({
      pick: () => addOption(option),
      node: h("div", { class: "row-main" }, h("span", { class: "row-choice" }, option.name), h("span", { class: "row-about" }, option.description), h("span", { class: "row-more" }, kindOf(option))),
    }));
    showPopup(h("div", { class: "palette-head" }, "Optional parameters", h("span", { class: "palette-keys" }, "Enter sends the command as it is")), made, { first: Boolean(field.value.trim()), empty: "No optional parameter begins so." });
  };
  field.addEventListener("focus", show);
  field.addEventListener("blur", () => setTimeout(() => command && !bar.contains(document.activeElement) && closePopup(), 120));
  field.addEventListener("input", () => {
    const named = /^(.+):\s*$/.exec(field.value);
    const option = named && unused().find((one) => one.name === named[1].trim().toLowerCase());
    if (option) addOption(option);
    else show();
  });
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (popup.hidden) show();
      else moveRow(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (!popup.hidden && active >= 0) rows[active].pick();
      else if (!field.value.trim()) form.requestSubmit();
    } else if (event.key === "Tab" && !event.shiftKey && !popup.hidden && active >= 0) {
      event.preventDefault();
      rows[active].pick();
    } else if (event.key === "Escape") {
      event.preventDefault();
      leave("");
    } else if (event.key === "Backspace" && !field.value) {
      event.preventDefault();
      if (command.pills.length) command.pills.at(-1).input.focus();
      else leave(`/${command.entry.path}`);
    }
  });
  return field;
}

function resize(pill) {
  if (pill.input.type !== "file") pill.input.size = Math.max(4, Math.min(60, pill.input.value.length + 1));
}

function heading(option) {
  return h(
    "div",
    { class: "palette-head" },
    h("span", { class: "head-name" }, option.name),
    h("span", { class: "head-about" }, option.description),
    h("span", { class: "palette-keys" }, `${option.required ? "required" : "optional"}, ${kindOf(option)}`),
  );
}

/** Show what can stand in a parameter: the page's own list, or what the bot suggested. */
function suggest(pill) {
  if (document.activeElement !== pill.input) return;
  const { option } = pill;
  const typed = pill.chosen ? "" : pill.input.value;
  const found = asksBot(option) ? pill.suggestions ?? [] : narrow(listed(option), typed).slice(0, 25);
  const made = found.map((choice) => ({
    pick: () => choose(pill, choice),
    node: h(
      "div",
      { class: "row-main" },
      choice.user ? avatar(choice.user, "tiny") : null,
      h("span", { class: "row-choice", style: choice.colour ? { color: choice.colour } : {} }, choice.name),
      choice.about ? h("span", { class: "row-about" }, choice.about) : null,
    ),
  }));
  let empty = null;
  if (asksBot(option)) empty = pill.trouble ?? (pill.suggestions ? "No suggestions for this." : "Asking the bot…");
  else if (isListed(option)) empty = "Nothing in the list fits.";
  const fits = (choice) => `${choice?.name} ${choice?.value}`.toLowerCase().includes(typed.trim().toLowerCase());
  showPopup(heading(option), made, { empty, first: isListed(option) || fits(found[0]) });
  if (pill.chosen) markRow(Math.max(0, found.findIndex((choice) => choice.value === pill.chosen.value)));
  pill.input.setAttribute("aria-expanded", "true");
}

function choose(pill, choice) {
  pill.chosen = choice;
  pill.input.value = choice.name;
  setTrouble(pill, null);
  resize(pill);
  closePopup();
  const next = command.pills.find((one) => one !== pill && one.option.required && !filled(one));
  if (next) next.input.focus();
  else pill.input.focus();
}

function askBot(pill, wait) {
  clearTimeout(pill.timer);
  const mine = (pill.asked += 1);
  pill.timer = setTimeout(async () => {
    const asked = command;
    try {
      const answer = await act("autocomplete", {
        channel: state.current,
        path: asked?.entry.path ?? "",
        focused: pill.option.name,
        typed: pill.chosen ? String(pill.chosen.value) : pill.input.value,
        options: filledIn(pill),
      });
      if (command !== asked || mine !== pill.asked) return;
      pill.suggestions = answer.choices;
      pill.trouble = null;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (command !== asked || mine !== pill.asked) return;
      pill.suggestions = [];
      pill.trouble = "The bot's suggestions failed to load.";
    }
    suggest(pill);
  }, wait);
}

/** The other parameters as far as they are valid: the bot is told them while it suggests one. */
function filledIn(focused) {
  const options = {};
  for (const pill of command.pills) {
    if (pill === focused || pill.option.type === ATTACHMENT) continue;
    const { value } = checkValue(pill.option, { text: pill.input.value, chosen: pill.chosen });
    if (value !== undefined) options[pill.option.name] = value;
  }
  return options;
}

function wire(pill) {
  const { input, option } = pill;
  input.addEventListener("focus", () => {
    if (asksBot(option) && !pill.suggestions) askBot(pill, 0);
    suggest(pill);
    if (pill.chosen && input.type !== "file") input.select();
  });
  input.addEventListener("click", () => popup.hidden && suggest(pill));
  input.addEventListener("input", () => {
    pill.chosen = null;
    pill.file = input.files?.[0] ?? null;
    setTrouble(pill, null);
    resize(pill);
    if (asksBot(option)) askBot(pill, DEBOUNCE);
    suggest(pill);
  });
  input.addEventListener("blur", () => {
    input.setAttribute("aria-expanded", "false");
    setTimeout(() => {
      if (command && !bar.contains(document.activeElement)) closePopup();
    }, 120);
    if (command && filled(pill)) setTrouble(pill, check(pill).error ?? null);
  });
  input.addEventListener("keydown", (event) => pillKey(event, pill));
}

const check = (pill) => checkValue(pill.option, { text: pill.input.type === "file" ? "" : pill.input.value, chosen: pill.chosen, file: pill.file });

function setTrouble(pill, words) {
  pill.node.classList.toggle("wrong", Boolean(words));
  pill.input.setAttribute("aria-invalid", String(Boolean(words)));
  trouble.textContent = words ? `${pill.option.name}: ${words}` : "";
}

function pillKey(event, pill) {
  if (event.isComposing) return;
  const { input } = pill;
  const at = command.pills.indexOf(pill);
  const isFile = input.type === "file";
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    if (isFile) return;
    event.preventDefault();
    if (popup.hidden) suggest(pill);
    else moveRow(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Enter") {
    event.preventDefault();
    if (!popup.hidden && active >= 0 && rows.length && !pill.chosen && !event.ctrlKey) {
      const whole = markedName() === input.value.trim().toLowerCase();
      rows[active].pick();
      if (whole && command.pills.every((one) => !check(one).error)) form.requestSubmit();
    } else if (!popup.hidden && active >= 0 && pill.chosen && !event.ctrlKey && movedAway(pill)) rows[active].pick();
    else form.requestSubmit();
  } else if (event.key === "Tab" && !event.shiftKey && !popup.hidden && active >= 0 && rows.length && !pill.chosen && (input.value || pill.option.required)) {
    const next = command.pills[at + 1];
    rows[active].pick();
    event.preventDefault();
    (next?.input ?? bar.querySelector(".adder:not([hidden])") ?? sendButton).focus();
  } else if (event.key === "Escape") {
    event.preventDefault();
    if (popup.hidden || !rows.length) leave("");
    else closePopup();
  } else if (event.key === "Backspace" && (isFile || !input.value)) {
    event.preventDefault();
    if (!pill.option.required) removePill(pill);
    else if (at > 0) command.pills[at - 1].input.focus();
    else leave(`/${command.entry.path}`);
  } else if (event.key === "ArrowLeft" && !isFile && input.selectionStart === 0 && input.selectionEnd === 0 && at > 0) {
    event.preventDefault();
    command.pills[at - 1].input.focus();
  } else if (event.key === "ArrowRight" && !isFile && input.selectionStart === input.value.length && at + 1 < command.pills.length) {
    event.preventDefault();
    command.pills[at + 1].input.focus();
  }
}

/** Whether the marked suggestion is another than the one already chosen. */
function movedAway(pill) {
  return markedName() !== pill.chosen.name.toLowerCase();
}

const markedName = () => popup.querySelector(`#palette-${active} .row-choice`)?.textContent.toLowerCase();

form.addEventListener("keydown", (event) => {
  if (!command || event.target.matches("input")) return;
  if (event.key === "Escape") {
    event.preventDefault();
    leave("");
  } else if (event.key === "Backspace") {
    event.preventDefault();
    if (command.pills.length) command.pills.at(-1).input.focus();
    else leave(`/${command.entry.path}`);
  }
});

// --- sending

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (command) submitCommand();
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
  const options = {};
  const files = [];
  for (const pill of command.pills) {
    const { value, error } = check(pill);
    if (error) {
      pill.input.focus();
      setTrouble(pill, error);
      announce(`${pill.option.name}: ${error}`);
      return;
    }
    if (value instanceof File) files.push([pill.option.name, value]);
    else if (value !== undefined) options[pill.option.name] = value;
  }
  const { entry, pills } = command;
  const kept = pills.filter((pill) => pill.input.type !== "file");
  lastRun = {
    entry,
    typed: Object.fromEntries(kept.map((pill) => [pill.option.name, pill.input.value])),
    chosen: Object.fromEntries(kept.map((pill) => [pill.option.name, pill.chosen])),
  };
  leave("");
  onRun(entry.path, options, files);
}
