// A slash command being filled in: its parameters as fields, with suggestions and checks.

import { act, Refused } from "../base/api.js";
import { ATTACHMENT, asksBot, checkValue, isListed, kindOf, listed, narrow } from "./commands.js";
import { announce, fill, h, icon } from "../base/dom.js";
import { closePopup, isEmpty, isMarked, isOpen, markedName, markRow, moveRow, pickMarked, showPopup } from "./palette.js";
import { avatar } from "../base/people.js";
import { state } from "../base/store.js";

const DEBOUNCE = 250;
const form = document.getElementById("composer");
const text = document.getElementById("composer-text");
const bar = document.getElementById("composer-command");
const trouble = document.getElementById("composer-error");
const sendButton = form.querySelector(".send");

let command = null;

/** Whether a command is being filled in. */
export const inCommand = () => command !== null;

/** Begin a command: its parameters, some perhaps filled in already. */
export function enter(entry, typed, chosen = {}) {
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

/** Leave the command; `words` stay in the field for plain text. */
export function leave(words) {
  command = null;
  bar.hidden = true;
  bar.replaceChildren();
  text.hidden = false;
  form.classList.remove("in-command");
  trouble.textContent = "";
  closePopup();
  text.value = words;
  text.focus();
  text.dispatchEvent(new Event("input"));
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
      if (!isOpen()) show();
      else moveRow(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (isMarked()) pickMarked();
      else if (!field.value.trim()) form.requestSubmit();
    } else if (event.key === "Tab" && !event.shiftKey && isMarked()) {
      event.preventDefault();
      pickMarked();
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
  input.addEventListener("click", () => !isOpen() && suggest(pill));
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
    if (!isOpen()) suggest(pill);
    else moveRow(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "Enter") {
    event.preventDefault();
    if (isMarked() && !pill.chosen && !event.ctrlKey) {
      const whole = markedName() === input.value.trim().toLowerCase();
      pickMarked();
      if (whole && command.pills.every((one) => !check(one).error)) form.requestSubmit();
    } else if (isMarked() && pill.chosen && !event.ctrlKey && movedAway(pill)) pickMarked();
    else form.requestSubmit();
  } else if (event.key === "Tab" && !event.shiftKey && isMarked() && !pill.chosen && (input.value || pill.option.required)) {
    const next = command.pills[at + 1];
    pickMarked();
    event.preventDefault();
    (next?.input ?? bar.querySelector(".adder:not([hidden])") ?? sendButton).focus();
  } else if (event.key === "Escape") {
    event.preventDefault();
    if (!isOpen() || isEmpty()) leave("");
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

/** The command as it is filled in: { entry, options, files, kept }; null, with the mistake shown, when it is not valid. */
export function collect() {
  const options = {};
  const files = [];
  for (const pill of command.pills) {
    const { value, error } = check(pill);
    if (error) {
      pill.input.focus();
      setTrouble(pill, error);
      announce(`${pill.option.name}: ${error}`);
      return null;
    }
    if (value instanceof File) files.push([pill.option.name, value]);
    else if (value !== undefined) options[pill.option.name] = value;
  }
  const typed = command.pills.filter((pill) => pill.input.type !== "file");
  const kept = {
    typed: Object.fromEntries(typed.map((pill) => [pill.option.name, pill.input.value])),
    chosen: Object.fromEntries(typed.map((pill) => [pill.option.name, pill.chosen])),
  };
  return { entry: command.entry, options, files, kept };
}
